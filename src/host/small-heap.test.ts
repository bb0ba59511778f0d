import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { inSmallHeap } from './small-heap.ts';

/** How large the heap of a new process gets, in MB, while it makes 400 MB of garbage and keeps a twentieth of it for a while. */
function heapOf(work: string): number {
  const code = `
    import { inSmallHeap } from ${JSON.stringify(new URL('small-heap.ts', import.meta.url).href)};
    async function garbage() {
      let [kept, most] = [[], 0];
      for (let i = 0; i < 200_000; i++) {
        if (kept.length === 10_000) {
          kept = [];
          most = Math.max(most, process.memoryUsage().heapTotal);
        }
        kept.push(new Array(250).fill(i));
      }
      return most;
    }
    console.log(await (${work}));`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })) / 2 ** 20;
}

test('garbage does not make the heap grow, and once the work is done it may again', () => {
  const usual = heapOf('garbage()');
  expect(heapOf('inSmallHeap(() => inSmallHeap(garbage))')).toBeLessThan(0.7 * usual);
  expect(heapOf('inSmallHeap(async () => {}).then(garbage)')).toBeGreaterThan(0.7 * usual);
});

test('a failure is passed on', async () => {
  await expect(inSmallHeap(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
