import type { ShownSample } from '../../../src/contracts/index.ts';
import type { Source } from '../../source/index.ts';
import { EpisodeView, Recorded } from './episode-view.tsx';
import { Film } from './film.tsx';
import { Pointing } from './pointing.tsx';
import { lastAttempt, letterOf, type Seen } from './seen.ts';
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
  if (!first) return null;
  return (
    <>
      {target && (
        <Pointing
          url={pictures.length === 0 ? null : urls[0]}
          size={target.size}
          mask={judged.mask}
          isOn={judged.isOn}
          pointed={seen.map(({ run }, i) => ({ name: run.name, marks: judged.marks[i] ?? [] }))}
        />
      )}
      {!target && urls.some((url) => url !== null) && (
        <Strip pictures={pictures} urls={urls} open={props.open} setOpen={props.setOpen} />
      )}
      {clips.map((clip) => (
        <Film key={clip.sha256} source={source} run={first.run.id} clip={clip} prompt={first.view.prompt} />
      ))}
      {seen.map((one, i) => {
        const { episode, film } = lastAttempt(one)?.reply ?? {};
        return (
          episode && (
            <div key={one.run.id}>
              {seen.length > 1 && <h2>{`${letterOf(i)} · ${one.run.name}`}</h2>}
              <EpisodeView source={source} seen={one} episode={episode} answer={right} />
              {film && <Recorded source={source} run={one.run.id} clip={film} />}
            </div>
          )
        );
      })}
    </>
  );
}
