import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

test('episodes weigh as much as they have calls', () => {
  const pace = new Pace();
  expect(pace.acting).toEqual({});
  pace.add({ calls: 3, meanMs: 10, maxMs: 20, meanCommands: 4 });
  pace.add(undefined);
  pace.add({ calls: 1, meanMs: 50, maxMs: 50, meanCommands: 8 });
  expect(pace.acting).toEqual({
    acting: { calls: 4, msPerCall: 20, mostMs: 50, commandsPerCall: 5, msPerCommand: 4, commandsPerSecond: 250 },
  });
});
