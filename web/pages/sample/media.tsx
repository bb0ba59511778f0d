import type { MediaRef, ShownSample } from '../../../src/contracts/index.ts';
import type { Source } from '../../source/index.ts';
import { EpisodeView } from './episode-view.tsx';
import { Film } from './film.tsx';
import { Pointing } from './pointing.tsx';
import { lastAttempt, namesOf, type Seen } from './seen.ts';
import { Strip } from './strip.tsx';
import { useUrls } from './use-media.ts';
import type { Judged } from './use-pointed.ts';

/** Everything there is to look at: what is drawn follows from what is shown of it. */
export function Media(props: {
  source: Source;
  seen: readonly Seen[];
  shown: ShownSample;
  judged: Judged;
  open: number | undefined;
  setOpen(index: number | undefined): void;
  right: string | undefined;
}) {
  const { source, seen, judged, right } = props;
  const { target, pictures = [], clips = [] } = props.shown;
  const [first] = seen;
  const urls = useUrls(source, first?.run.id ?? '', pictures);
  const names = namesOf(seen);
  if (!first) return null;
  return (
    <>
      {target && (
        <Pointing
          url={pictures.length === 0 ? null : urls[0]}
          size={target.size}
          mask={judged.mask}
          isOn={judged.isOn}
          pointed={seen.map(({ run, letter }, i) => ({ name: run.name, letter, marks: judged.marks[i] ?? [] }))}
        />
      )}
      {/* What a robot did says more than what it began with. */}
      {seen.map((one, i) => {
        const { episode, film } = lastAttempt(one)?.reply ?? {};
        return (
          episode && (
            <div key={one.run.id}>
              {names[i] !== '' && <h2>{names[i]}</h2>}
              <EpisodeView source={source} seen={one} episode={episode} answer={right} />
              {film && <Recorded source={source} run={one.run.id} clip={film} />}
            </div>
          )
        );
      })}
      {!target && urls.some((url) => url !== null) && (
        <Strip pictures={pictures} urls={urls} open={props.open} setOpen={props.setOpen} />
      )}
      {clips.map((clip) => (
        <Film key={clip.sha256} source={source} run={first.run.id} clip={clip} prompt={first.view.prompt} />
      ))}
    </>
  );
}

/** What a camera recorded while an episode was played. */
function Recorded({ source, run, clip }: { source: Source; run: string; clip: MediaRef }) {
  const [url] = useUrls(source, run, [clip]);
  if (!url) return null;
  return (
    <figure className="film">
      <video src={url} controls loop muted playsInline preload="metadata" />
      <figcaption className="muted small">recorded by the robot’s camera during the run</figcaption>
    </figure>
  );
}
