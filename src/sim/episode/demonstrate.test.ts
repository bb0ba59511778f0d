import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Action, Perturb, ShownFrame } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { drawLayout, type Layout, scattered } from '../scene/layout.ts';
import { TabletopWorld } from './world.ts';

let world: TabletopWorld;
beforeAll(async () => {
  world = await TabletopWorld.open(4);
});
afterAll(() => world.close());

const blind = { cameras: [], every: 15 };

function tableOf(seed: number): Layout {
  const drawn = drawLayout({ seed, labels: [...'ABCD'], arrangement: scattered });
  if ('why' in drawn) throw new Error(drawn.why);
  return drawn.layout;
}

function disturbed(seed: number, perturb: Partial<Perturb> = {}) {
  const all = { seed, attempt: 0, start: 0.1, pushes: 2, nudges: 1, ...perturb };
  const { frames, ...about } = world.demonstrate(tableOf(seed), 'B', { ...blind, perturb: all });
  return { frames: [...frames], ...about };
}

const states = (frames: readonly ShownFrame[]) => frames.map(({ state }) => Array.from(state));

describe('a disturbed expert', () => {
  test('recovers, and tells what was done to it and when', () => {
    const { frames, disturbances, moves } = disturbed(3);
    expect(disturbances.map(({ what }) => what.kind).sort()).toEqual(['nudge', 'push', 'push', 'start']);
    const [start, ...others] = disturbances;
    expect(start?.what).toMatchObject({ kind: 'start', joints: Array.from(at(frames, 0).state) });
    expect(Math.max(...Array.from(at(frames, 0).state, Math.abs).filter((_, i) => i % 7 !== 6))).toBeGreaterThan(0.02);
    for (const { frames: span } of others) {
      expect(span[1]).toBeGreaterThan(span[0]);
      // Neither what happens in it nor the way into it is the expert's.
      for (let t = span[0] - 1; t < span[1]; t += 1) expect([t, at(frames, t).byExpert]).toEqual([t, false]);
    }
    expect(frames.filter(({ byExpert }) => byExpert).length).toBeGreaterThan(frames.length / 2);
    expect(moves.left.length + moves.right.length).toBeGreaterThan(9);
  });

  test('is the same for the same seed, and another for another attempt', () => {
    const first = disturbed(4);
    const again = disturbed(4);
    expect(states(again.frames)).toEqual(states(first.frames));
    expect(again.disturbances).toEqual(first.disturbances);
    expect(disturbed(4, { attempt: 1 }).disturbances).not.toEqual(first.disturbances);
  });

  test('is one that recovers in nearly every case', () => {
    const recovered = [21, 22, 23, 24].filter((seed) => {
      try {
        return disturbed(seed).frames.length > 0;
      } catch {
        return false;
      }
    });
    expect(recovered.length).toBeGreaterThanOrEqual(3);
  });
});

test('an undisturbed expert says nothing about it, and never moves the other arm', () => {
  const { frames, disturbances, moves } = world.demonstrate(tableOf(3), 'B', blind);
  const all = [...frames];
  expect(disturbances).toEqual([]);
  expect(all.some((frame) => 'byExpert' in frame)).toBe(false);
  expect([moves.left.length, moves.right.length].sort()).toEqual([0, 9]);
});

describe('what the expert would have done', () => {
  /** Commands along an expert's own way, two frames apart. */
  function commands(layout: Layout, target: string, share: number): Action[] {
    const all = [...world.demonstrate(layout, target, blind).frames].map(({ state }) => state.slice());
    return all.slice(0, Math.floor(share * all.length)).filter((_, i) => i % 2 === 1);
  }

  test('goes on from where somebody else is, with and without the block in the hand', () => {
    const layout = tableOf(3);
    const actions = commands(layout, 'B', 0.7);
    const frames = [...world.relabel(layout, 'B', { actions }, { cameras: [], every: 60 })];
    expect(frames).toHaveLength(actions.length);
    expect(frames.filter(({ expertAction }) => expertAction).length).toBeGreaterThan(0.9 * frames.length);
    const held = frames.filter(({ state }) => Math.min(at(state, 6), at(state, 13)) < 0.2);
    expect(held.length).toBeGreaterThan(3);
    // With the right block in it, the hand stays closed.
    const last = at(held, -1);
    const side = at(last.state, 6) < 0.2 ? 6 : 13;
    expect(last.expertAction?.[side]).toBeLessThan(0.2);
  });

  test('is not what a wrong fetch does', () => {
    const layout = tableOf(3);
    const actions = commands(layout, 'A', 0.3);
    const wrong = [...world.relabel(layout, 'B', { actions }, { cameras: [], every: 60 })];
    const right = [...world.relabel(layout, 'A', { actions }, { cameras: [], every: 60 })];
    expect(states(wrong)).toEqual(states(right));
    const differs = wrong.some(({ expertAction }, t) =>
      expertAction?.some((value, i) => Math.abs(value - (at(right, t).expertAction?.[i] ?? 0)) > 0.02),
    );
    expect(differs).toBe(true);
  });

  test('puts a wrong block down', () => {
    const layout = tableOf(3);
    const actions = commands(layout, 'A', 0.6);
    const frames = [...world.relabel(layout, 'B', { actions }, { cameras: [], every: 400 })];
    const { state, expertAction } = at(frames, -1);
    const side = at(state, 6) < 0.2 ? 6 : 13;
    expect(at(state, side)).toBeLessThan(0.2);
    expect(expertAction?.[side]).toBeGreaterThan(0.8);
  });

  test('ends with the episode', () => {
    const layout = tableOf(3);
    const actions = [...commands(layout, 'B', 1), ...commands(layout, 'B', 1)];
    const frames = [...world.relabel(layout, 'B', { actions }, { cameras: [], every: 60 })];
    expect(frames.length).toBeLessThan(actions.length);
  });
});
