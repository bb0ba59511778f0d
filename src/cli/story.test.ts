import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStored } from '../engine/index.ts';
import { tellChapter } from './story.ts';
import { newFolder, sextant } from './testing/sextant.ts';

test('a full score beside the longest names does not reach into the next line of a terminal', async () => {
  const cwd = newFolder();
  const models = ['baseline/oracle', 'baseline/blind:lessons=20'];
  for (const [n, model] of models.entries())
    await sextant({ cwd }, 'run', 'tiny:count=4', '--model', model, '--out', `runs/${n}`);
  const runs = await Promise.all(models.map((_, n) => openStored(join(cwd, 'runs', String(n)))));
  for (const width of [80, 100]) {
    const chapter = { ability: 'point', number: 1, of: 1, runs, example: undefined };
    const lines = tellChapter(chapter, { width, bold: (text) => text }).split('\n');
    const bars = lines.filter((line) => line.includes('['));
    expect(bars).toHaveLength(2);
    for (const line of bars) expect(line.length).toBeLessThanOrEqual(width);
  }
});
