import './glimpse.css';
import { Thumb } from '../../parts/thumb.tsx';
import { hrefOf } from '../../shell/route.ts';
import { useLister, useListPart } from '../../shell/use-list.ts';
import type { RunHead, UnitRow } from '../../source/index.ts';

/** Pictures in one line; what does not fit is not seen. */
const MOST = 12;
/** Neighbours are often the same picture: so many samples are chosen from. */
const AMONG = 60;

/** What a benchmark asks about: samples of one of its runs, with what was answered. */
export function Glimpse({ head, most = MOST }: { head: RunHead; most?: number }) {
  const list = useLister(head.id);
  const { value: page } = useListPart(list, { filter: {}, from: 0, count: AMONG });
  if (page && !page.rows.some(({ look }) => look !== undefined)) return null;
  return <PictureLine head={head} rows={page?.rows ?? []} label={`Samples of ${head.name}`} most={most} />;
}

interface Props {
  head: RunHead;
  rows: readonly UnitRow[];
  label: string;
  most?: number;
}

/** Some of these samples as a line of pictures, from the first to the last; a picture leads to its sample. */
export function PictureLine({ head, rows, label, most = MOST }: Props) {
  const pictured = rows.filter(({ look }) => look !== undefined);
  const every = Math.max(1, pictured.length / most);
  const shown = pictured.filter((_, at) => Math.floor(at / every) !== Math.floor((at - 1) / every)).slice(0, most);
  return (
    <nav className="glimpse" aria-label={label}>
      {shown.map(({ result, question, look }) => {
        const query = result.epoch > 0 ? { epoch: String(result.epoch) } : {};
        return (
          <a
            key={`${result.id} ${result.epoch}`}
            href={hrefOf({ page: 'unit', run: head.id, unit: result.id, query })}
            title={question}
            aria-label={result.id}
          >
            <Thumb run={head.id} look={look} result={result} />
          </a>
        );
      })}
    </nav>
  );
}
