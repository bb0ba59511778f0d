import type { MediaRef } from '../../../src/contracts/index.ts';
import type { Source } from '../../source/index.ts';
import { useUrls } from './use-media.ts';

/** What a camera recorded while an episode was played. */
export function Recorded({ source, run, clip }: { source: Source; run: string; clip: MediaRef }) {
  const [url] = useUrls(source, run, [clip]);
  if (!url) return null;
  return (
    <figure className="film">
      <video src={url} controls loop muted playsInline preload="metadata" />
      <figcaption className="muted small">recorded by the robot’s camera during the run</figcaption>
    </figure>
  );
}
