import { type ReactNode, useState } from 'react';
import type { Source } from '../../source/index.ts';
import { Attempts } from './attempts.tsx';
import { LongText } from './long-text.tsx';
import { RequestView } from './request.tsx';
import type { Seen } from './seen.ts';

/** All that is stored about a unit: what was sent, every attempt, and the sample itself. */
export function Raw({ source, seen, letter }: { source: Source; seen: Seen; letter: string }) {
  const { prompt, attempts, sample } = seen.view;
  return (
    <section className="panel stack" aria-label="Request and reply">
      <h2>{letter === '' ? 'Request and reply' : `Request and reply of ${letter} · ${seen.run.name}`}</h2>
      <Attempts attempts={attempts} />
      {prompt && (
        <OnDemand title="Request as it was sent">
          {() => <RequestView source={source} run={seen.run.id} prompt={prompt} />}
        </OnDemand>
      )}
      <OnDemand title="Sample as the benchmark has it">{() => <Json value={sample} />}</OnDemand>
      <OnDemand title="Attempts as they are stored">{() => <Json value={attempts} />}</OnDemand>
    </section>
  );
}

/** Made only when somebody wants it: it may be megabytes. */
function OnDemand({ title, children }: { title: string; children: () => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {open && children()}
    </details>
  );
}

function Json({ value }: { value: unknown }) {
  return <LongText text={JSON.stringify(value, null, 2)} label="JSON" />;
}
