import {
  type Answer,
  type Model,
  messageOf,
  ProviderError,
  type Request,
  SextantError,
} from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { type RgbPicture, resizeWithPad } from '../policies/remote/resize.ts';
import type { Manifest, PictureInput } from './manifest.ts';
import type { Network, NetworkOutput } from './network.ts';
import { outputsOf, peakOf } from './peak.ts';

/** Bytes of a picture to its pixels. */
type Decode = (bytes: Uint8Array) => Promise<RgbPicture>;

/** A model that is a network: it points where its heat map is hottest, or gives the letter with the highest score. */
export function networkModel(network: Network, opts: { decode: Decode; id?: string | undefined }): Model {
  const { manifest } = network;
  const { decode, id = `onnx/${manifest.name}` } = opts;
  demandAnswers(network);
  const nothing = new Float64Array(14);
  let turn: Promise<unknown> = Promise.resolve();

  async function answer(request: Request): Promise<string> {
    const { peek, parts } = request;
    if (!peek) throw new ProviderError('rejected', 'this question does not say which answers exist');
    const shown = await picturesFor(manifest, request, decode);
    const text = parts.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n');
    const pictures = Object.fromEntries(shown.map(({ name, rgb }) => [name, rgb]));
    const told = await network.run({ pictures, text, joints: nothing, commanded: nothing });
    return peek.write(outputsOf(manifest, 'letters').length > 0 ? letterOf(told, request) : pointOf(told, shown));
  }

  /** The best of the letters that the question has. */
  function letterOf(told: Readonly<Record<string, NetworkOutput>>, { peek }: Request): Answer {
    const [name = ''] = outputsOf(manifest, 'letters');
    const output = manifest.outputs[name];
    const scores = told[name]?.data ?? [];
    const letters = output?.is === 'letters' ? output.letters : [];
    const choices = peek?.space.choices;
    const there = letters
      .map((letter, i) => ({ letter, score: at(scores, i) }))
      .filter(({ letter }) => choices !== undefined && Object.hasOwn(choices, letter));
    if (there.length === 0)
      throw new ProviderError('rejected', 'the network knows none of the letters of this question');
    return { answer: there.reduce((best, each) => (each.score > best.score ? each : best)).letter };
  }

  function pointOf(told: Readonly<Record<string, NetworkOutput>>, shown: readonly FittedPicture[]): Answer {
    const { input, back } = at(shown, 0);
    const { u, v } = peakOf(told, manifest, input);
    return { points: [back(u, v)] };
  }

  return {
    id,
    capabilities: { maxImages: picturesOf(manifest).length, video: false, coordinates: null, peeks: 'space' },
    // What a protocol says about decoding does not reach it.
    settings: { ...network.settings, decoding: 'its own' },
    async answer(request, signal) {
      // A session runs one thing at a time.
      const mine = turn.then(() => {
        if (signal.aborted) throw new ProviderError('aborted', 'the question was dropped');
        return answer(request);
      });
      turn = mine.catch(() => {});
      try {
        return { text: await mine, finish: 'stop' };
      } catch (error) {
        throw error instanceof ProviderError ? error : new ProviderError('rejected', messageOf(error));
      }
    },
    close: () => network.close(),
  };
}

/** A picture as it is shown, and the way from its pixels back to those of the question's. */
interface FittedPicture {
  name: string;
  input: PictureInput;
  rgb: Uint8Array;
  back(u: number, v: number): [number, number];
}

function picturesOf({ inputs }: Manifest): [string, PictureInput][] {
  return Object.entries(inputs).flatMap(([name, input]): [string, PictureInput][] =>
    input.is === 'picture' ? [[name, input]] : [],
  );
}

async function picturesFor(manifest: Manifest, { parts }: Request, decode: Decode): Promise<FittedPicture[]> {
  const media = parts.flatMap((part) => ('media' in part ? [part.data] : []));
  const wanted = picturesOf(manifest);
  if (media.length !== wanted.length)
    throw new ProviderError(
      'rejected',
      `the question has ${media.length} pictures, the network takes ${wanted.length}`,
    );
  return Promise.all(
    wanted.map(async ([name, input], i) => {
      const seen = await decode(at(media, i));
      const { rgb } = resizeWithPad(seen, input);
      const ratio = Math.max(seen.width / input.width, seen.height / input.height);
      const [left, top] = [(input.width - seen.width / ratio) / 2, (input.height - seen.height / ratio) / 2];
      const inside = (value: number, side: number) => Math.min(Math.max(value, 0), side - 1);
      const back = (u: number, v: number): [number, number] => [
        inside((u - left) * ratio, seen.width),
        inside((v - top) * ratio, seen.height),
      ];
      return { name, input, rgb, back };
    }),
  );
}

function demandAnswers({ manifest, file }: Network): void {
  const refuse = (message: string) =>
    new SextantError('bad_config', message, { where: file, fix: 'docs/onnx.md shows a manifest of each kind' });
  const [letters, heat] = [outputsOf(manifest, 'letters').length, outputsOf(manifest, 'heat').length];
  if (letters + heat !== 1) throw refuse('a model has exactly one output of letters and heat');
  if (heat === 1 && picturesOf(manifest).length !== 1) throw refuse('a heat map is of exactly one picture');
  const body = Object.entries(manifest.inputs).find(([, { is }]) => is === 'joints' || is === 'commanded');
  if (body) throw refuse(`input ${JSON.stringify(body[0])} is of a robot, which a model has not`);
}
