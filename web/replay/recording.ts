import { useEffect, useReducer, useState } from 'react';
import { messageOf } from '../../src/contracts/index.ts';
import { at } from '../../src/util/index.ts';
import { JOINTS, type Moments, POSE, type ReplayJob, type ReplayMessage, type ReplayScene } from './messages.ts';

/** An episode as it was done again, moment by moment; grows while the rest is computed. */
export class Recording {
  scene: ReplayScene | undefined;
  /** Undefined until the end; then what is not as it was told. */
  differences: readonly string[] | undefined;
  failure: string | undefined;
  readonly #batches: { first: number; moments: Moments }[] = [];
  readonly steps: number[] = [];
  readonly grippers: { left: number; right: number }[] = [];
  readonly joints: Record<'left' | 'right', Float32Array>[] = [];

  hear(message: ReplayMessage): void {
    if ('scene' in message) this.scene = message.scene;
    else if ('moments' in message) this.#add(message.moments);
    else if ('differences' in message) this.differences = message.differences;
    else this.failure = message.failure;
  }

  #add(moments: Moments): void {
    this.#batches.push({ first: this.steps.length, moments });
    for (const [i, step] of moments.steps.entries()) {
      this.steps.push(step);
      this.grippers.push({ left: at(moments.grippers, 2 * i), right: at(moments.grippers, 2 * i + 1) });
      const arm = (n: number) => moments.joints.subarray(n * JOINTS, (n + 1) * JOINTS);
      this.joints.push({ left: arm(2 * i), right: arm(2 * i + 1) });
    }
  }

  /** The poses at a step, between two moments a mixture: they are so close that turning in a straight line is not seen. */
  posesAt(step: number, into: Float32Array): void {
    const after = this.steps.findIndex((other) => other >= step);
    const next = after < 0 ? this.steps.length - 1 : after;
    const last = Math.max(0, next - 1);
    const [from = 0, to = 0] = [this.steps[last], this.steps[next]];
    const part = to > from ? Math.min(1, Math.max(0, (step - from) / (to - from))) : 1;
    const a = this.#poses(last);
    const b = this.#poses(next);
    if (!a || !b) return;
    for (let i = 0; i < into.length; i += 1) into[i] = (a[i] ?? 0) * (1 - part) + (b[i] ?? 0) * part;
  }

  #poses(moment: number): Float32Array | undefined {
    const batch = this.#batches.findLast(({ first }) => first <= moment);
    if (!batch || !this.scene) return undefined;
    const width = POSE * (this.scene.things.length + this.scene.cameras.length);
    const start = (moment - batch.first) * width;
    return batch.moments.poses.subarray(start, start + width);
  }
}

/** Does the episode again, in a thread of its own, and draws the page anew as it goes on. */
export function useRecording(job: ReplayJob): Recording {
  const [recording, setRecording] = useState(() => new Recording());
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const fresh = new Recording();
    setRecording(fresh);
    let worker: Worker | undefined;
    let left = false;
    const fail = (error: unknown) => {
      if (left) return;
      fresh.hear({ failure: messageOf(error) });
      refresh();
    };
    openWorker()
      .then((opened) => {
        worker = opened;
        if (left) return opened.terminate();
        opened.addEventListener('message', ({ data }: MessageEvent<ReplayMessage>) => {
          fresh.hear(data);
          refresh();
        });
        opened.addEventListener('error', ({ message }) => fail(message || 'the simulation could not be loaded'));
        opened.postMessage(job);
      })
      .catch(fail);
    return () => {
      left = true;
      worker?.terminate();
    };
  }, [job]);
  return recording;
}

/** The thread that simulates: a file of its own, or part of the page where the page is one file. */
async function openWorker(): Promise<Worker> {
  if (import.meta.env.MODE !== 'single') {
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  }
  const { default: Inlined } = await import('./worker.ts?worker&inline');
  return new Inlined();
}
