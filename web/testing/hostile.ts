import { createHash } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tinyRun } from '../../src/viewer/testing/runs.ts';

/** Runs if it is ever taken for anything but text. */
export const attack = `"'><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;

const drawing = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked=1"><script>window.hacked=1</script></svg>`,
);

/** Ids of the units that are hostile in their own way. */
export const hostileIds = ['../../../etc/passwd', '__proto__', `${attack}/#?&%2f`, 'a'.repeat(2000), '‮\u0000\n\t 🙂'];

/** The length of the longest answer. */
export const LONG = 10_000_000;

/** A run in which everything that a model or a data set can say is hostile. */
export async function hostileRun(folder: string): Promise<string> {
  const sha256 = createHash('sha256').update(drawing).digest('hex');
  await tinyRun({
    folder,
    count: 12,
    files: new Map([[sha256, drawing]]),
    says: ({ at }) =>
      at === 3 ? 'B '.repeat(LONG / 2) : `${attack} ${'javascript:alert(1)'} [x](javascript:alert(1)) ${at}`,
    change(sample, at) {
      sample.id = hostileIds[at] ?? sample.id;
      sample.cluster = attack;
      sample.groups = { ...sample.groups, relation: at % 2 === 0 ? attack : '__proto__', steps: `${attack}${at}` };
      sample.question = `${attack} ${at}`;
      if (at === 0) sample.media = [{ sha256, type: 'image/png', bytes: drawing.length, width: 1e6, height: 1e6 }];
    },
  });
  const lines = [
    'NaN',
    'null',
    '[]',
    '{"event":"attempt","unit":null,"epoch":null,"attempt":null,"at":null,"ms":null,"final":true}',
    '{"event":"attempt","unit":"x","epoch":NaN}',
    '{"event":"sample","sample":{"id":"evil","cluster":null,"groups":null,"media":[{"sha256":"../../../etc/passwd"}]}}',
    `{"event":"problem","unit":${JSON.stringify(attack)},"at":"","message":${JSON.stringify(attack)}}`,
    `${'['.repeat(10_000)}`,
  ];
  appendFileSync(join(folder, 'events.ndjson'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'summary.json'), '{"metrics": NaN, "groups": null}');
  return folder;
}
