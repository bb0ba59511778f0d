import { isModulePath } from '../../host/index.ts';
import { at, Registry } from '../../util/index.ts';
import { isProviderTaken } from './config.ts';
import type { ModuleModel } from './module.ts';

/** Models that modules of users brought. Every provider has all the names below its own. */
export const modelRegistry = new Registry<ModuleModel>(
  [],
  (id) => isProviderTaken(at(id.split(/[/:]/, 1), 0)) || isModulePath(id),
);
