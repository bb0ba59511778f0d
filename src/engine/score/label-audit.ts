import type { Extraction, Summary, UnitResult } from '../../contracts/index.ts';

/** A question on which runs that are good elsewhere agree, and the label does not. */
export interface DoubtedLabel {
  id: string;
  /** What they all said. */
  said: string;
  /** Runs that said it, of those that answered. */
  agree: number;
  of: number;
}

/** What is needed of a run. */
interface AuditedRun {
  folder: string;
  units: readonly UnitResult[];
  summary: Pick<Summary, 'metrics' | 'readsTruth' | 'knowsScene'>;
}

export interface LabelAudit {
  /** Runs that were listened to: above chance, and not told the answers. */
  heard: string[];
  /** Runs that were not, and why. */
  left: { run: string; why: string }[];
  doubted: DoubtedLabel[];
}

/**
 * Questions whose label is worth a look. At least two runs must agree, and no other answer may have as many; who is right, a
 * person must see.
 */
export function auditLabels(runs: readonly AuditedRun[], { share = 0.75 } = {}): LabelAudit {
  const judged = runs.map((run) => ({ run, why: unheard(run) }));
  const heard = judged.flatMap(({ run, why }) => (why === undefined ? [run] : []));
  const answers = new Map<string, UnitResult[]>();
  for (const { units } of heard)
    for (const unit of units) {
      if (unit.epoch !== 0 || unit.outcome !== 'answered') continue;
      answers.set(unit.id, [...(answers.get(unit.id) ?? []), unit]);
    }
  const doubted = [...answers].flatMap(([id, units]) => {
    const wrong = units.filter(({ score }) => score === 0);
    const groups = Map.groupBy(wrong, ({ extraction }) => answerKey(extraction));
    const [best] = [...groups].sort(([, a], [, b]) => b.length - a.length);
    if (!best || best[1].length < 2 || best[1].length < share * units.length) return [];
    return [{ id, said: best[0], agree: best[1].length, of: units.length }];
  });
  doubted.sort((a, b) => b.agree - a.agree || a.of - b.of);
  const left = judged.flatMap(({ run, why }) => (why === undefined ? [] : [{ run: run.folder, why }]));
  return { heard: heard.map(({ folder }) => folder), left, doubted };
}

/** Why a run is not listened to. */
function unheard({ summary }: AuditedRun): string | undefined {
  if (summary.readsTruth) return 'was told the answers';
  if (summary.knowsScene) return 'was told part of the scene';
  const [metric] = summary.metrics;
  if (metric?.low == null) return 'has no score';
  if (metric.chance !== undefined && metric.low <= metric.chance) return 'is not clearly above chance';
  return undefined;
}

/** Points are the same within a twentieth of the thousand pixels that most pictures have. */
const NEAR = 50;

function answerKey(extraction: Extraction | null): string {
  if (!extraction || 'error' in extraction) return '';
  if ('answer' in extraction) return String(extraction.answer);
  return extraction.points
    .map((mark) => ('box' in mark ? mark.box : mark).map((value) => Math.round(value / NEAR) * NEAR).join(', '))
    .join('; ');
}
