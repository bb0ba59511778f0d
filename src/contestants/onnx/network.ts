import type * as Ort from 'onnxruntime-web/wasm';
import type { InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { type Json, messageOf, SextantError } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { encodePicture, encodeText, perChannel } from './encode.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { inspectOnnx } from './onnx-file.ts';

/** onnxruntime-web, ready to open networks. */
export type Runtime = typeof Ort;

/** A network as it was found. */
export interface NetworkFile {
  /** Where, for people. */
  file: string;
  bytes: Uint8Array;
  /** Its manifest, where that lies beside it. */
  manifest: string | null;
}

/** What differs between Node and a browser. */
export interface NetworkTools {
  openRuntime(): Promise<Runtime>;
  /** In hexadecimal digits. */
  sha256(data: Uint8Array | string): string;
}

/** What a network is shown. */
export interface NetworkInputs {
  /** By the name of the input; of the size that its manifest says. */
  pictures: Readonly<Record<string, Uint8Array>>;
  text: string;
  /** 14 numbers each. */
  joints: ArrayLike<number>;
  commanded: ArrayLike<number>;
}

/** One output: its numbers, and how many in each direction without the batch. */
export interface NetworkOutput {
  shape: number[];
  data: Float32Array;
}

/** A network whose file and manifest fit together. */
export interface Network {
  /** Where it was found, for people. */
  file: string;
  manifest: Manifest;
  /** The hashes of both files: changed files are another contestant. */
  settings: Record<string, Json>;
  /** By the name of the output. Throws where a number is none. */
  run(shown: NetworkInputs): Promise<Record<string, NetworkOutput>>;
  close(): Promise<void>;
}

/** How many numbers an output has in its last directions; `null` is any. */
const shapes: Readonly<Record<Manifest['outputs'][string]['is'], readonly (number | null)[]>> = {
  'joint-chunk': [null, 14],
  'hand-chunk': [null, 16],
  heat: [null, null],
  offset: [2, null, null],
  turn: [2, null, null],
  letters: [null],
};

/** Opens a network, and tries it once on nothing: what does not fit is said now, not in the first episode. */
export async function openNetwork(found: NetworkFile, { openRuntime, sha256 }: NetworkTools): Promise<Network> {
  const { file, bytes } = found;
  const { metadata } = inspectOnnx(bytes, file);
  const text = found.manifest ?? metadata.sextant ?? '';
  const manifest = parseManifest(text, file.replace(/\.onnx$/, '.json'));
  const { InferenceSession, Tensor } = await openRuntime();
  const misfit = (message: string, cause?: unknown) =>
    new SextantError('bad_config', message, { where: file, fix: 'docs/onnx.md says which shapes fit', cause });
  let session: InferenceSession;
  try {
    session = await InferenceSession.create(bytes, { executionProviders: ['wasm'], logSeverityLevel: 4 });
  } catch (cause) {
    throw misfit(`the network cannot be opened: ${messageOf(cause)}`, cause);
  }

  function feed(name: string, input: Manifest['inputs'][string], shown: NetworkInputs): Tensor {
    switch (input.is) {
      case 'picture': {
        const { width, height } = input.crop ?? input;
        const picture = encodePicture(shown.pictures[name] ?? new Uint8Array(3 * input.width * input.height), input);
        return new Tensor('float32', picture, input.layout === 'chw' ? [1, 3, height, width] : [1, height, width, 3]);
      }
      case 'text':
        return new Tensor('int64', BigInt64Array.from(encodeText(shown.text, input), BigInt), [1, input.length]);
      default: {
        const scaled = Float32Array.from(shown[input.is], (value, i) => {
          return (value - perChannel(input.mean, i, 0)) / perChannel(input.std, i, 1);
        });
        return new Tensor('float32', scaled, [1, scaled.length]);
      }
    }
  }

  async function run(shown: NetworkInputs): Promise<Record<string, NetworkOutput>> {
    const feeds = Object.fromEntries(
      Object.entries(manifest.inputs).map(([name, input]) => [name, feed(name, input, shown)]),
    );
    const results = await session.run(feeds, Object.keys(manifest.outputs));
    return Object.fromEntries(
      Object.entries(manifest.outputs).map(([name, { is }]) => [name, told(name, is, results[name])]),
    );
  }

  const nothing = new Float64Array(14);
  try {
    demandSense(manifest);
    demandFit(manifest, session);
    demandAgreement(manifest, await run({ pictures: {}, text: '', joints: nothing, commanded: nothing }));
  } catch (cause) {
    await session.release();
    throw cause instanceof SextantError ? cause : misfit(`it does not run: ${messageOf(cause)}`, cause);
  }
  return {
    file,
    manifest,
    settings: { network: sha256(bytes), manifest: sha256(text) },
    run,
    close: () => session.release(),
  };

  function told(name: string, is: keyof typeof shapes, tensor: Tensor | undefined): NetworkOutput {
    const wanted = shapes[is];
    const says = `output ${JSON.stringify(name)} (${is})`;
    if (!(tensor?.data instanceof Float32Array)) throw misfit(`${says} is not of 32-bit floats`);
    const dims = tensor.dims.slice(-wanted.length);
    const others = tensor.dims.slice(0, -wanted.length);
    if (
      dims.length < wanted.length ||
      others.some((side) => side !== 1) ||
      wanted.some((w, i) => w !== null && w !== dims[i])
    )
      throw misfit(
        `${says} has the shape [${tensor.dims.join(', ')}], expected [1, ${wanted.map((w) => w ?? 'n').join(', ')}]`,
      );
    const wrong = tensor.data.findIndex((value) => !Number.isFinite(value));
    if (wrong >= 0) throw misfit(`${says} has ${at(tensor.data, wrong)} in place ${wrong}`);
    return { shape: [...dims], data: tensor.data.slice() };
  }

  /** What a manifest contradicts itself in. */
  function demandSense({ inputs, outputs }: Manifest): void {
    for (const [name, part] of [...Object.entries(inputs), ...Object.entries(outputs)]) {
      const width = part.is === 'picture' ? 3 : part.is === 'hand-chunk' ? 16 : 14;
      const lists = { mean: 'mean' in part ? part.mean : undefined, std: 'std' in part ? part.std : undefined };
      for (const [field, list] of Object.entries(lists))
        if (list && list.length !== 1 && list.length !== width)
          throw misfit(`${JSON.stringify(name)}: ${field} has ${list.length} numbers, expected 1 or ${width}`);
      if (lists.std?.includes(0)) throw misfit(`${JSON.stringify(name)}: std has a zero`);
      if (part.is === 'picture' && part.crop) {
        const { x, y, width, height } = part.crop;
        if (x + width > part.width || y + height > part.height)
          throw misfit(`${JSON.stringify(name)}: the crop leaves the picture`);
      }
      if (part.is === 'text' && (part.tokenizer === 'words') !== (part.words !== undefined))
        throw misfit(`${JSON.stringify(name)}: words belong to the tokenizer "words", and only to it`);
    }
  }

  /** What its outputs contradict each other in, or the manifest: told of nothing, they have their sizes all the same. */
  function demandAgreement({ outputs, execute = 1 }: Manifest, told: Readonly<Record<string, NetworkOutput>>): void {
    const all = Object.entries(outputs).map(([name, output]) => ({ name, output, shape: told[name]?.shape ?? [] }));
    const heat = all.find(({ output }) => output.is === 'heat');
    for (const { name, output, shape } of all) {
      const says = `output ${JSON.stringify(name)} (${output.is})`;
      if (all.filter((other) => other.output.is === output.is).length > 1)
        throw misfit(`two outputs are ${output.is}: which one counts?`);
      if (shape.includes(0)) throw misfit(`${says} is empty`);
      if (output.is === 'offset' || output.is === 'turn') {
        if (!heat) throw misfit(`${says} belongs beside a heat map, and there is none`);
        if (shape.slice(1).join() !== heat.shape.join())
          throw misfit(`${says} has ${shape.slice(1).join(' × ')} cells, the heat map ${heat.shape.join(' × ')}`);
      }
      if (output.is === 'letters' && shape[0] !== output.letters.length)
        throw misfit(`${says} has ${shape[0]} scores, the manifest ${output.letters.length} letters`);
      if ((output.is === 'joint-chunk' || output.is === 'hand-chunk') && at(shape, 0) < execute)
        throw misfit(`${says} has ${shape[0]} commands, of which ${execute} are to be carried out`);
    }
  }

  /** Names, types and sizes that the file itself declares. */
  function demandFit(
    { inputs, outputs }: Manifest,
    { inputNames, outputNames, inputMetadata }: InferenceSession,
  ): void {
    const [asked, there] = [Object.keys(inputs), new Set(inputNames)];
    const strange = asked.find((name) => !there.has(name)) ?? inputNames.find((name) => !asked.includes(name));
    if (strange !== undefined)
      throw misfit(`the file has the inputs ${inputNames.join(', ')}, the manifest ${asked.join(', ') || 'none'}`);
    if (Object.keys(outputs).length === 0) throw misfit('the manifest names no output');
    const absent = Object.keys(outputs).find((name) => !outputNames.includes(name));
    if (absent !== undefined) throw misfit(`the file has the outputs ${outputNames.join(', ')}, but not ${absent}`);
    for (const [name, input] of Object.entries(inputs)) {
      const found = inputMetadata.find((each) => each.name === name);
      if (!found?.isTensor) throw misfit(`input ${JSON.stringify(name)} is not a tensor`);
      const { type, dims } = feed(name, input, { pictures: {}, text: '', joints: nothing, commanded: nothing });
      const fits =
        found.shape.length === dims.length && found.shape.every((s, i) => typeof s === 'string' || s === dims[i]);
      if (fits && found.type === type) continue;
      throw misfit(
        `input ${JSON.stringify(name)} (${input.is}) is ${found.type} [${found.shape.join(', ')}] in the file, ${type} [${dims.join(', ')}] by the manifest`,
      );
    }
  }
}
