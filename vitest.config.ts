import { availableParallelism } from 'node:os';
import { defaultServerConditions } from 'vite';
import { defaultExclude, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long come first, so that no worker is left alone with one at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      ['/synth/blind.', '/web/', '/cli/'].findIndex((part) => moduleId.includes(part)) >>> 0;
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const tests = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'web/**/*.test.ts'];
/** What starts processes, threads, servers or browsers, or changes the process itself. */
const alone = ['src/{cli,contestants,fleet,host,synth}/**/*.test.ts', 'src/*.test.ts', 'web/**/*.test.ts'];

export default defineConfig({
  // `import 'sextant'` means the sources: there is no build in a clone.
  ssr: { resolve: { conditions: [...defaultServerConditions, 'sextant-source'] } },
  test: {
    // A process of its own for each file costs more than most files do.
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        test: { name: 'together', include: tests, exclude: [...defaultExclude, ...alone], isolate: false },
      },
    ],
    // Only a test that hangs meets these, however busy the machine is: no test has a limit of its own.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    pool: 'forks',
    globalSetup: ['scripts/testing/test-folder.ts', 'scripts/testing/program.ts'],
    // One less than cores, which is the default, would leave a small machine idle: tests wait for what they start, and some of
    // them for limits of 10 and 20 seconds. On two cores 3 leave a tenth of the time unused.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    sequence: { sequencer: SlowFirst },
  },
});
