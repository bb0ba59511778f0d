import './number-scale.css';

/** The number that one run gave. */
interface GivenNumber {
  /** The run's letter where there are several. */
  run: string;
  name: string;
  value: number | null;
}

/** Answers further from the truth than this many times it stand at the end of the scale. */
const FARTHEST = 3;

/** A true number, the numbers that were given, and how far from it they are. The band is where mean relative accuracy gives anything. */
export function NumberScale({ truth, given }: { truth: number; given: readonly GivenNumber[] }) {
  const numbers = given.flatMap(({ value }) => (value === null ? [] : [value]));
  const reach = Math.abs(truth) || 1;
  const inRange = (value: number) => Math.min(truth + FARTHEST * reach, Math.max(truth - FARTHEST * reach, value));
  const low = Math.min(0, truth - reach / 2, ...numbers.map(inRange));
  const high = Math.max(truth + reach / 2, ...numbers.map(inRange)) + reach / 10;
  const place = (value: number) => `${(100 * (inRange(value) - low)) / (high - low)}%`;
  return (
    <section className="panel stack number-scale" aria-label="Truth and answer on a scale">
      <div className="scale-line" aria-hidden="true">
        <span
          className="scale-band"
          style={{ left: place(truth - reach / 2), width: `${(100 * reach) / (high - low)}%` }}
        />
        <span className="scale-mark is-truth" style={{ left: place(truth) }}>
          ▼
        </span>
        {given.map(({ run, value }) =>
          value === null ? null : (
            <span
              key={run}
              className={`scale-mark is-given ${value === truth ? 'is-hit' : 'is-miss'}`}
              style={{ left: place(value) }}
            >
              {value === inRange(value) ? '▲' : value > truth ? '▶' : '◀'}
              {run !== '' && <b>{run}</b>}
            </span>
          ),
        )}
        <span className="scale-end muted small">{short(low)}</span>
        <span className="scale-end is-high muted small">{short(high)}</span>
      </div>
      <p>
        Truth <b>{short(truth)}</b>
      </p>
      {given.map(({ run, name, value }) => (
        <p key={run}>
          {run === '' ? 'Answer ' : `${run} · ${name} `}
          {value === null ? (
            <span className="muted">no number could be read</span>
          ) : (
            <>
              <b>{short(value)}</b>, {errorOf(value, truth)}
            </>
          )}
        </p>
      ))}
    </section>
  );
}

function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function errorOf(value: number, truth: number): string {
  if (value === truth) return 'exact';
  const side = value > truth ? 'above' : 'below';
  if (truth === 0) return `${short(Math.abs(value))} ${side}`;
  return `relative error ${short(Number(((100 * Math.abs(value - truth)) / Math.abs(truth)).toFixed(1)))} % ${side}`;
}
