import type { AttemptEvent } from '../../../src/contracts/index.ts';
import { count, plural } from '../../../src/util/index.ts';
import { LongText } from './long-text.tsx';

/** Every try: when, how long, what it cost, how it ended; and what was said in it. */
export function Attempts({ attempts }: { attempts: readonly AttemptEvent[] }) {
  if (attempts.length === 0) return <p className="muted">It has not been asked yet.</p>;
  return (
    <>
      <div className="scroll attempts">
        <table className="plain small">
          <thead>
            <tr>
              <th scope="col">try</th>
              <th scope="col">when</th>
              <th scope="col" className="num">
                took
              </th>
              <th scope="col" className="num">
                tokens in
              </th>
              <th scope="col" className="num">
                out
              </th>
              <th scope="col" className="num">
                of them thinking
              </th>
              <th scope="col">ended</th>
              <th scope="col">served by</th>
            </tr>
          </thead>
          <tbody>
            {attempts.map((attempt) => (
              <AttemptRow key={`${attempt.attempt} ${attempt.at}`} attempt={attempt} />
            ))}
          </tbody>
        </table>
      </div>
      {attempts.map((attempt) => (
        <Said key={`${attempt.attempt} ${attempt.at}`} attempt={attempt} several={attempts.length > 1} />
      ))}
    </>
  );
}

function AttemptRow({ attempt: { attempt, at, ms, final, cached, reply, error } }: { attempt: AttemptEvent }) {
  const { usage, finish, servedBy, responseId, acting } = reply ?? {};
  return (
    <tr>
      <td>{`${attempt}${final ? '' : ' (not the last)'}`}</td>
      <td className="nowrap">{at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</td>
      <td className="num">{cached ? 'from the cache' : duration(ms)}</td>
      <td className="num">{tokens(usage?.inputTokens)}</td>
      <td className="num">{tokens(usage?.outputTokens)}</td>
      <td className="num">{tokens(usage?.reasoningTokens)}</td>
      <td className={error ? 'is-miss' : ''}>
        {error ? `${error.kind}${error.status === undefined ? '' : ` (http ${error.status})`}` : (finish ?? '–')}
        {acting && ` · ${plural(acting.calls, 'call')}, ${duration(acting.meanMs)} each`}
      </td>
      <td title={responseId}>{servedBy ?? '–'}</td>
    </tr>
  );
}

function Said({ attempt: { attempt, reply, error }, several }: { attempt: AttemptEvent; several: boolean }) {
  const which = several ? ` of try ${attempt}` : '';
  return (
    <>
      {error && (
        <details open={!several}>
          <summary>{`Error${which}`}</summary>
          <LongText text={error.message} label={`Error${which}`} />
        </details>
      )}
      {reply?.words && (
        <details open={!several}>
          <summary>{`The model’s own words${which}; the answer was recorded beside them`}</summary>
          <LongText text={reply.words} label={`Words${which}`} />
        </details>
      )}
      {reply?.reasoning && (
        <details>
          <summary>{`Thinking${which} (never scored)`}</summary>
          <LongText text={reply.reasoning} label={`Thinking${which}`} />
        </details>
      )}
      {several && reply && (
        <details>
          <summary>{`Reply${which}`}</summary>
          <LongText text={reply.text} label={`Reply${which}`} />
        </details>
      )}
    </>
  );
}

function tokens(n: number | undefined): string {
  return n === undefined ? '–' : count(n);
}

function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
