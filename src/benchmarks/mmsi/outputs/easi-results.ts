import { join } from 'node:path';
import { type Answered, SextantError } from '../../../contracts/index.ts';
import {
  PythonFloat as Float,
  pythonJsonDumps as jsonDumps,
  mmsiEasi,
  mmsiLmms,
  pythonReprFloat as reprFloat,
  pythonRound as round,
} from '../../../extract/index.ts';
import { writeFileAtomic } from '../../../files/index.ts';
import { categories, type MmsiSample } from '../sample.ts';
import { scorers } from '../score.ts';
import { accuracies } from './easi-files.ts';
import { asRead, firstEpoch, isCircular, judge, withoutReasoning } from './units.ts';

type Units = readonly Answered<MmsiSample>[];

/** The toolkits under EASI, each with its own rules. */
const backends = {
  vlmevalkit: {
    extractor: mmsiEasi,
    scorer: scorers.easi,
    read: (units: Units) => asRead(units, { formulas: true }),
  },
  lmmseval: { extractor: mmsiLmms, scorer: scorers.letter, read: withoutReasoning },
};

/**
 * Writes easi_results.json as EASI's submission script does, with this benchmark alone in it. What only its submitter knows
 * (modelType, precision …) is empty, as it is there until somebody says it.
 */
export async function writeEasiResults(opts: {
  units: AsyncIterable<Answered<MmsiSample>>;
  dir: string;
  model: string;
  backend: keyof typeof backends;
}): Promise<string[]> {
  const { extractor, scorer, read } = backends[opts.backend];
  const units = await firstEpoch(opts.units);
  if (isCircular(units))
    throw new SextantError('bad_argument', 'EASI asks every question once, and this run has rotations', {
      fix: 'export a run of mmsi without circular=1',
    });
  const { overall = 0, ...found } = accuracies(
    await Promise.all(read(units).map((unit) => judge(unit, extractor, scorer))),
  );
  const scored = (percent: number | undefined) =>
    percent === undefined ? null : new Float(reprFloat(round(percent, 4)));
  const subScores = categories
    .map(
      ({ easi }) => [`${easi.toLowerCase().replaceAll('-', '_')}_accuracy`, scored(found[`${easi}_accuracy`])] as const,
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const payload = {
    modelName: opts.model,
    modelType: '',
    precision: '',
    revision: 'main',
    weightType: '',
    baseModel: '',
    backend: opts.backend,
    remarks: '',
    scores: { mmsi_bench: scored(overall) },
    subScores: { mmsi_bench: Object.fromEntries(subScores) },
  };
  const path = join(opts.dir, 'easi_results.json');
  writeFileAtomic(path, jsonDumps(payload, { ascii: true, indent: 2 }));
  return [path];
}
