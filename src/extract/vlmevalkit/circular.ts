/** One rotation of a question: what was said, what `canInfer` made of it, what is right. */
export interface Rotation {
  prediction: string;
  inferred: string | null;
  answer: string;
}

export interface GroupScore {
  hit: 0 | 1;
  log: string;
}

/**
 * VLMEvalKit's first look at a circular group, in the order of the rows: the first wrong letter is a miss, all right is a hit,
 * and null means that a judge would have to read the rows in which no letter was found. 'Z' is a wrong letter.
 */
export function prefetchGroup(rotations: readonly Rotation[]): GroupScore | null {
  for (const [i, { prediction, inferred, answer }] of rotations.entries()) {
    if (inferred === null || inferred === answer) continue;
    const log = `Failed in Prefetching Rolling ${i}: Answer is ${answer}, Prediction is ${prediction}, Pre-fetched is ${inferred}. `;
    return { hit: 0, log };
  }
  const undecided = rotations.some(({ inferred }) => inferred === null);
  return undecided ? null : { hit: 1, log: 'Succeed During Pre-fetching' };
}

/** The decision without a judge, under the policy `exact_matching`: what cannot be read is the letter Z. */
export function scoreGroup(rotations: readonly Rotation[]): GroupScore {
  const decided = prefetchGroup(rotations);
  if (decided) return decided;
  let log = '';
  for (const [i, { prediction, inferred, answer }] of rotations.entries()) {
    if (inferred !== null) log += `Rolling ${i} Matched.\n`;
    else if (answer === 'Z') log += `Rolling ${i}: Answer is Z, Prediction is ${prediction}, Pre-fetched is Z.\n`;
    else {
      const reason = 'Failed in Prefetch, no GPT-based answer matching under `exact_matching` policy.';
      log += `Failed in Rolling ${i}: Answer is ${answer}; Prediction is ${prediction}; Pre-fetched is Z; Match Log is ${reason}.\n`;
      return { hit: 0, log };
    }
  }
  return { hit: 1, log };
}
