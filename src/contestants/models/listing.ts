import { SextantError } from '../../contracts/index.ts';
import { referenceModels } from '../onnx/references.ts';
import { baselines } from './baselines.ts';
import { allProviders, resolveEndpoint } from './endpoints.ts';
import { modelRegistry } from './registry.ts';
import { readWorkplace, type Workplace } from './workplace.ts';

/** One line of "which models are there?". */
interface ModelListing {
  /** `openai/<name>` or `baseline/random`. */
  id: string;
  about: string;
  /** Variables that may hold the key. */
  keyEnv: readonly string[];
  /** Whether one of them is set. */
  hasKey: boolean;
  /** Whether it cannot be used for want of a key. */
  missingKey: boolean;
}

/** Everything `openModel` can open. */
export async function listModels(place: Workplace): Promise<ModelListing[]> {
  const { env, config } = await readWorkplace(place);
  const lacksKey = (id: string) => {
    try {
      resolveEndpoint(`${id}/any`, { env, config });
      return false;
    } catch (thrown) {
      return thrown instanceof SextantError && thrown.code === 'missing_key';
    }
  };
  const free = (id: string, about: string) => ({ id, about, keyEnv: [], hasKey: false, missingKey: false });
  return [
    ...Object.entries(allProviders(config)).map(([id, { about, keyEnv }]) => ({
      id: `${id}/<name>`,
      about,
      keyEnv,
      hasKey: keyEnv.some((name) => Boolean(env[name])),
      missingKey: lacksKey(id),
    })),
    ...Object.entries(baselines).map(([name, { about }]) => free(`baseline/${name}`, about)),
    ...referenceModels.map(({ id, about }) => free(id, about)),
    ...modelRegistry.all().map(({ id, file }) => free(id, `of ${file}`)),
    free('./my-model.ts', 'a model of your own: see examples/my-model.ts'),
    free('./my-network.onnx', 'a network of your own: see docs/onnx.md'),
    free('replay/<run>', 'what a model said in an earlier run'),
  ];
}
