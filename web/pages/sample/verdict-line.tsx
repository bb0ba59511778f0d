import type { Outcome, UnitResult } from '../../../src/contracts/index.ts';
import { type Verdict, verdictOf } from '../../../src/viewer/pure.ts';
import './verdict-line.css';
import { VerdictMark } from '../../parts/verdict-mark.tsx';

const ends: Partial<Record<Outcome, string>> = {
  unparsed: 'No answer could be read',
  refused: 'The model refused to answer',
  truncated: 'The reply was cut off',
  provider_error: 'No reply came',
  sim_error: 'The simulation or the policy failed',
};

/** What came of it, in one line: the first thing that is read. */
export function VerdictLine(props: {
  result: UnitResult;
  right: string | undefined;
  choices: Readonly<Record<string, string>> | undefined;
  /** Of the run, where there are several. */
  name?: string | undefined;
}) {
  const { result, right, choices, name } = props;
  return (
    <p className={`verdict-line ${verdictOf(result)}`}>
      <VerdictMark result={result} />
      <span>
        {name && <b>{`${name} `}</b>}
        <span className="verdict-words">{lineOf(result, right, choices)}</span>
        {result.score !== null && result.score > 0 && result.score < 1 && (
          <span className="muted">{` score ${(100 * result.score).toFixed(1)} %`}</span>
        )}
      </span>
    </p>
  );
}

function lineOf(result: UnitResult, right: string | undefined, choices: Readonly<Record<string, string>> = {}): string {
  const { outcome, reason, note, extraction, damaged } = result;
  const end = ends[outcome];
  if (damaged) return `Answered, but what scoring needs is gone from the run${note ? `: ${note}` : ''}`;
  if (end) return reason && reason !== 'no answer found' ? `${end}: ${reason}` : `${end}.`;
  const said = extraction && 'answer' in extraction ? extraction.answer : null;
  const text = (letter: string) => named(letter, choices[letter]);
  const verdict = verdictOf(result);
  // How an episode ended says more than where the block lies.
  const { ending, chosen = said } = result.facts ?? {};
  const how =
    typeof ending === 'string' && verdict !== 'right' ? sentence(ending.replaceAll('_', ' ')) : words[verdict];
  if (right !== undefined && verdict === 'right') return `${how}: ${text(right)}`;
  if (right !== undefined && chosen !== null) return `${how}: chose ${text(String(chosen))}. Right is ${text(right)}`;
  if (right !== undefined) return `${how}. Right is ${text(right)}`;
  return note ? `${how}: ${note}` : how;
}

const words: Record<Verdict, string> = {
  right: 'Right',
  partly: 'Partly right',
  wrong: 'Wrong',
  dropped: 'Left out by the official code',
  open: 'Open',
};

/** A letter with its words; words that end with the letter say it themselves. @example named('C', 'block C') // 'block C' */
function named(letter: string, words: string | undefined): string {
  if (!words) return letter;
  return words.endsWith(` ${letter}`) ? short(words) : `${letter} · ${short(words)}`;
}

function short(text: string): string {
  return text.length > 90 ? `${text.slice(0, 89)}…` : text;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
