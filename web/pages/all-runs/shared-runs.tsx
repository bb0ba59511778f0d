import './shared-runs.css';
import { count, plural } from '../../../src/util/index.ts';
import { hrefOf } from '../../shell/route.ts';
import type { Member, SharedRun, SharedRuns } from '../../source/index.ts';

/** So many are shown at once: those who need somebody first. A lost shard does; what a lost worker had, others take. */
const AT_ONCE = 12;
const order = {
  shards: ['lost', 'silent', 'slow', 'stopped', 'working', 'done'],
  fleet: ['silent', 'slow', 'working', 'lost', 'stopped', 'done'],
} as const;

/** Runs that several work on, and how each of them does. */
export function SharedRunsView({ shared: { runs, problem } }: { shared: SharedRuns }) {
  return (
    <>
      {problem !== undefined && (
        <section className="panel problem" role="alert">
          <h2>The fleet cannot be shown</h2>
          <p>{problem}</p>
        </section>
      )}
      {runs.map((run) => (
        <SharedRunView key={run.members[0]?.run ?? run.name} run={run} />
      ))}
    </>
  );
}

function SharedRunView({ run }: { run: SharedRun }) {
  const { kind, name, benchmark, model, state, units, answered, failed } = run;
  const members = order[kind].flatMap((each) => run.members.filter((member) => member.state === each));
  const shown = state === 'done' ? 0 : AT_ONCE;
  const most = Math.max(1, ...members.map((member) => member.units ?? member.done + member.failed));
  const list = (some: readonly Member[]) => (
    <ul className="members">
      {some.map((member) => (
        <MemberRow key={member.run ?? member.name} member={member} most={most} />
      ))}
    </ul>
  );
  return (
    <section className="panel stack shared" aria-label={`${name}, ${kind}`}>
      <header>
        <div className="row spread">
          <h2>
            {name} <span className="muted small">{`${benchmark} · ${model}`}</span>
          </h2>
          <b className="small">{state}</b>
        </div>
        <progress max={Math.max(1, units)} value={answered + failed} aria-label={`${name}: units that have an end`} />
        <p className="small">
          {`${count(answered)} of ${plural(units, 'unit')} answered`}
          {failed > 0 && <span className="failed">{`, ${plural(failed, 'error')}`}</span>}
          <span className="muted">{` · ${crewOf(run)}`}</span>
        </p>
      </header>
      {shown > 0 && list(members.slice(0, shown))}
      {members.length > shown && (
        <details>
          <summary className="small">{shown > 0 ? plural(members.length - shown, 'other') : 'Who did what'}</summary>
          {list(members.slice(shown))}
        </details>
      )}
    </section>
  );
}

/** @example '8 shards: 1 lost, 6 working, 1 not begun' */
function crewOf({ kind, members, waiting }: SharedRun): string {
  const word = kind === 'shards' ? 'shard' : 'worker';
  const parts = order[kind].flatMap((state) => {
    const number = members.filter((member) => member.state === state).length;
    return number > 0 ? [`${count(number)} ${state}`] : [];
  });
  if (waiting > 0) parts.push(`${count(waiting)} not begun`);
  return `${plural(members.length + waiting, word)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
}

/** How long the bar is says how much of its part is done; of workers without a part of their own, who did how much. */
function MemberRow({ member, most }: { member: Member; most: number }) {
  const { name, state, run, units, done, failed, perSecond, silentSeconds } = member;
  const silent = state === 'silent' ? ` for ${Math.round(silentSeconds)} s` : '';
  return (
    <li className={`member is-${state}`}>
      <span className="who">
        {run === undefined ? name : <a href={hrefOf({ page: 'run', run, query: {} })}>{name}</a>}
      </span>
      <span className="state small">{`${state}${silent}`}</span>
      <progress max={units === undefined ? most : Math.max(1, units)} value={done + failed} aria-hidden="true" />
      <span className="num small">
        {units === undefined ? count(done) : `${count(done)} of ${count(units)}`}
        {failed > 0 && <span className="failed">{`, ${plural(failed, 'error')}`}</span>}
      </span>
      <span className="num small muted">{`${perSecond.toFixed(1)}/s`}</span>
    </li>
  );
}
