import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Answer, type Observation, type Picture, type Request, SextantError } from '../../contracts/index.ts';
import { encodePng } from '../../media/index.ts';
import { encodeText } from './encode.ts';
import { openOnnxModel, openOnnxPolicy } from './open.ts';
import { spotAt } from './spot.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const folder = await mkdtemp(join(tmpdir(), 'sextant-onnx-'));
const bytesOf = (name: string) => readFileSync(join(fixtures, `${name}.onnx`));
const manifestOf = (name: string) => JSON.parse(readFileSync(join(fixtures, `${name}.json`), 'utf8'));
let count = 0;

/** A network of somebody's: these bytes, this manifest. */
function written(bytes: Uint8Array, manifest?: unknown): string {
  count += 1;
  const file = join(folder, `${count}.onnx`);
  writeFileSync(file, bytes);
  if (manifest !== undefined)
    writeFileSync(file.replace('.onnx', '.json'), typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
  return file;
}

async function refusal(file: string): Promise<SextantError> {
  const error: unknown = await openOnnxPolicy(file, folder).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof SextantError) return error;
  throw new Error(`not refused: ${error}`);
}

/** A picture that is grey but for one pixel block. */
function spotted(width: number, height: number, [x0, y0, side]: [number, number, number]): Uint8Array {
  const rgb = new Uint8Array(3 * width * height).fill(90);
  for (let y = y0; y < y0 + side; y += 1)
    for (let x = x0; x < x0 + side; x += 1) rgb.set([250, 10, 10], 3 * (y * width + x));
  return rgb;
}

function asked(opts: Partial<Request> & { space: NonNullable<Request['peek']>['space'] }): Request {
  const { space, ...rest } = opts;
  const write = (answer: Answer) => JSON.stringify(answer);
  return { unit: { id: 'q', epoch: 0 }, parts: [], decoding: {}, peek: { space, write }, ...rest };
}

const observation: Observation = {
  instruction: 'anything',
  step: 0,
  images: {},
  state: new Float64Array(14),
  joints: Float64Array.from({ length: 14 }, (_, i) => i / 10),
  hands: { left: new Float64Array(7), right: new Float64Array(7) },
};

describe('a policy that is a file', () => {
  test('gives as much of its chunk as its manifest says, from the measured joints', async () => {
    const policy = await openOnnxPolicy('./onward.onnx', fixtures);
    expect(policy.id).toBe('onnx/onward');
    expect(policy.needs).toEqual({ cameras: [], sizes: {}, action: 'qpos', every: 15, peeks: 'nothing' });
    const commands = await policy.act(observation);
    if (commands === 'done') throw new Error('it gave up');
    expect(commands).toHaveLength(2);
    expect(Array.from(commands[1] ?? [], (value) => Number(Number(value).toFixed(4)))).toEqual(
      Array.from({ length: 14 }, (_, i) => Number((i / 10 + 0.01).toFixed(4))),
    );
    expect(policy.settings).toEqual({
      network: expect.stringMatching(/^[0-9a-f]{64}$/),
      manifest: expect.stringMatching(/^[0-9a-f]{64}$/),
      every: 15,
    });
    await policy.close?.();
  });

  test('scales what goes in and what comes out', async () => {
    const manifest = manifestOf('onward');
    manifest.inputs.joints = { is: 'joints', mean: [0.1], std: [2] };
    manifest.outputs.chunk = { is: 'joint-chunk', std: [2], mean: [0.1] };
    const policy = await openOnnxPolicy(written(bytesOf('onward'), manifest), folder);
    const [first = []] = await policy.act(observation);
    expect(Number(first[5])).toBeCloseTo(0.5, 6);
    await policy.close?.();
  });

  test('points at the middle of the hottest cell, and the hands go to that spot and to no block’s', async () => {
    const policy = await openOnnxPolicy('./reddest.onnx', fixtures);
    expect(policy.needs.peeks).toBe('hands');
    const picture: Picture = {
      width: 32,
      height: 24,
      rgb: spotted(32, 24, [16, 8, 8]),
      // Ten pixels per metre, one metre above the tops, looking straight down.
      intrinsic: Float64Array.of(10, 0, 16, 0, 10, 12, 0, 0, 1),
      extrinsic: Float64Array.of(1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 2),
    };
    const spots: unknown[] = [];
    const peek = {
      blocks: [],
      fetch: () => [],
      spots: {
        height: 1,
        fetch: (spot: unknown) => {
          spots.push(spot);
          return undefined;
        },
      },
    };
    expect(await policy.act({ ...observation, images: { head_camera: picture }, peek })).toBe('done');
    expect(spots).toEqual([{ x: 0.4, y: 0, yaw: 0 }]);
    await policy.close?.();
  });
});

test('what becomes no number in the midst of a run is an error of that moment', async () => {
  const policy = await openOnnxPolicy(written(bytesOf('nan-later'), { ...manifestOf('onward'), execute: 1 }), folder);
  await expect(policy.act({ ...observation, joints: new Float64Array(14) })).resolves.toHaveLength(1);
  await expect(policy.act(observation)).rejects.toThrow('output "chunk" (joint-chunk) has NaN in place 1');
  await policy.close?.();
});

test('a line of sight that never comes down to the table ends nowhere', () => {
  const level = {
    intrinsic: Float64Array.of(10, 0, 16, 0, 10, 12, 0, 0, 1),
    extrinsic: Float64Array.of(1, 0, 0, 0, 0, 0, -1, 2, 0, 1, 0, 0),
  };
  expect(spotAt(level, { u: 16, v: 12 }, 1)).toBeUndefined();
});

describe('a model that is a file', () => {
  test('says the best of the letters that a question has', async () => {
    const model = await openOnnxModel('./letter-counts.onnx', fixtures);
    const ask = (text: string, letters: string) =>
      model.answer(
        asked({ parts: [{ text }], space: { choices: Object.fromEntries([...letters].map((l) => [l, 'x'])) } }),
        new AbortController().signal,
      );
    expect((await ask('D D D C C', 'ABCD')).text).toBe('{"answer":"D"}');
    expect((await ask('D D D C C', 'ABC')).text).toBe('{"answer":"C"}');
    await expect(ask('D', 'XY')).rejects.toThrow('knows none of the letters');
    await model.close?.();
  });

  test('points in the pixels of the question’s own picture, whatever size it sees', async () => {
    const model = await openOnnxModel('./reddest.onnx', fixtures);
    const data = encodePng({ width: 64, height: 32, pixels: spotted(64, 32, [48, 8, 16]) });
    const media = { sha256: '', type: 'image/png', bytes: data.length, width: 64, height: 32 } as const;
    const request = asked({ parts: [{ media, data }, { text: 'where' }], space: { size: { width: 64, height: 32 } } });
    const { text } = await model.answer(request, new AbortController().signal);
    const { points } = JSON.parse(text);
    expect(points).toEqual([[56, 16]]);
    await model.close?.();
  });
});

describe('what is refused before anything is asked', () => {
  const onward = bytesOf('onward');
  const manifest = manifestOf('onward');
  const other = (change: object) => ({ ...manifest, ...change });
  const twoSizes = (outputs: object) => ({ ...manifestOf('reddest'), outputs });

  test.each([
    ['no manifest', () => written(onward), 'no manifest'],
    ['a manifest that is not JSON', () => written(onward, '{'), 'not JSON'],
    ['an unknown field', () => written(onward, other({ chunk: 3 })), 'chunk'],
    ['an input that the file has not', () => written(onward, other({ inputs: {} })), 'the file has the inputs joints'],
    [
      'an output that the file has not',
      () => written(onward, other({ outputs: { actions: { is: 'joint-chunk' } } })),
      'outputs chunk, but not actions',
    ],
    [
      'another meaning than its shape allows',
      () => written(onward, other({ outputs: { chunk: { is: 'hand-chunk' } } })),
      'has the shape [1, 3, 14], expected [1, n, 16]',
    ],
    [
      'an input of another shape',
      () => written(onward, other({ inputs: { joints: { is: 'text', tokenizer: 'bytes', length: 14 } } })),
      'float32 [1, 14] in the file, int64 [1, 14] by the manifest',
    ],
    ['what is not a number', () => written(bytesOf('not-a-number'), other({ execute: 1 })), 'has NaN in place 0'],
    ['weights elsewhere', () => written(bytesOf('elsewhere'), manifest), 'weights lie in other files'],
    ['weights that nobody can hold', () => written(bytesOf('huge'), manifest), 'too large'],
    ['half a file', () => written(onward.subarray(0, onward.length / 2), manifest), 'no whole ONNX file'],
    ['nothing', () => written(new Uint8Array(), manifest), 'no whole ONNX file'],
    ['noise', () => written(new Uint8Array(5000).fill(0xff), manifest), 'no whole ONNX file'],
    ['no file', () => join(folder, 'none.onnx'), 'cannot read the network'],
    [
      'a scaling of another width',
      () => written(onward, other({ inputs: { joints: { is: 'joints', std: [1, 2] } } })),
      'std has 2 numbers, expected 1 or 14',
    ],
    [
      'a crop that leaves the picture',
      () => {
        const reddest = manifestOf('reddest');
        Object.assign(reddest.inputs.image, { width: 30, crop: { x: 0, y: 0, width: 32, height: 24 } });
        return written(bytesOf('reddest'), reddest);
      },
      'leaves the picture',
    ],
    ['more commands than the chunk has', () => written(onward, other({ execute: 50 })), '3 commands, of which 50'],
    ['a number beyond all numbers', () => written(onward, JSON.stringify(manifest).replace('15', '1e999')), 'every'],
    ['a name that leads elsewhere', () => written(onward, other({ name: '../../x' })), 'name'],
    ['a name of dots', () => written(onward, other({ name: '..' })), 'name'],
    ['a manifest of 5 MB', () => written(onward, other({ training: 'x'.repeat(5e6) })), 'larger than 4 MiB'],
    [
      'offsets in other cells than the heat',
      () => written(bytesOf('two-sizes'), twoSizes({ heat: { is: 'heat' }, offset: { is: 'offset' } })),
      'output "offset" (offset) has 6 × 8 cells, the heat map 3 × 4',
    ],
    [
      'offsets without heat',
      () => written(bytesOf('two-sizes'), twoSizes({ offset: { is: 'offset' } })),
      'belongs beside a heat map',
    ],
    [
      'two outputs that mean the same',
      () => written(bytesOf('two-sizes'), twoSizes({ heat: { is: 'heat' }, again: { is: 'heat' } })),
      'two outputs are heat',
    ],
    ...['__proto__', 'constructor', 'toString'].map((key): [string, () => string, string] => [
      `an output that is called ${key}`,
      () => written(onward, JSON.stringify(manifest).replace('"chunk"', JSON.stringify(key))),
      key === '__proto__' ? 'the manifest names no output' : `outputs chunk, but not ${key}`,
    ]),
    ...['__proto__', 'constructor'].map((key): [string, () => string, string] => [
      `an input that is called ${key}`,
      () => written(onward, JSON.stringify(manifest).replace('"joints"', JSON.stringify(key))),
      'the file has the inputs joints',
    ]),
    [
      'a file larger than any network',
      () => {
        const file = written(new Uint8Array(), manifest);
        truncateSync(file, 600 * 2 ** 20);
        return file;
      },
      'MB',
    ],
  ])('%s', async (_, make, message) => {
    expect((await refusal(make())).message).toContain(message);
  });

  test('letters that the network has no scores for', async () => {
    const letters = manifestOf('letter-counts');
    letters.outputs.scores.letters = [...'ABCDE'];
    const file = written(bytesOf('letter-counts'), letters);
    await expect(openOnnxModel(file, folder)).rejects.toThrow('has 4 scores, the manifest 5 letters');
  });

  test('any cut of a file, and any byte of it turned round, is an error of ours or a network that runs', async () => {
    for (let at = 1; at < onward.length; at += 7) {
      const turned = Uint8Array.from(onward);
      turned[at] = 255 - (turned[at] ?? 0);
      for (const bytes of [onward.subarray(0, at), turned]) {
        const opened: unknown = await openOnnxPolicy(written(bytes, manifest), folder).catch((error: unknown) => error);
        if (opened instanceof Error) expect(opened).toBeInstanceOf(SextantError);
      }
    }
  });

  test('a model of a robot’s joints, and a policy of letters', async () => {
    await expect(openOnnxModel('./onward.onnx', fixtures)).rejects.toThrow('exactly one output of letters and heat');
    await expect(openOnnxPolicy('./letter-counts.onnx', fixtures)).rejects.toThrow('exactly one output of joint-chunk');
  });
});

test('a manifest may be in the file’s metadata', async () => {
  // ModelProto.metadata_props, field 14: key 1, value 2.
  const entry = Buffer.concat([
    part(1, Buffer.from('sextant')),
    part(2, Buffer.from(JSON.stringify(manifestOf('onward')))),
  ]);
  const policy = await openOnnxPolicy(written(Buffer.concat([bytesOf('onward'), part(14, entry)])), folder);
  expect(policy.id).toBe('onnx/onward');
  await policy.close?.();
});

test('a changed manifest is another policy', async () => {
  const copy = join(folder, 'copy.onnx');
  copyFileSync(join(fixtures, 'onward.onnx'), copy);
  const settings = [];
  for (const execute of [1, 2]) {
    writeFileSync(join(folder, 'copy.json'), JSON.stringify({ ...manifestOf('onward'), execute }));
    const policy = await openOnnxPolicy(copy, folder);
    settings.push(policy.settings);
    await policy.close?.();
  }
  expect(settings[0]?.network).toBe(settings[1]?.network);
  expect(settings[0]?.manifest).not.toBe(settings[1]?.manifest);
});

test('words: runs of letters, single digits and signs; what is unknown is 1, what is missing 0', () => {
  const input = { is: 'text', tokenizer: 'words', words: ['Take', 'block', 'C', '4', '.'], length: 8 } as const;
  expect(encodeText('Take  block C 44é.', { ...input, words: [...input.words] })).toEqual([2, 3, 4, 5, 5, 1, 6, 0]);
  // As much as a network reads of it, however long it is.
  const endless = 'Aé'.repeat(500_000);
  expect(encodeText(endless, { is: 'text', tokenizer: 'bytes', length: 4 })).toEqual([66, 196, 170, 66]);
  expect(encodeText('\u{1f9ed}'.repeat(500_000), { is: 'text', tokenizer: 'bytes', length: 5 })).toHaveLength(5);
  expect(encodeText('Take '.repeat(200_000), { ...input, words: [...input.words], length: 2 })).toEqual([2, 2]);
  expect(encodeText('Aé', { is: 'text', tokenizer: 'bytes', length: 4 })).toEqual([66, 196, 170, 0]);
});

function part(field: number, bytes: Uint8Array): Buffer {
  const varint = (value: number): number[] => (value < 128 ? [value] : [(value % 128) + 128, ...varint(value >> 7)]);
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(bytes.length)]), bytes]);
}
