import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Action, Observation, Picture, Policy } from '../../../../contracts/index.ts';
import type { PythonPlace } from '../../../../host/index.ts';
import { bareEnv } from '../../../../host/python/testing/python.ts';
import { openPythonPolicy } from '../open.ts';
import type { PythonOptions } from '../reference.ts';

/** A folder that goes when the test ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-python-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** What every policy must have; the last definition counts. */
const PLAIN = `
import json, os, sys, time
import numpy as np
def get_model(usr_args): return usr_args
def reset_model(model): pass
`;

/** A policy of this code, in a folder of its own unless one is given. */
export async function openPolicyOf(code: string, opts: PythonOptions & Partial<PythonPlace> = {}): Promise<Policy> {
  const { cwd = newFolder(), env = bareEnv, ...options } = opts;
  writeFileSync(join(cwd, 'deploy_policy.py'), PLAIN + code);
  const policy = await openPythonPolicy({ path: 'deploy_policy.py', ...options }, { env, cwd });
  return policy;
}

/** The same, closed when the test ends. */
export async function policyOf(...args: Parameters<typeof openPolicyOf>): Promise<Policy> {
  const policy = await openPolicyOf(...args);
  onTestFinished(() => policy.close?.());
  return policy;
}

/** A world without physics: the state is what was last commanded. */
export async function playEpisode(
  policy: Policy,
  { stepLimit = 10, succeedAfter = 1000, id = 'a', timeoutMs = 600_000 } = {},
): Promise<{ acts: Action[][]; end: 'done' | 'over' }> {
  const acts: Action[][] = [];
  const state = new Float64Array(14);
  let step = 0;
  const start = { instruction: 'Bring me 7.', unit: { id, epoch: 0 }, seed: 0, stepLimit, timeoutMs };
  await policy.reset(start);
  while (step < Math.min(stepLimit, succeedAfter)) {
    const chunk = await policy.act(observation(policy.needs.cameras, { state: state.slice(), step }));
    if (chunk === 'done') return { acts, end: 'done' };
    acts.push(chunk);
    step += chunk.length;
    const last = chunk.at(-1);
    if (last?.length === 14) state.set(last);
  }
  return { acts, end: 'over' };
}

export function observation(cameras: readonly string[], { state = new Float64Array(14), step = 0 } = {}): Observation {
  return {
    instruction: 'Bring me 7.',
    step,
    state,
    joints: state.map((value, i) => value + i / 100),
    hands: { left: Float64Array.of(1, 2, 3, 1, 0, 0, 0), right: Float64Array.of(4, 5, 6, 0, 1, 0, 0) },
    images: Object.fromEntries(cameras.map((name, i) => [name, picture(i)])),
  };
}

/** A camera that stands at (1, 2, 3) and looks along the world's y axis. */
function picture(shade: number): Picture {
  return {
    width: 4,
    height: 2,
    rgb: Uint8Array.from({ length: 24 }, (_, i) => 10 * shade + i),
    depth: Float32Array.from({ length: 8 }, (_, i) => 1000 + i),
    intrinsic: Float64Array.of(3, 0, 2, 0, 3, 1, 0, 0, 1),
    extrinsic: Float64Array.of(1, 0, 0, -1, 0, 0, -1, 3, 0, 1, 0, -2),
  };
}
