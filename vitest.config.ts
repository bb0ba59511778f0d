import { availableParallelism } from 'node:os';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long come first, so that no worker is left alone with one at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      ['/synth/blind.', '/web/', '/cli/'].findIndex((part) => moduleId.includes(part)) >>> 0;
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  // `import 'sextant'` means the sources: there is no build in a clone.
  ssr: { resolve: { conditions: [...defaultServerConditions, 'sextant-source'] } },
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'web/**/*.test.ts'],
    // Only a test that hangs meets these, however busy the machine is: no test has a limit of its own.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    pool: 'forks',
    globalSetup: 'scripts/testing/test-folder.ts',
    // One less, which is the default, would leave half of a small machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: SlowFirst },
  },
});
