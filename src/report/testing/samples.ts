import type { Comparison, Metric, Pairing, Summary } from '../../contracts/index.ts';

export function metric(changes: Partial<Metric> = {}): Metric {
  return { name: 'accuracy', value: 0.623, n: 500, low: 0.58, high: 0.664, method: 'wilson', chance: 0.25, ...changes };
}

/** Errors leave this one open. */
export const openMetric = metric({ errors: 8, worst: 0.58, best: 0.66, lowest: 0.53, highest: 0.7, n: 492 });

export function summary(changes: Partial<Summary> = {}): Summary {
  return {
    benchmark: 'tiny',
    data: { source: 'generated, seed 1', sha256: 'd'.repeat(64) },
    protocol: { id: 'tiny/official', hash: 'a1b2c3d4e5f6' },
    model: 'openai/gpt-6',
    units: 500,
    missing: 0,
    damaged: 0,
    epochs: 1,
    outcomes: { answered: 497, unparsed: 3 },
    reasons: [],
    metrics: [metric()],
    groups: ['left of', 'behind', 'facing'].map((key, at) => ({
      by: 'relation',
      key,
      metrics: [metric({ n: 160 + at, value: 0.5 + at / 10, low: 0.42 + at / 10, high: 0.58 + at / 10 })],
    })),
    usage: { inputTokens: 1_234_567, outputTokens: 45_678 },
    cost: 1.234,
    seconds: 3725,
    problems: [],
    ...changes,
  };
}

export function pairing(changes: Partial<Pairing> = {}): Pairing {
  return {
    n: 480,
    clusters: 120,
    a: 0.62,
    b: 0.5,
    wins: 90,
    losses: 32,
    ties: 358,
    difference: { value: 0.12, low: 0.041, high: 0.198, method: 'paired-cluster-t' },
    p: 0.003,
    ...changes,
  };
}

export function comparison(changes: Partial<Comparison> = {}): Comparison {
  return {
    benchmark: 'tiny',
    a: { run: 'runs/gpt', name: 'openai/gpt-6', protocol: { id: 'tiny/official', hash: 'a1b2c3d4e5f6' } },
    b: { run: 'runs/qwen', name: 'vllm/qwen4-vl', protocol: { id: 'tiny/official', hash: 'a1b2c3d4e5f6' } },
    metric: 'accuracy',
    overall: pairing(),
    leftOut: { onlyA: 0, onlyB: 12, openA: 8, openB: 0 },
    groups: ['left of', 'behind'].map((key) => ({ by: 'relation', key, pairing: pairing({ n: 240 }), pHolm: 0.006 })),
    aRightBWrong: Array.from({ length: 54 }, (_, at) => `tiny-${at}`),
    bRightAWrong: ['tiny-77', 'tiny-90'],
    warnings: [],
    ...changes,
  };
}
