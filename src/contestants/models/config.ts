import { z } from 'zod';
import { parseJsonFile } from './json-file.ts';
import { ListPrice } from './prices.ts';
import { aliases, providers } from './providers.ts';

const BaseUrl = z.url({ protocol: /^https?$/ });

/** A server of your own, used as `--model <its name>/<model name>`. */
const NamedEndpoint = z.strictObject({
  dialect: z.enum(['openai', 'anthropic', 'gemini']).default('openai'),
  /** Several are replicas of one model. */
  baseUrl: z.union([BaseUrl, z.tuple([BaseUrl], BaseUrl)]),
  /** The variable that holds the key; the key itself does not belong into a file. */
  keyEnv: z.string().min(1).exactOptional(),
  /** `"$NAME"` stands for the variable NAME. */
  headers: z.record(z.string(), z.string()).default({}),
  maxImages: z.number().int().positive().default(999),
  video: z.boolean().default(false),
  coordinates: z.enum(['relative', 'pixels', 'thousandths']).nullable().default(null),
  timeoutSeconds: z.number().positive().exactOptional(),
  price: ListPrice.exactOptional(),
});

const Config = z.strictObject({
  endpoints: z
    .record(
      z
        .string()
        .regex(/^[a-z0-9][a-z0-9._-]*$/i, 'a name is letters, digits, ".", "_" and "-"')
        .refine((name) => !isProviderTaken(name), {
          error: 'this name is taken by Sextant itself: choose another',
        }),
      NamedEndpoint,
    )
    .default({}),
  /** Modules of the user's, from the file's folder on. They count only where a person named the file. */
  use: z.array(z.string().min(1)).exactOptional(),
});
export type Config = z.infer<typeof Config>;

export const emptyConfig: Config = { endpoints: {} };

/** `sextant.config.json` as checked data; throws `bad_config` naming file and field. */
export function parseConfig(text: string, file: string): Config {
  return parseJsonFile(Config, text, file);
}

/** Whether Sextant itself means something by what stands before the slash of a model's id. */
export function isProviderTaken(name: string): boolean {
  return (
    Object.hasOwn(providers, name) ||
    aliases.has(name) ||
    ['baseline', 'module', 'onnx', 'reference', 'replay', 'python'].includes(name)
  );
}
