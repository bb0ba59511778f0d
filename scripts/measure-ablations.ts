// Prints what the baselines come to that know a part of the scene, by number of steps, and how evenly answers are spread: of the questions
// that scripts/measure-blind.ts keeps. Usage: node scripts/measure-ablations.ts synth-point [--kept folder]

import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { assetsFrom } from '../src/media/index.ts';
import { expectedScores } from '../src/stats/index.ts';
import { type AblatedScores, addAblated } from '../src/synth/ablated.ts';
import { families } from '../src/synth/index.ts';
import { keptScenes } from '../src/synth/kept-scenes.ts';
import { at, demand } from '../src/util/index.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kept: { type: 'string', default: join(tmpdir(), 'sextant-blind') } },
});
const [id = 'synth-point'] = positionals;
const benchmark = families.find((one) => one.id === id);
if (!benchmark) throw new Error(`${id} is not generated`);
const { generator } = await benchmark.family();
const scorer = demand(benchmark.scorers, at(benchmark.protocols, 0).scorer);
const scores: AblatedScores = {};
/** Of masks, by group: how much of them there is in the whole picture, and in its inner half. */
const spread: Record<string, { whole: number; inner: number; masks: number }> = {};
const words = new Set<string>();

for (const name of readdirSync(values.kept).filter((file) => file.startsWith(`${generator}-`))) {
  for await (const { samples, files, ablations = [] } of keptScenes(join(values.kept, name))) {
    const bytes = async ({ sha256 }: { sha256: string }) =>
      files.find(({ ref }) => ref.sha256 === sha256)?.bytes ?? new Uint8Array();
    for (const [n, sample] of samples.entries()) {
      const assets = assetsFrom(bytes);
      const expected = await expectedScores(ablations[n] ?? {}, (answer) => scorer.score(sample, answer, assets));
      addAblated(scores, sample, benchmark.ablatedBy, expected);
      for (const text of Object.values(benchmark.fields(sample)))
        for (const word of String(text)
          .toLowerCase()
          .match(/[a-z]+/g) ?? [])
          words.add(word);
      for (const ref of benchmark.evidence?.(sample) ?? []) {
        const { values: mask, width, height } = await assets.mask(ref);
        const group = sample.groups.split ?? 'all';
        spread[group] ??= { whole: 0, inner: 0, masks: 0 };
        const own = spread[group];
        own.masks += 1;
        // Half of the area: its sides are the square root of ½.
        const edge = (1 - Math.SQRT1_2) / 2;
        mask.forEach((value, i) => {
          if (value === 0) return;
          const [u, v] = [(i % width) / width, Math.floor(i / width) / height];
          own.whole += 1;
          if (u > edge && u < 1 - edge && v > edge && v < 1 - edge) own.inner += 1;
        });
      }
      assets.free();
    }
  }
}
for (const group of Object.keys(scores).toSorted()) {
  const own = Object.entries(scores[group] ?? {});
  const cells = own.map(([name, { samples, score }]) => `${name} ${((100 * score) / samples).toFixed(1)} %`);
  console.log(`${group}: ${own[0]?.[1].samples} questions, ${cells.join(', ')}`);
}
for (const [split, { whole, inner, masks }] of Object.entries(spread))
  console.log(
    `${split}: ${masks} masks, in the inner half of the picture ${((2 * inner) / whole).toFixed(2)} times chance`,
  );
console.log(`${words.size} words`);
