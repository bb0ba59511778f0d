import { Registry } from '../../util/index.ts';
import type { ModulePolicy } from './module.ts';

/** Policies that modules of users brought. Ours are below `policy/`; whatever has a colon or a dot in front is a place. */
export const policyRegistry = new Registry<ModulePolicy>([], (id) => /^(policy|module)\/|:|^[./\\]/.test(id));
