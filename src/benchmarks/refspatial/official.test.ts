import { expect, it } from 'vitest';
import type { UnitResult } from '../../contracts/index.ts';
import { refspatial, refspatialExpand } from './index.ts';

const unit = (id: string, score: number | null, more: Partial<UnitResult> = {}): UnitResult => ({
  id,
  epoch: 0,
  cluster: id,
  groups: { split: id.replace(/\/.*/, '') },
  outcome: 'answered',
  score,
  extraction: null,
  ...more,
});

it('prints a line per split in the order of the page, and nothing for splits that were not asked', () => {
  const units = [unit('unseen/0', 1), unit('placement/1', 0), unit('location/10', 1), unit('location/9', 0.5)];
  expect(refspatial.printOfficial?.(units)).toBe(
    'Accuracy: 0.7500, Evaluated: 2, Total: 2\nAccuracy: 0.0000, Evaluated: 1, Total: 1\nAccuracy: 1.0000, Evaluated: 1, Total: 1\n',
  );
  expect(refspatial.printOfficial?.([])).toBe('');
});

it('rounds ties to even, as Python does', () => {
  const units = Array.from({ length: 32 }, (_, i) => unit(`location/${i}`, i === 0 ? 1 : 0));
  expect(refspatialExpand.printOfficial?.(units)).toBe('Accuracy: 0.0312, Evaluated: 32, Total: 32\n');
});

it('prints nan where everything was left out', () => {
  const failed = unit('location/3', null, { extraction: { error: 'TypeError: oh: no', effect: 'dropped' } });
  expect(refspatialExpand.printOfficial?.([failed])).toBe(
    'Failed to parse question 3: oh: no\nAccuracy: nan, Evaluated: 0, Total: 1\n',
  );
});

it('ends where the script ends, and goes on with the next task', () => {
  const abort = { extraction: { error: 'IndexError: arrays', effect: 'abort' as const } };
  const drop = { extraction: { error: 'ValueError: negative', effect: 'dropped' as const } };
  const units = [
    unit('location/0', null, drop),
    unit('location/1', null, abort),
    unit('location/2', null, drop),
    unit('placement/0', 1),
  ];
  expect(refspatialExpand.printOfficial?.(units)).toBe(
    'Failed to parse question 0: negative\nAccuracy: 1.0000, Evaluated: 1, Total: 1\n',
  );
});

it('prints every epoch as a run of its own', () => {
  const units = [unit('location/0', 1, { epoch: 1 }), unit('location/0', 0)];
  expect(refspatialExpand.printOfficial?.(units)).toBe(
    'Accuracy: 0.0000, Evaluated: 1, Total: 1\nAccuracy: 1.0000, Evaluated: 1, Total: 1\n',
  );
});

it('aggregates with the official and the strict denominator', () => {
  const units = [
    unit('location/0', 1),
    unit('location/1', null, { outcome: 'unparsed' }),
    unit('location/2', null, { outcome: 'provider_error' }),
  ];
  const [official, strict] = refspatialExpand.aggregates.official?.(units) ?? [];
  expect(official).toMatchObject({ name: 'accuracy', value: 1, n: 1, errors: 1, worst: 0.5 });
  expect(strict).toMatchObject({ name: 'accuracy (strict)', value: 0.5, n: 2, errors: 1 });
  expect(refspatialExpand.aggregates.mean?.(units)).toMatchObject([{ name: 'accuracy' }]);
  const epochs = units.concat(units.map((one) => ({ ...one, epoch: 1 })));
  expect(refspatialExpand.aggregates.official?.(epochs).map(({ name }) => name)).toContain('pass@2');
});

it('a failed call of an API counts as 0, as in the script; a failed server is left out', () => {
  const failed = { outcome: 'provider_error' as const };
  const units = [
    unit('location/0', 1),
    unit('location/1', null, { ...failed, recorded: 'Failed: Query Error' }),
    unit('location/2', null, { ...failed, recorded: 'another tool’s word for it (0.5, 0.5)' }),
    unit('placement/0', 1),
  ];
  expect(refspatialExpand.printOfficial?.(units)).toBe(
    "Failed to parse question 2: expected string or bytes-like object, got 'NoneType'\nAccuracy: 0.5000, Evaluated: 2, Total: 3\nAccuracy: 1.0000, Evaluated: 1, Total: 1\n",
  );
  const [roborefer, toolkit] = ['refspatial/roborefer', 'refspatial/easi'].map((id) => {
    const protocol = refspatialExpand.protocols.find((one) => one.id === id);
    return protocol && refspatialExpand.caution?.(units, protocol);
  });
  expect(roborefer).toBe(
    'of 2 failed requests, the authors’ script counts 1 as 0 and leaves 1 out: it prints 0.5000 for location (2 of 3 evaluated), 1.0000 for placement (1 of 1 evaluated)',
  );
  expect(toolkit).toBeUndefined();
});
