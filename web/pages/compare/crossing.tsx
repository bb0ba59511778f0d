import { unitKey } from '../../../src/engine/pure.ts';
import { percent } from '../../../src/report/index.ts';
import { count } from '../../../src/util/index.ts';
import { verdictOf, verdicts } from '../../../src/viewer/pure.ts';
import { hrefOf } from '../../shell/route.ts';
import type { ComparedRun } from './compared-run.ts';

/** What became of a unit in one run against what became of it in the other. */
export function Crossing({ a, b }: { a: ComparedRun; b: ComparedRun }) {
  const theirs = new Map(b.rows.map(({ result }) => [unitKey(result), verdictOf(result)]));
  const cells = new Map<string, number>();
  let all = 0;
  for (const { result } of a.rows) {
    const other = theirs.get(unitKey(result));
    if (other === undefined) continue;
    const key = `${verdictOf(result)} ${other}`;
    cells.set(key, (cells.get(key) ?? 0) + 1);
    all += 1;
  }
  const [down, across] = [0, 1].map((at) =>
    verdicts.filter((each) => [...cells.keys()].some((key) => key.split(' ')[at] === each)),
  );
  return (
    <div className="scroll crossing">
      <table>
        <caption className="muted small">{`${a.letter} down, ${b.letter} across: units that both have`}</caption>
        <thead>
          <tr>
            <td />
            {across?.map((verdict) => (
              <th key={verdict} scope="col">
                {`${b.letter} ${verdict}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {down?.map((row) => (
            <tr key={row}>
              <th scope="row">{`${a.letter} ${row}`}</th>
              {across?.map((column) => {
                const n = cells.get(`${row} ${column}`) ?? 0;
                return (
                  <td key={column} style={{ background: shade(row === column, all === 0 ? 0 : n / all) }}>
                    <b>{count(n)}</b> <span className="muted small">{all === 0 ? '' : `${percent(n / all)} %`}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small">
        <a href={hrefOf({ page: 'run', run: a.head.id, query: { view: 'samples', differs: b.head.id } })}>
          All samples where they differ
        </a>
      </p>
    </div>
  );
}

/** Stronger where more units are; in another colour where the runs differ. */
function shade(alike: boolean, share: number): string {
  const [colour, most] = alike ? ['--soft', 40] : ['--miss', 60];
  return `color-mix(in srgb, var(${colour}) ${Math.round(share * most)}%, transparent)`;
}
