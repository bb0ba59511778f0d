import { useRef, useState } from 'react';
import type { MediaRef, StoredPrompt } from '../../../src/contracts/index.ts';
import type { Source } from '../../source/index.ts';
import { Thumbnail } from './strip.tsx';
import { useUrls } from './use-media.ts';

/** A clip to be played, and under it the frames that the model was shown, with their exact times. */
export function Film(props: { source: Source; run: string; clip: MediaRef; prompt: StoredPrompt | null }) {
  const { source, run, clip, prompt } = props;
  const [url] = useUrls(source, run, [clip]);
  const video = useRef<HTMLVideoElement>(null);
  const [now, setNow] = useState(0);
  const [unplayable, setUnplayable] = useState(false);
  const frames = framesOf(prompt);
  const seek = (time: number) => {
    if (!video.current) return;
    video.current.pause();
    video.current.currentTime = time;
    setNow(time);
  };
  return (
    <div className="film">
      {url && !unplayable ? (
        <video
          ref={video}
          src={url}
          controls
          loop
          muted
          playsInline
          preload="metadata"
          onTimeUpdate={({ currentTarget }) => setNow(currentTarget.currentTime)}
          onError={() => setUnplayable(true)}
        />
      ) : (
        <p className="no-picture muted small">
          {unplayable ? 'This browser cannot play the clip.' : url === null ? 'The run does not hold this clip.' : ''}
        </p>
      )}
      <p className="muted small">{shownAs(prompt, frames.length)}</p>
      {frames.length > 0 && <Frames source={source} run={run} frames={frames} now={now} seek={seek} />}
    </div>
  );
}

function Frames(props: {
  source: Source;
  run: string;
  frames: readonly MediaRef[];
  now: number;
  seek(time: number): void;
}) {
  const { source, run, frames, now, seek } = props;
  const urls = useUrls(source, run, frames);
  const current = frames.findLastIndex(({ time = 0 }) => time <= now + 1e-3);
  return (
    <ol className="filmstrip" aria-label="Frames that were shown">
      {frames.map(({ sha256, time = 0 }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same frame may come twice
        <li key={`${i} ${sha256}`} className={i === current ? 'is-now' : ''}>
          <button type="button" onClick={() => seek(time)} title={`Frame ${i + 1}, ${time} s`}>
            <Thumbnail url={urls[i]} alt={`Frame ${i + 1}`} />
            <span className="num small">{`${time.toFixed(3)} s`}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Pictures of the prompt that are moments of a clip. */
function framesOf(prompt: StoredPrompt | null): MediaRef[] {
  return (prompt?.parts ?? []).flatMap((part) =>
    'media' in part && part.media.time !== undefined ? [part.media] : [],
  );
}

function shownAs(prompt: StoredPrompt | null, frames: number): string {
  if (!prompt) return 'What was shown is not stored.';
  if (frames > 0) return `The model was shown ${frames} ${frames === 1 ? 'frame' : 'frames'} of this clip:`;
  const sent = prompt.parts.find((part) => 'media' in part && part.media.type.startsWith('video/'));
  if (!sent || !('media' in sent)) return 'The model was not shown this clip.';
  return sent.fps === undefined
    ? 'The clip was sent whole.'
    : `The clip was sent whole, to be sampled ${sent.fps} times per second.`;
}
