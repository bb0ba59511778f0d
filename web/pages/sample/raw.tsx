import { type ReactNode, useState } from 'react';
import type { MediaRef, StoredPrompt } from '../../../src/contracts/index.ts';
import { byteSize } from '../../../src/util/index.ts';
import type { Source } from '../../source/index.ts';
import { Attempts } from './attempts.tsx';
import { LongText } from './long-text.tsx';
import type { Seen } from './seen.ts';
import { Thumbnail } from './strip.tsx';
import { useUrls } from './use-media.ts';

/** All that is stored about a unit: what was sent, every attempt, and the sample itself. */
export function Raw({ source, seen, name }: { source: Source; seen: Seen; name: string }) {
  const { prompt, attempts, sample } = seen.view;
  return (
    <section className="panel stack" aria-label="Request and reply">
      <h2>{name === '' ? 'Request and reply' : `Request and reply of ${name}`}</h2>
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

/** What was sent, part by part, in its order. */
function RequestView({ source, run, prompt }: { source: Source; run: string; prompt: StoredPrompt }) {
  const media = prompt.parts.flatMap((part) => ('media' in part ? [part.media] : []));
  const urls = useUrls(source, run, media);
  return (
    <ol className="request">
      {prompt.system !== undefined && (
        <li>
          <span className="chip">system</span>
          <LongText text={prompt.system} label="System prompt" />
        </li>
      )}
      {prompt.parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
        <li key={i}>
          {'text' in part ? (
            <>
              <span className="chip">text</span>
              <LongText text={part.text} label="Text that was sent" />
            </>
          ) : (
            <>
              <span className="chip">{part.media.type}</span>
              <Sent media={part.media} url={urls[media.indexOf(part.media)]} fps={part.fps} />
            </>
          )}
        </li>
      ))}
      <li>
        <span className="chip">decoding</span>
        <code>{JSON.stringify(prompt.decoding)}</code>
      </li>
    </ol>
  );
}

function Sent({ media, url, fps }: { media: MediaRef; url: string | null | undefined; fps: number | undefined }) {
  const { sha256, type, bytes, width, height, time } = media;
  const facts = [
    width === undefined ? '' : `${width} × ${height}`,
    time === undefined ? '' : `at ${time} s`,
    fps === undefined ? '' : `${fps} per second`,
    byteSize(bytes),
  ];
  return (
    <span className="sent">
      {type.startsWith('image/') && <Thumbnail url={url} alt="Picture that was sent" />}
      <span className="small">
        {facts.filter((fact) => fact !== '').join(' · ')}
        <br />
        <code className="muted">{sha256.slice(0, 16)}</code>
      </span>
    </span>
  );
}
