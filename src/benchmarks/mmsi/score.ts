import {
  type Aggregate,
  type Extraction,
  isOpen,
  type Score,
  type Scorer,
  type UnitResult,
} from '../../contracts/index.ts';
import { mmsiEasi, scoreGroup, pythonStrip as strip } from '../../extract/index.ts';
import { meanMetric } from '../../stats/index.ts';
import type { MmsiSample } from './sample.ts';

type Rule = (given: string | null, sample: MmsiSample) => boolean;

/** The authors' comparison, which lmms-eval shares: in lower case, with the first character of what was read. */
const letter: Rule = (given, { answer }) => given !== null && lowered(answer) === lowered(given).charAt(0);

/** In the circular codes nothing is changed before comparing. `Z`, a refusal, is a wrong letter. */
const exact: Rule = (given, { answer }) => given === answer;

/** EASI reads the right answer as it reads the reply. Where neither can be read, False equals False: a hit. */
const easi: Rule = (given, { answer }) => given === letterOf(mmsiEasi.extract(strip(answer), {}));

export const scorers = { letter: scorer(letter), exact: scorer(exact), easi: scorer(easi) } as const;

function scorer(rule: Rule): Scorer<MmsiSample> {
  return {
    score(sample, extraction): Score {
      const given = letterOf(extraction);
      const { answer: gold, label, media } = sample;
      const images = media.length;
      return {
        value: rule(given, sample) ? 1 : 0,
        note: `gold ${gold}, ${given === null ? 'none given' : `given ${given}`}`,
        facts: given === null ? { gold, images, label } : { gold, letter: given, images, label },
      };
    },
  };
}

function letterOf(extraction: Extraction): string | null {
  return 'answer' in extraction && extraction.answer !== null ? String(extraction.answer) : null;
}

function lowered(text: string): string {
  return strip(text.toLowerCase().replaceAll('\n', ' '));
}

/** The rotations of one question in one repetition, in the order of their index. */
export interface RotationGroup {
  /** The published question's id. */
  id: string;
  rows: [UnitResult, ...UnitResult[]];
}

/** Units that are rotations, put together; ordered as the official tables are, by index. */
export function rotationGroups(results: readonly UnitResult[]): RotationGroup[] {
  const groups = new Map<string, RotationGroup>();
  for (const row of results.toSorted((a, b) => a.epoch - b.epoch || Number(a.id) - Number(b.id))) {
    const id = row.groups.question;
    if (id === undefined) continue;
    const key = `${row.epoch}:${id}`;
    const group = groups.get(key);
    if (group) group.rows.push(row);
    else groups.set(key, { id, rows: [row] });
  }
  return [...groups.values()].sort((a, b) => a.rows[0].epoch - b.rows[0].epoch || Number(a.id) - Number(b.id));
}

/** The authors' rule: all rotations that are there must be right. That one is missing goes unnoticed. */
export function officialHit({ rows }: { rows: readonly UnitResult[] }): 0 | 1 {
  return rows.every((row) => row.score === 1) ? 1 : 0;
}

/** VLMEvalKit's decision about a group, without a judge. */
function vlmevalkitHit({ rows }: { rows: readonly UnitResult[] }): 0 | 1 {
  const rotations = rows.map(({ extraction, facts }) => ({
    prediction: '',
    inferred: extraction && 'answer' in extraction && extraction.answer !== null ? String(extraction.answer) : null,
    answer: String(facts?.gold),
  }));
  return scoreGroup(rotations).hit;
}

/** Circular and Vanilla as in the authors' `_combined_acc.csv`; Vanilla takes the rotation with the smallest index. */
export const officialCircular: Aggregate = (results) => {
  const groups = rotationGroups(results);
  return [circular(groups, officialHit), vanilla(groups)];
};

/** VLMEvalKit goes through the original rows: a group without one is not counted at all. */
export const vlmevalkitCircular: Aggregate = (results) => {
  const groups = rotationGroups(results).filter(({ id, rows }) => rows.some((row) => row.id === id));
  return [circular(groups, vlmevalkitHit), vanilla(groups)];
};

function vanilla(groups: readonly RotationGroup[]) {
  return meanMetric({ name: 'Vanilla', results: groups.map(({ rows }) => rows[0]), chance: 0.25 });
}

function circular(groups: readonly RotationGroup[], hit: (group: { rows: readonly UnitResult[] }) => 0 | 1) {
  const results = groups.map(({ id, rows }): UnitResult => {
    const [first] = rows;
    const scored = rows.filter((row) => !isOpen(row));
    const failed = rows.find((row) => isOpen(row));
    // One wrong rotation settles it, whatever the ones that failed would have been.
    const decided = failed === undefined || hit({ rows: scored }) === 0;
    return {
      id,
      epoch: first.epoch,
      cluster: first.cluster,
      groups: first.groups,
      outcome: decided ? 'answered' : failed.outcome,
      score: decided ? hit({ rows: scored }) : null,
      extraction: null,
    };
  });
  const guessed = groups.reduce((sum, { rows }) => sum + 0.25 ** rows.length, 0) / groups.length;
  return meanMetric({ name: 'Circular', results, ...(groups.length > 0 && { chance: guessed }) });
}
