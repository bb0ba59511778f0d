import './glimpse.css';
import { Thumb } from '../../parts/thumb.tsx';
import { hrefOf } from '../../shell/route.ts';
import { useLister, useListPart } from '../../shell/use-list.ts';
import type { RunHead } from '../../source/index.ts';

/** Pictures in one line; what does not fit is not seen. */
const MOST = 12;

/** What a benchmark asks about: the first samples of one of its runs, with what was answered. */
export function Glimpse({ head, most = MOST }: { head: RunHead; most?: number }) {
  const list = useLister(head.id);
  const { value: page } = useListPart(list, { filter: {}, from: 0, count: MOST });
  const rows = page?.rows.filter(({ look }) => look !== undefined).slice(0, most) ?? [];
  if (page && rows.length === 0) return null;
  return (
    <nav className="glimpse" aria-label={`Samples of ${head.name}`}>
      {rows.map(({ result, question, look }) => {
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
