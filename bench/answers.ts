import { mkdirSync } from 'node:fs';
import { mmsi } from '../src/benchmarks/mmsi/index.ts';
import type { Protocol, RunFile } from '../src/contracts/index.ts';
import { hashOf } from '../src/engine/index.ts';
import { random } from '../src/stats/index.ts';
import { Journal, runPaths, writeRunFile } from '../src/store/index.ts';

/** What models say, short and long. */
export function answers(count: number): string[] {
  const dice = random('letters');
  const forms = [
    '`A`',
    'The answer is B.',
    '``C``',
    'I think it is D because the chair is left',
    '**B**',
    'none of these',
  ];
  return Array.from({ length: count }, () => `${'Looking at both pictures, '.repeat(dice.int(12))}${dice.pick(forms)}`);
}

/** A run of so many answered questions, written as it lies in its folder. Gives the protocol that they were asked under. */
export async function writeAnswers(folder: string, count: number): Promise<Protocol> {
  const [protocol] = mmsi.protocols;
  if (!protocol) throw new Error('there is one');
  const run: RunFile = {
    format: 'sextant-run-1',
    spec: {
      benchmark: 'mmsi',
      args: {},
      data: { source: '', sha256: '' },
      protocol,
      protocolHash: hashOf(protocol),
      model: { id: 'bench', settings: {}, readsTruth: false },
      select: {},
      epochs: 1,
      seed: 0,
    },
    createdAt: '',
    versions: {},
    price: null,
    units: count,
  };
  mkdirSync(folder, { recursive: true });
  writeRunFile(folder, run);
  const journal = new Journal(runPaths(folder).events);
  for (const [i, text] of answers(count).entries()) {
    journal.append(
      { event: 'sample', sample: sampleOf(i) },
      ...[
        {
          event: 'attempt',
          unit: `${i}`,
          epoch: 0,
          attempt: 1,
          at: '',
          ms: 1,
          final: true,
          reply: { text, finish: 'stop' },
        } as const,
      ],
    );
  }
  await journal.close();
  return protocol;
}

function sampleOf(i: number) {
  return {
    id: `${i}`,
    cluster: `${i >> 1}`,
    groups: { category: 'MSR', images: '2' },
    media: [],
    question: `Where? Options: A: a, B: b, C: c, D: d`,
    choices: { A: 'a', B: 'b', C: 'c', D: 'd' },
    answer: 'A',
    stem: 'Where?',
    label: 'MSR',
    original: `${i}`,
  };
}
