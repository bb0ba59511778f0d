import { z } from 'zod';
import { type Benchmark, type Sample, SextantError, type Summary } from '../../contracts/index.ts';
import { readRegularText, sha256 } from '../../files/index.ts';
import { problemsOf } from '../../util/index.ts';
import { summariseRun } from './stored-summary.ts';
import type { ScoredRun } from './summarise.ts';

/** A label that is thought to be wrong, and what it should be. */
const Erratum = z.strictObject({
  id: z.string().min(1),
  old: z.union([z.string(), z.number()]),
  new: z.union([z.string(), z.number()]),
  /** Why: what a reader can check. */
  evidence: z.string().min(1),
});
type Erratum = z.infer<typeof Erratum>;

interface PlacedErratum extends Erratum {
  line: number;
}

/** A correction that was applied, and what it did to the score of its unit, epoch by epoch. */
export interface Corrected extends Erratum {
  scores: { epoch: number; before: number | null; after: number | null }[];
}

export interface ErrataScoring {
  file: { name: string; sha256: string };
  before: Summary;
  /** Never stored, and without a digest: it is not the run's own score. */
  after: Summary;
  corrected: Corrected[];
  /** Corrections of questions that this run does not have. */
  elsewhere: string[];
}

/**
 * Scores a stored run again with corrected labels. Nothing is written: the run's own score stays the one with the published labels.
 * @example const { before, after } = await scoreWithErrata(await openStored('runs/mine'), 'errata.jsonl');
 */
export async function scoreWithErrata(
  { folder, benchmark, run, summary, units }: ScoredRun,
  name: string,
): Promise<ErrataScoring> {
  const text = readRegularText(name, { most: MOST });
  const errata = parseErrata(text, name);
  const { id: wanted, asked } = summary.protocol;
  const protocol = asked && benchmark.protocols.find(({ id }) => id === wanted);
  const overlay = new Overlay(benchmark, errata, name);
  const again = await summariseRun(folder, overlay.benchmark, protocol ?? run.spec.protocol, { keep: false });
  const scores = new Map<string, Corrected['scores']>();
  for (const { id, epoch, score } of units)
    if (overlay.applied.has(id))
      (scores.get(id) ?? scores.set(id, []).get(id))?.push({ epoch, before: score, after: null });
  for (const { id, epoch, score } of again.units) {
    const unit = scores.get(id)?.find((each) => each.epoch === epoch);
    if (unit) unit.after = score;
  }
  const { digest: _, of: __, ...after } = again.summary;
  return {
    file: { name, sha256: sha256(text) },
    before: summary,
    after,
    corrected: [...errata.values()].flatMap(({ line: _line, ...erratum }) => {
      const found = scores.get(erratum.id);
      return found ? [{ ...erratum, scores: found }] : [];
    }),
    elsewhere: [...errata.keys()].filter((id) => !overlay.applied.has(id)),
  };
}

/** A benchmark that reads its samples with the corrections put in. */
class Overlay {
  readonly benchmark: Benchmark;
  readonly applied = new Set<string>();
  readonly #errata: ReadonlyMap<string, PlacedErratum>;
  readonly #file: string;

  constructor(benchmark: Benchmark, errata: ReadonlyMap<string, PlacedErratum>, file: string) {
    this.#errata = errata;
    this.#file = file;
    const { label } = benchmark;
    if (!label)
      throw new SextantError(
        'bad_argument',
        `labels of ${benchmark.id} cannot be corrected: its truth is not one word or number`,
        {
          where: '--errata',
        },
      );
    this.benchmark = {
      ...benchmark,
      schema: benchmark.schema.transform((sample) => this.#correct(benchmark, label, sample)),
    };
  }

  #correct(benchmark: Benchmark, label: NonNullable<Benchmark['label']>, sample: Sample): Sample {
    const erratum = this.#errata.get(sample.id);
    if (!erratum) return sample;
    const refuse = (message: string, fix: string) =>
      new SextantError('bad_data', message, { where: `${this.#file}:${erratum.line}`, fix });
    const present = label.of(sample);
    if (present !== erratum.old) {
      const says = present === undefined ? 'none' : JSON.stringify(present);
      throw refuse(
        `the label of ${sample.id} is ${says}, not ${JSON.stringify(erratum.old)}`,
        'the correction is of another version of the data: look at the question again',
      );
    }
    const { choices } = benchmark.space(sample);
    if (choices ? !Object.hasOwn(choices, String(erratum.new)) : typeof erratum.new !== typeof present)
      throw refuse(
        `${JSON.stringify(erratum.new)} is not an answer to ${sample.id}`,
        choices
          ? `use one of ${Object.keys(choices).join(', ')}`
          : 'give the field "new" the kind of value that "old" has',
      );
    this.applied.add(sample.id);
    return label.corrected(sample, erratum.new);
  }
}

/** Larger files are not lists of corrections. */
const MOST = 64 * 2 ** 20;

function parseErrata(text: string, path: string): Map<string, PlacedErratum> {
  const errata = new Map<string, PlacedErratum>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const where = `${path}:${index + 1}`;
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch (cause) {
      throw new SextantError('bad_data', 'this line is not JSON', {
        where,
        fix: 'each line must look like {"id": "…", "old": "…", "new": "…", "evidence": "…"}',
        cause,
      });
    }
    const { success, data, error } = Erratum.safeParse(json);
    if (!success)
      throw new SextantError('bad_data', `not a correction: ${problemsOf(error)}`, {
        where,
        fix: 'write {"id": "…", "old": "B", "new": "C", "evidence": "why"}, one per line',
      });
    if (errata.has(data.id))
      throw new SextantError('bad_data', `${data.id} is corrected twice`, { where, fix: 'keep one of the two lines' });
    errata.set(data.id, { ...data, line: index + 1 });
  }
  if (errata.size > 0) return errata;
  throw new SextantError('bad_data', 'the file has no corrections', { where: path });
}
