import { expect, test } from 'vitest';
import { machineError } from './machine-error.ts';

const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

test('a full disk is found behind other errors', () => {
  const behind = new AggregateError([new Error('first'), new Error('second', { cause: full })]);
  for (const error of [full, behind]) expect(machineError(error)).toMatchObject({ code: 'disk_full' });
  expect(machineError(new Error('something else'))).toBeUndefined();
  expect(machineError('ENOSPC')).toBeUndefined();
});

test('errors that are their own cause end all the same', () => {
  const round = new Error('round');
  round.cause = new Error('and', { cause: round });
  const all = new AggregateError([]);
  all.errors.push(all, all);
  for (const error of [round, all]) expect(machineError(error)).toBeUndefined();
});
