import { isError, isParsed, type UnitResult } from '../../src/contracts/index.ts';
import { percent } from '../../src/report/index.ts';
import { count } from '../../src/util/index.ts';
import { verdictOf } from '../../src/viewer/pure.ts';
import { Chart, clipText } from './chart.tsx';

/** Where units were lost on the way to the next stage. */
interface Loss {
  kind: string;
  n: number;
}

interface FlowStage {
  name: string;
  n: number;
  losses: Loss[];
}

/** From what was asked to what was right; after the last stage nothing is lost any more. */
export function flowOf(results: readonly UnitResult[], planned: number): FlowStage[] {
  const failed = results.filter(({ outcome }) => isError(outcome));
  const replied = results.filter(({ outcome }) => !isError(outcome));
  const unread = replied.filter(({ extraction }) => extraction === null || !isParsed(extraction));
  const parsed = replied.filter(({ extraction }) => extraction !== null && isParsed(extraction));
  const right = parsed.filter((unit) => verdictOf(unit) === 'right').length;
  const missing = Math.max(0, planned - results.length);
  return [
    ...(missing > 0 ? [{ name: 'planned', n: planned, losses: [{ kind: 'missing', n: missing }] }] : []),
    { name: 'asked', n: results.length, losses: tally(failed, ({ outcome }) => outcome) },
    // A robot that placed nothing still answered; its extraction is just empty.
    {
      name: 'answered',
      n: replied.length,
      losses: tally(unread, ({ outcome }) => (outcome === 'answered' ? 'nothing chosen' : outcome)),
    },
    { name: 'parsed', n: parsed.length, losses: tally(parsed, verdictOf).filter(({ kind }) => kind !== 'right') },
    { name: 'right', n: right, losses: [] },
  ].map((stage) => ({ ...stage, losses: stage.losses.filter(({ n }) => n > 0) }));
}

function tally(units: readonly UnitResult[], kindOf: (unit: UnitResult) => string): Loss[] {
  return [...Map.groupBy(units, kindOf)]
    .map(([kind, { length }]) => ({ kind, n: length }))
    .sort((a, b) => b.n - a.n || (a.kind < b.kind ? -1 : 1));
}

const barHeight = 24;
/** With room for one line of words below a bar, or two where it is narrow. */
const rowHeight = (width: number) => (width < 480 ? 78 : 62);

/** How many units reach each stage, and what became of the others. */
export function FlowChart({ stages, label }: { stages: readonly FlowStage[]; label: string }) {
  const most = Math.max(1, ...stages.map(({ n }) => n));
  return (
    <Chart label={label} height={(width) => stages.length * rowHeight(width) - 16}>
      {(width) => {
        const names = 76;
        const room = width - names - 4;
        const length = (n: number) => (n / most) * room;
        return stages.map((stage, at) => {
          const y = at * rowHeight(width);
          const next = stages[at + 1];
          return (
            <g key={stage.name} transform={`translate(0 ${y})`}>
              <text x={4} y={barHeight / 2}>
                {stage.name}
              </text>
              {next && (
                <polygon
                  className="band"
                  points={`${names},${barHeight} ${names + length(next.n)},${barHeight} ${names + length(next.n)},${rowHeight(width)} ${names},${rowHeight(width)}`}
                />
              )}
              <rect
                className={`bar ${stage.name}`}
                x={names}
                width={length(next?.n ?? stage.n)}
                height={barHeight}
                rx={1}
              />
              <Losses stage={stage} from={names + length(next?.n ?? stage.n)} length={length} />
              {wordsOf(stage, most, rowHeight(width) > 62).map((words, line) => (
                <text key={words} className="soft plain" x={names + 4} y={barHeight + 12 + 16 * line}>
                  {clipText(words, room)}
                </text>
              ))}
            </g>
          );
        });
      }}
    </Chart>
  );
}

function Losses({ stage, from, length }: { stage: FlowStage; from: number; length: (n: number) => number }) {
  let x = from;
  return stage.losses.map(({ kind, n }) => {
    const at = x;
    x += length(n);
    return (
      <rect key={kind} className={`lost ${kind}`} x={at + 1} width={Math.max(1, length(n) - 1)} height={barHeight}>
        <title>{`${count(n)} ${words(kind)}`}</title>
      </rect>
    );
  });
}

/** @example ['379 (94.8 %) · of them 12 unparsed, 8 refused'] */
function wordsOf(stage: FlowStage, most: number, twoLines: boolean): string[] {
  const share = `${count(stage.n)} (${percent(stage.n / most)} %)`;
  const lost = stage.losses.map(({ kind, n }) => `${count(n)} ${words(kind)}`).join(', ');
  if (lost === '') return [share];
  return twoLines ? [share, `of them ${lost}`] : [`${share} · of them ${lost}`];
}

function words(kind: string): string {
  return kind === 'missing' ? 'not asked yet' : kind.replace('_', ' ');
}
