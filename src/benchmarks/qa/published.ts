import type { Published } from '../../contracts/index.ts';

const source = 'EASI, docs/Benchmark_Verification.md (github.com/EvolvingLMMs-Lab/EASI, 0c1a41e)';

/** A row of EASI's verification page, in percent; null where it has none. */
export type VerifiedRow = readonly [
  model: string,
  id: string,
  paper: number | null,
  authorsCode: number | null,
  vlmevalkit: number | null,
  lmms: number | null,
  note?: string,
];

/** What EASI printed for its two back-ends, and what it quotes from papers. */
export function easiVerified(
  { id, metric, vlmevalkit = `${id}/easi` }: { id: string; metric: string; vlmevalkit?: string },
  rows: readonly VerifiedRow[],
): Published[] {
  return rows.flatMap(([model, alias, paper, code, kit, lmms, note]) => {
    const row = (percent: number | null, more: Partial<Published>): Published[] => {
      if (percent === null) return [];
      return [{ model, aliases: [alias], metric, percent, source, ...more, ...(note !== undefined && { note }) }];
    };
    return [
      ...row(paper, { secondHand: true }),
      ...row(code, { protocol: `${id}/official` }),
      ...row(kit, { protocol: vlmevalkit }),
      ...row(lmms, { protocol: `${id}/lmms` }),
    ];
  });
}
