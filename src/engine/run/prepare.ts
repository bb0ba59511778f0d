import {
  type Ablations,
  type AnswerArm,
  type Benchmark,
  type Capabilities,
  type Contestant,
  type Dataset,
  type Detail,
  type Extractor,
  type FrameRule,
  type MediaRef,
  type Protocol,
  type Request,
  type RequestPart,
  type Sample,
  SextantError,
  type StoredPrompt,
} from '../../contracts/index.ts';
import { assetsFrom, type Choice, countFrames, framesTogether, sampleFrames } from '../../media/index.ts';
import type { Blobs } from '../../store/index.ts';
import { plural } from '../../util/index.ts';
import { contextOf } from '../score/judge.ts';
import type { Unit } from './plan.ts';
import { composePrompt } from './prompt.ts';

/** For a protocol that says nothing about clips. */
const DEFAULT_FRAMES: FrameRule = { rule: 'fps', value: 1 };

/** For a policy: it observes the world and gets no media. */
const SHOWN_NOTHING: Capabilities = { maxImages: 0, video: false, coordinates: null, peeks: 'nothing' };

/** A unit whose question is ready to be sent. */
export interface Prepared {
  unit: Unit;
  sample: Sample;
  request: Request;
  /** What the question comes to for who knows only part of its scene, where that is known. */
  ablations?: Ablations;
  /** The prompt as it is stored: bytes by reference. */
  prompt: StoredPrompt;
  /** Resolves once the files that the question refers to would survive a power cut: it is not sent before. */
  durable: Promise<void>;
}

export interface Preparation {
  benchmark: Benchmark;
  dataset: Dataset;
  protocol: Protocol;
  extractor: Extractor;
  contestant: Pick<Contestant, 'id'>;
  /** The model that is shown the question; absent where a policy acts. */
  answer: AnswerArm | undefined;
  blobs: Blobs;
  /** Copy pictures into the run even where they are files at hand. */
  keepMedia: boolean;
}

/** Loads the sample, puts everything it will be judged by into the run, and composes the request. */
export async function prepareUnit(unit: Unit, opts: Preparation): Promise<Prepared> {
  const { benchmark, dataset, protocol, extractor, blobs } = opts;
  const { maxImages, peeks } = capabilitiesOf(opts);
  const sample = await dataset.sample(unit.index);
  for (const ref of benchmark.evidence?.(sample) ?? []) blobs.putRef(ref, await dataset.bytes(ref));
  const shown: ShownPart[] = [];
  const composed = composePrompt(protocol, sample, benchmark.fields(sample));
  const choices = await frameChoices(
    composed.flatMap((part) => ('media' in part && isClip(part.media) ? [part.media] : [])),
    opts,
  );
  for (const part of composed) {
    if ('text' in part) shown.push({ part, stored: part });
    else shown.push(...(await showMedia(part, { ...opts, choice: isClip(part.media) ? choices.shift() : undefined })));
  }
  const parts = shown.map(({ part }) => part);
  const pictures = parts.filter((part) => 'media' in part).length;
  if (pictures > maxImages) {
    throw new SextantError(
      'bad_argument',
      `${opts.contestant.id} takes ${plural(maxImages, 'picture')}, this needs ${pictures}`,
      {
        where: `${benchmark.id} ${sample.id}`,
        fix: 'choose a protocol with fewer frames, or raise maxImages of the endpoint if the server allows it',
      },
    );
  }
  const { decoding } = protocol;
  const system = protocol.system === undefined ? {} : { system: protocol.system };
  const request: Request = { unit: { id: unit.id, epoch: unit.epoch }, ...system, parts, decoding };
  const named = benchmark.dataNames?.[protocol.id];
  if (named !== undefined) request.dataset = named;
  if (peeks !== 'nothing') {
    const context = contextOf(benchmark, sample);
    request.peek = { space: benchmark.space(sample), write: (answer) => extractor.write(answer, context) };
  }
  const ablations = await dataset.ablations?.(unit.index);
  if (request.peek && peeks === 'scene' && ablations) request.peek.ablations = ablations;
  if (request.peek && peeks === 'truth') {
    request.peek.truth = await benchmark.truth(
      sample,
      assetsFrom((ref) => dataset.bytes(ref)),
    );
  }
  // Begun here, so that it is mostly over when the question's turn comes; whoever waits for it hears of a failure.
  const durable = blobs.flush();
  durable.catch(() => {});
  const prompt = { ...system, parts: shown.map(({ stored }) => stored), decoding };
  return { unit, sample, request, ...(ablations && { ablations }), prompt, durable };
}

function capabilitiesOf({ answer }: Pick<Preparation, 'answer'>): Capabilities {
  return answer?.capabilities ?? SHOWN_NOTHING;
}

/** A part as it is sent, and as it is stored. */
interface ShownPart {
  part: RequestPart;
  stored: StoredPrompt['parts'][number];
}

function isClip({ type }: MediaRef): boolean {
  return type.startsWith('video/');
}

/** For each clip of a prompt, the frames that are shown of it: how many may depend on the others. */
async function frameChoices(clips: readonly MediaRef[], opts: Preparation): Promise<Choice[]> {
  const rule = opts.protocol.video ?? DEFAULT_FRAMES;
  if (rule.rule !== 'uniform-together' || clips.length < 2 || capabilitiesOf(opts).video) return clips.map(() => rule);
  const lengths: number[] = [];
  // One after the other: clips are large.
  for (const clip of clips) lengths.push(await countFrames(await opts.dataset.bytes(clip)));
  return framesTogether(lengths, rule.value).map((frames) => () => frames);
}

async function showMedia(
  { media, ...asked }: { media: MediaRef; detail?: Detail },
  opts: Preparation & { choice: Choice | undefined },
): Promise<ShownPart[]> {
  const { protocol, blobs, dataset, choice } = opts;
  const data = await dataset.bytes(media);
  const isVideo = isClip(media);
  const rule = protocol.video ?? DEFAULT_FRAMES;
  if (isVideo && !capabilitiesOf(opts).video) {
    const frames = await sampleFrames(data, choice ?? rule);
    return frames.map(({ ref, data }) => {
      // Another decoder might make other pixels of the same clip: frames are always kept.
      blobs.putRef(ref, data);
      return { part: { media: ref, data, ...asked }, stored: { media: ref, kept: true, ...asked } };
    });
  }
  const kept = opts.keepMedia || !dataset.onDisk;
  if (kept) blobs.putRef(media, data);
  const fps = isVideo && rule.rule === 'fps' ? { fps: rule.value } : {};
  return [{ part: { media, data, ...fps, ...asked }, stored: { media, kept, ...fps, ...asked } }];
}
