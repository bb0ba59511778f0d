// Sextant as a library; in a clone: node --conditions=sextant-source examples/library.ts
import { compare, report, run } from 'sextant';

const [mine, chance] = await Promise.all(
  ['baseline/oracle', 'baseline/random'].map((model) => run({ benchmark: 'tiny:count=20', model })),
);
if (!mine || !chance) throw new Error('two runs were asked for');

const { overall } = await compare(mine.folder, chance.folder);
console.log(`difference: ${overall.difference?.value}, p = ${overall.p}`);
console.log(await report([mine.folder, chance.folder], { format: 'markdown' }));
