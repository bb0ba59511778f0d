import { useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import type { Mask, Sample } from '../../../src/contracts/index.ts';
import { composePrompt, findBenchmark } from '../../../src/engine/pure.ts';
import { browserAssets } from '../../../src/media/pure.ts';
import { at } from '../../../src/util/index.ts';
import { Await } from '../../parts/loading.tsx';
import { MaskLayer } from '../../parts/mask-layer.tsx';
import type { Query } from '../../shell/route.ts';
import { useLoad, useStore } from '../../shell/use-load.ts';
import type { ReferenceHead, Trial } from '../../source/index.ts';
import { Choice, placeOf, tryHref } from './choices.tsx';
import { HeatPicture } from './heat-picture.tsx';
import type { Heat } from './messages.ts';
import { Sentence } from './sentence.tsx';
import { type AskThread, useThread } from './use-thread.ts';

const levels = ['easy', 'medium', 'hard'];
/** So many that one does not come to their end. */
const QUESTIONS = 10_000;
const isInside = (value: number) => value > 0;

/** A generated picture, and a network that points at what is typed. */
export function PointingPage({ reference, query }: { reference: ReferenceHead; query: Query }) {
  const { trials } = useStore().source;
  const [failure, fail] = useState<string>();
  const ask = useThread(reference, fail);
  const level = levels.find((each) => each === query.level) ?? 'easy';
  const number = placeOf(query.n);
  const spec = `synth-point:difficulty=${level},count=${QUESTIONS}`;
  const trial = useLoad(`${spec} ${number}@0`, async () => trials?.make(spec, number));
  const to = (change: Query) => tryHref(query, change);
  return (
    <>
      <nav className="row" aria-label="Picture">
        <a className="button" href={to({ n: String((number + 1) % QUESTIONS) })}>
          New picture
        </a>
        {levels.map((each) => (
          <Choice key={each} href={to({ level: each, n: '' })} chosen={each === level}>
            {each}
          </Choice>
        ))}
      </nav>
      {failure !== undefined && (
        <p className="panel is-miss" role="alert">
          {failure}
        </p>
      )}
      <Await of={trial} what="a picture">
        {(made) =>
          made && (
            <PointedPicture key={`${spec} ${number}`} trial={made} ask={ask} origin={`${spec}, question ${number}`} />
          )
        }
      </Await>
    </>
  );
}

const Asked = z.object({
  prompt: z.string(),
  media: z.array(z.object({ sha256: z.string() })),
  size: z.object({ width: z.number(), height: z.number() }),
});

function PointedPicture({ trial, ask, origin }: { trial: Trial; ask: AskThread; origin: string }) {
  const sample = Asked.parse(trial.sample);
  const picture = useFile(trial, at(sample.media, 0).sha256);
  const [text, setText] = useState(sample.prompt);
  const [heat, setHeat] = useState<Heat>();
  const [failure, setFailure] = useState<string>();
  const [shows, setShows] = useState(false);
  const mask = useLoad(`mask ${origin}@0`, () => maskOf(trial));
  const isOwn = text === sample.prompt;

  useEffect(() => {
    if (text.trim() === '') return setHeat(undefined);
    const { bytes, type } = picture;
    ask({ do: 'point', picture: bytes, type, text: promptOf(trial, text) }, (reply) => {
      if ('heat' in reply) setHeat(reply.heat);
      if ('failure' in reply) setFailure(reply.failure);
    });
  }, [ask, picture, text, trial]);

  return (
    <div className="try-table">
      <section className="try-world" aria-label="The picture">
        <HeatPicture heat={heat} size={sample.size}>
          <img src={picture.url} alt="A generated place" />
          {shows && mask.value && <MaskLayer mask={mask.value} isOn={isInside} />}
        </HeatPicture>
        <p className="muted small try-below">{origin}.</p>
      </section>
      <section className="try-side stack" aria-label="What it is told">
        <Sentence label="Say where to point" text={text} onChange={setText} />
        <div className="row">
          <button type="button" className="button" onClick={() => setText(sample.prompt)} disabled={isOwn}>
            The generated question
          </button>
          <label className="row">
            <input type="checkbox" checked={shows} onChange={({ target }) => setShows(target.checked)} />
            Show what is right
          </label>
        </div>
        {failure === undefined ? (
          <PointVerdict heat={heat} mask={mask.value} isOwn={isOwn} />
        ) : (
          <p className="try-verdict is-miss" role="alert">
            {failure}
          </p>
        )}
        {heat && (
          <p className="muted small">{`Decided in ${heat.ms.toFixed(0)} ms. The brighter, the likelier; the cross is its answer.`}</p>
        )}
      </section>
    </div>
  );
}

function PointVerdict({ heat, mask, isOwn }: { heat: Heat | undefined; mask: Mask | undefined; isOwn: boolean }) {
  if (!heat || !mask)
    return (
      <p className="try-verdict muted" role="status">
        Looking …
      </p>
    );
  if (!isOwn)
    return (
      <p className="try-verdict muted" role="status">
        What is right is known for the generated question only.
      </p>
    );
  const [x, y] = [Math.floor(heat.spot.x * mask.width), Math.floor(heat.spot.y * mask.height)];
  const hit = at(mask.values, y * mask.width + x) > 0;
  return (
    <p className={`try-verdict ${hit ? 'is-hit' : 'is-miss'}`} role="status">
      {hit ? '✓ It points at what is asked for.' : '✕ It points elsewhere.'}
    </p>
  );
}

/** The words that the network is shown: the sentence in the benchmark's own prompt. */
function promptOf({ benchmark: id, sample }: Trial, prompt: string): string {
  const { benchmark } = findBenchmark(id);
  const own: Sample = benchmark.schema.parse({ ...sample, prompt });
  const parts = composePrompt(at(benchmark.protocols, 0), own, benchmark.fields(own));
  return parts.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n');
}

function bytesOf({ files }: Trial, sha256: string): { bytes: Uint8Array<ArrayBuffer>; type: string } {
  const found = files.find((file) => file.sha256 === sha256);
  if (!found) throw new Error('the question came without its files');
  return { bytes: Uint8Array.from(atob(found.base64), (char) => char.charCodeAt(0)), type: found.type };
}

function useFile(trial: Trial, sha256: string) {
  const file = useMemo(() => {
    const { bytes, type } = bytesOf(trial, sha256);
    return { bytes, type, url: URL.createObjectURL(new Blob([bytes], { type })) };
  }, [trial, sha256]);
  useEffect(() => () => URL.revokeObjectURL(file.url), [file]);
  return file;
}

function maskOf(trial: Trial): Promise<Mask> {
  const { benchmark } = findBenchmark(trial.benchmark);
  const refs = benchmark.evidence?.(benchmark.schema.parse(trial.sample)) ?? [];
  return browserAssets(async ({ sha256 }) => bytesOf(trial, sha256).bytes).mask(at(refs, 0));
}
