import { expect, test } from 'vitest';
import type { UnitResult } from '../../contracts/index.ts';
import { controls } from './controls.ts';
import { diagnose } from './diagnose.ts';

const N = 400;

/** What somebody did on every table under one condition: carries so many blocks, and so many of them are right. */
function units(opts: { carried: number; right: number; errors?: number }): UnitResult[] {
  return Array.from({ length: N }, (_, i) => {
    const isError = i < (opts.errors ?? 0);
    // In mixed order, so that no condition is right on the tables on which another is.
    const rank = (i * 149) % N;
    const carried = rank < opts.carried * N;
    const right = rank < opts.right * N;
    return {
      id: `test-${i}`,
      epoch: 0,
      cluster: `question-${i}`,
      groups: {},
      outcome: isError ? 'sim_error' : 'answered',
      score: isError ? null : right ? 1 : 0,
      extraction: null,
      facts: {
        choices: 4,
        gold: 'A',
        ending: right ? 'success' : carried ? 'wrong_block_placed' : 'no_grasp',
        ...(carried && { chosen: right ? 'A' : 'B', placed: right ? 'A' : 'B' }),
      },
    };
  });
}

const verdicts = (results: Record<string, UnitResult[]>) =>
  Object.fromEntries(controls.read(results).links.map(({ name, verdict }) => [name, verdict]));

test('whoever can do everything has four links that work', () => {
  const all = units({ carried: 1, right: 1 });
  expect(verdicts({ direct: all, named: all, question: all })).toEqual({
    acting: 'works',
    finding: 'works',
    binding: 'works',
    reading: 'works',
  });
});

test('good hands that ignore every word fail at finding, and nothing is claimed about what comes after it', () => {
  const blind = units({ carried: 1, right: 0.25 });
  expect(verdicts({ direct: blind, named: blind, question: blind })).toEqual({
    acting: 'works',
    finding: 'fails',
    binding: 'open',
    reading: 'open',
  });
});

test('whoever knows letters alone fails at binding', () => {
  const [told, blind] = [units({ carried: 1, right: 1 }), units({ carried: 1, right: 0.25 })];
  expect(verdicts({ direct: told, named: blind, question: blind })).toMatchObject({
    finding: 'works',
    binding: 'fails',
  });
});

test('whoever cannot answer fails at reading', () => {
  const [told, blind] = [units({ carried: 1, right: 1 }), units({ carried: 1, right: 0.25 })];
  const { links, stages } = controls.read({ direct: told, named: told, question: blind });
  expect(links.at(-1)).toMatchObject({ name: 'reading', verdict: 'fails', from: 'named', to: 'question' });
  expect(links.at(-1)?.says).toBe('Reading fails: from 100.0 % to 25.0 %, no better than a blind choice.');
  expect(stages.at(-1)?.metric).toMatchObject({ value: 0.25, chance: 0.25 });
});

test('half of the questions read is neither all nor nothing', () => {
  const [told, some] = [units({ carried: 1, right: 1 }), units({ carried: 1, right: 0.6 })];
  expect(verdicts({ direct: told, named: told, question: some })).toMatchObject({ reading: 'costs' });
});

test('one right answer of three was said to be no better than a blind choice', () => {
  const three = (right: number) =>
    units({ carried: 1, right: 1 })
      .slice(0, 3)
      .map((unit, i) => ({ ...unit, score: i < right ? 1 : 0 }));
  expect(verdicts({ direct: three(3), named: three(3), question: three(1) })).toMatchObject({ reading: 'open' });
});

test('clumsy hands are not taken for a bad reader: blind choice is what these hands would get by it', () => {
  const [told, blind] = [units({ carried: 0.4, right: 0.4 }), units({ carried: 0.4, right: 0.1 })];
  const { stages, links } = controls.read({ direct: told, named: told, question: blind });
  expect(stages.map(({ metric }) => metric.chance)).toEqual([undefined, 0.1, 0.1, 0.1]);
  expect(links.map(({ verdict }) => verdict)).toEqual(['costs', 'works', 'works', 'fails']);
});

test('a robot that never moves fails at acting, and nothing else is claimed', () => {
  const still = units({ carried: 0, right: 0 });
  expect(verdicts({ direct: still, named: still, question: still })).toEqual({
    acting: 'fails',
    finding: 'open',
    binding: 'open',
    reading: 'open',
  });
});

test('errors leave a link open instead of counting against it', () => {
  const told = units({ carried: 1, right: 1 });
  const failing = units({ carried: 1, right: 1, errors: 100 });
  const [reading] = controls.read({ direct: told, named: told, question: failing }).links.slice(-1);
  expect(reading).toMatchObject({ verdict: 'open', pairing: { errors: 100 } });
});

test('a score that needs no picture or no text is called out; one at blind choice is not', () => {
  const [told, blind] = [units({ carried: 1, right: 1 }), units({ carried: 1, right: 0.25 })];
  const says = (probe: UnitResult[]) =>
    controls
      .read({ direct: told, 'no-picture': probe, 'no-text': probe, shuffled: probe })
      .probes.map((each) => each.says);
  expect(says(told)).toEqual([
    'It goes for a block in 100.0 % [99.0, 100.0] of the episodes, although none is right.',
    expect.stringContaining('So it does not need to see.'),
    expect.stringContaining('So it knows the answer from elsewhere.'),
  ]);
  expect(says(blind).join(' ')).not.toContain('So it');
});

test('a run that was told the block is never read as one that grounds answers', () => {
  const told = units({ carried: 1, right: 1 }).map((unit) => ({
    ...unit,
    facts: { ...unit.facts, condition: 'direct', grasped: 1, pinched: 1, firstChoice: 'right_at_rest' },
  }));
  const [reading] = diagnose(told);
  expect(reading?.about).toMatch(/^A control under the condition “direct”/);
  expect(reading?.about).not.toContain('ground the answer');
});
