import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeFileAtomic, writeFolderAtomic } from './atomic.ts';

/** Another process in the middle of writing a folder and a file. */
async function writer(dir: string) {
  const atomic = join(import.meta.dirname, 'atomic.ts');
  const code = `import(${JSON.stringify(atomic)}).then(({ writeFolderAtomic, writePartsAtomic }) =>
    writeFolderAtomic(${JSON.stringify(join(dir, 'set'))}, (draft) =>
      writePartsAtomic(${JSON.stringify(join(dir, 'file'))}, (function* () {
        yield Buffer.from('half');
        console.log(draft);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      })())))`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  // Whatever the test finds: as long as a child holds our stderr, the tests' own process does not end.
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  return { child, draft: String(said).trim() };
}

test('what a killed process left is removed by the next that writes the same, and nothing else', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sextant-draft-'));
  const { child, draft } = await writer(dir);
  const alive = await writer(dir);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const half = draft.replace(/set\.(.*)$/, 'file.$1');
  const others = [draft.replace('set.', 'other.'), join(dir, 'set.1.tmp'), draft.replace(/-\d+\.tmp$/, '-x.tmp')];
  for (const name of others) writeFileSync(name, '');
  expect([draft, half, alive.draft].every(existsSync)).toBe(true);

  await writeFolderAtomic(join(dir, 'set'), async (inside) => writeFileSync(join(inside, 'a'), 'whole'));
  expect([draft, half, alive.draft, ...others].map(existsSync)).toEqual([false, true, true, true, true, true]);
  expect(readdirSync(join(dir, 'set'))).toEqual(['a']);
  writeFileAtomic(join(dir, 'file'), 'whole');
  expect(existsSync(half)).toBe(false);
  expect(readFileSync(join(dir, 'file'), 'utf8')).toBe('whole');
});

test('a folder that was being replaced when its process was killed is put back', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sextant-draft-'));
  const { child, draft } = await writer(dir);
  child.kill('SIGKILL');
  await once(child, 'exit');
  mkdirSync(join(dir, 'set'));
  writeFileSync(join(dir, 'set', 'old'), '');
  renameSync(join(dir, 'set'), draft.replace(/tmp$/, 'old'));
  const failing = writeFolderAtomic(join(dir, 'set'), () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(readdirSync(join(dir, 'set'))).toEqual(['old']);
  expect(readdirSync(dir).filter((name) => name.startsWith('set.'))).toEqual([]);
});
