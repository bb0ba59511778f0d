import type { Mark } from '../../../src/contracts/index.ts';
import { describe } from './pointing.tsx';
import type { JudgedMark } from './points.ts';
import type { TextSpan } from './spans.ts';

/** More are counted, not listed. */
const MOST = 20;

/** Every point: as it was written, which pixel it became, and what came of it. */
export function MarksTable(props: {
  marks: readonly JudgedMark[];
  spans: readonly TextSpan[] | undefined;
  text: string;
}) {
  const { marks, spans, text } = props;
  if (marks.length === 0) return null;
  return (
    <div className="scroll">
      <table className="plain small">
        <thead>
          <tr>
            <th scope="col">written</th>
            <th scope="col" className="num">
              pixel
            </th>
            <th scope="col">landed</th>
          </tr>
        </thead>
        <tbody>
          {marks.slice(0, MOST).map((judged, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: marks have no other name
            <tr key={i}>
              <td className="mono">{writtenAs(i, spans, text)}</td>
              <td className="num">{pixelOf(judged.mark)}</td>
              <td className={`is-${judged.verdict}`}>{describe(judged)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {marks.length > MOST && <p className="muted small">{`and ${marks.length - MOST} more`}</p>}
    </div>
  );
}

function writtenAs(point: number, spans: readonly TextSpan[] | undefined, text: string): string {
  const found = spans?.filter(({ points }) => points.includes(point)) ?? [];
  return found.length === 0 ? '–' : found.map(({ start, end }) => text.slice(start, end)).join(' … ');
}

/** Fractions of the sides need not fall on whole pixels: two digits are enough. */
function pixelOf(mark: Mark): string {
  const shown = (place: number) => Number(place.toFixed(2));
  if (Array.isArray(mark)) return mark.map(shown).join(', ');
  const [x0, y0, x1, y1] = mark.box.map(shown);
  return `${x0}, ${y0} … ${x1}, ${y1}`;
}
