import { isBuiltin } from 'node:module';
import { join, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

const src = resolve(import.meta.dirname, '..', 'src') + sep;
/** What a benchmark loads on demand needs files, all but its world: that is plain physics. */
const worlds = /[\\/]world\.ts$/;
const stub = '\0needs-node';

/**
 * Keeps Node out of the page. What `src/` imports on demand is replaced by a module that says why it is not there; a Node module
 * that is reached in any other way fails the build and names who asked for it.
 */
export function nodeFree(): Plugin {
  return {
    name: 'node-free',
    enforce: 'pre',
    resolveDynamicImport(specifier, importer) {
      if (typeof specifier !== 'string' || !importer?.startsWith(src)) return null;
      return specifier.startsWith('.') && worlds.test(join(importer, '..', specifier)) ? null : stub;
    },
    resolveId(id, importer) {
      if (id === stub) return stub;
      if (isBuiltin(id) && importer?.startsWith(src)) {
        this.error(`${importer} imports ${id}: it cannot be part of the page`);
      }
      return null;
    },
    load(id) {
      if (id !== stub) return null;
      return { code: `throw new Error('this needs files and runs on the command line only');`, moduleType: 'js' };
    },
  };
}
