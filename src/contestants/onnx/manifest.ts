import { z } from 'zod';
import { SextantError } from '../../contracts/index.ts';
import { problemsOf } from '../../util/index.ts';

const side = z.number().int().min(1).max(4096);
const numbers = z.array(z.number()).min(1).max(1024);
/** Value = (raw − mean) / std for what goes in, raw × std + mean for what comes out; one number, or one per channel or joint. */
const scaling = { mean: numbers.exactOptional(), std: numbers.exactOptional() };

const PictureInput = z.strictObject({
  is: z.literal('picture'),
  /** Whose picture, for a policy; a model gets the question's pictures in order. */
  camera: z.string().exactOptional(),
  width: side,
  height: side,
  /** The part of it that the network sees. */
  crop: z
    .strictObject({ x: z.number().int().min(0), y: z.number().int().min(0), width: side, height: side })
    .exactOptional(),
  layout: z.enum(['chw', 'hwc']),
  /** Raw values are bytes, 0 … 255. */
  ...scaling,
});
const TextInput = z.strictObject({
  is: z.literal('text'),
  /** `bytes`: UTF-8, each plus one. `words`: runs of letters, single digits and single other signs; 1 is unknown, the first word 2. */
  tokenizer: z.enum(['bytes', 'words']),
  words: z.array(z.string().min(1)).max(65_536).exactOptional(),
  /** Longer texts are cut, shorter ones filled with 0. */
  length: z.number().int().min(1).max(65_536),
});
const JointsInput = z.strictObject({ is: z.enum(['joints', 'commanded']), ...scaling });
const Input = z.discriminatedUnion('is', [PictureInput, TextInput, JointsInput]);

const Output = z.discriminatedUnion('is', [
  z.strictObject({ is: z.enum(['joint-chunk', 'hand-chunk']), ...scaling }),
  z.strictObject({ is: z.enum(['heat', 'offset', 'turn']) }),
  z.strictObject({ is: z.literal('letters'), letters: z.array(z.string().min(1)).min(2).max(100) }),
]);

/** What the inputs and outputs of a network mean, by their names in the file. */
export const Manifest = z.strictObject({
  sextant: z.literal(1),
  name: z.string().regex(/^\w[\w.-]{0,63}$/),
  about: z.string().max(2000).exactOptional(),
  inputs: z.record(z.string(), Input),
  outputs: z.record(z.string(), Output),
  /** Of a chunk, how many commands are carried out before the network is asked again; all of them unless it says otherwise. */
  execute: z.number().int().min(1).max(1000).exactOptional(),
  /** Physics steps per command, as in a policy’s needs. */
  every: z.number().int().min(1).max(2500).exactOptional(),
  /** How it was made; never read, but part of its hash. */
  training: z.json().exactOptional(),
});
export type Manifest = z.infer<typeof Manifest>;
export type PictureInput = z.infer<typeof PictureInput>;
export type TextInput = z.infer<typeof TextInput>;

/** Most characters of a manifest. */
const MOST = 4 * 2 ** 20;

/** What a manifest's text says. @param where the file that it is, or should be */
export function parseManifest(text: string, where: string): Manifest {
  if (text === '' || text.length > MOST) {
    const message = text === '' ? 'the network has no manifest' : 'the manifest is larger than 4 MiB';
    throw new SextantError('bad_config', message, {
      where,
      fix: 'say what its inputs and outputs mean; see docs/onnx.md',
    });
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new SextantError('bad_config', 'the manifest is not JSON', { where, cause });
  }
  const parsed = Manifest.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new SextantError('bad_config', `the manifest does not hold: ${problemsOf(parsed.error)}`, {
    where,
    fix: 'docs/onnx.md lists every field',
  });
}
