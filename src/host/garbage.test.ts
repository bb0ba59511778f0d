import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** How large the old part of a new process's heap gets, in MB, while garbage outlives young collections. */
function heapOf(tidy: string): { most: number; exposed: boolean } {
  const code = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { collectEvery } from ${JSON.stringify(new URL('garbage.ts', import.meta.url).href)};
    const tidy = ${tidy};
    const old = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_size / 2 ** 20;
    const recent = new Map();
    let most = 0;
    for (let i = 0; i < 300_000; i++) {
      recent.set(i, new Array(20).fill(i));
      recent.delete(i - 5_000);
      tidy();
      if (i % 1000 === 0) most = Math.max(most, old());
    }
    console.log(JSON.stringify({ most, exposed: 'gc' in globalThis }));`;
  const flags = ['--max-semi-space-size=1', '--input-type=module', '-e', code];
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));
}

test('a cache that is always busy left behind several times what was in it', () => {
  const usual = heapOf('() => {}');
  const tidied = heapOf('collectEvery(10_000)');
  expect(tidied.most).toBeLessThan(0.7 * usual.most);
  expect(tidied.exposed).toBe(false);
});
