import { type Action, type EpisodeStart, type Policy, PolicyError } from '../../../contracts/index.ts';
import { readActions } from './actions.ts';
import type { Terms } from './agreement.ts';
import { ConnectionLost } from './channel.ts';
import type { PolicyLine } from './connect.ts';
import type { PackableMap } from './encode.ts';
import { observe } from './observe.ts';
import { isMap, type Wire } from './wire.ts';

/** How an episode went on the line: milliseconds of each question, as seen here and as the server says, and commands per answer. */
export interface RemoteReport {
  ms: number[];
  serverMs: number[];
  commands: number[];
}

/** Plays over a line. One that is lost within an episode ends it; between episodes there is a new one. */
export function player(
  { map, replan }: Terms,
  dial: (signal: AbortSignal) => Promise<PolicyLine>,
): Pick<Policy, 'reset' | 'act' | 'close'> & { report(): RemoteReport } {
  let line: PolicyLine | undefined;
  /** The line is that of an earlier episode and was not heard in this one: it may have been lost since. */
  let isKept = false;
  /** The line on which an answer is awaited. */
  let busy: PolicyLine | undefined;
  let start: EpisodeStart | undefined;
  let trying = new AbortController();
  let waiting: Action[] = [];
  let report: RemoteReport = { ms: [], serverMs: [], commands: [] };

  const drop = (one: PolicyLine | undefined) => {
    if (line === one) line = undefined;
    return one?.channel.close();
  };

  /** After an error the next message on the connection is unpredictable, so the connection is dropped. */
  const on = async <T>(mine: PolicyLine, talk: () => Promise<T> | undefined): Promise<T | undefined> => {
    busy = mine;
    try {
      return await talk();
    } catch (error) {
      void drop(mine);
      throw error;
    } finally {
      if (busy === mine) busy = undefined;
    }
  };

  const renew = async (given: EpisodeStart, signal: AbortSignal): Promise<PolicyLine> => {
    const fresh = await dial(signal);
    line = fresh;
    isKept = false;
    await on(fresh, () => fresh.session.begin?.(given));
    return fresh;
  };

  const infer = async (mine: PolicyLine, given: EpisodeStart, seen: PackableMap): Promise<Wire> => {
    const { signal } = trying;
    try {
      return (await on(mine, () => mine.session.infer(seen))) ?? null;
    } catch (error) {
      // No command of this episode was given yet: a line that was lost before it began is no loss.
      if (!isKept || !(error instanceof ConnectionLost) || signal.aborted) throw error;
      const fresh = await renew(given, signal);
      return (await on(fresh, () => fresh.session.infer(seen))) ?? null;
    } finally {
      isKept = false;
    }
  };

  return {
    async reset(given) {
      trying.abort();
      trying = new AbortController();
      const { signal } = trying;
      start = given;
      waiting = [];
      report = { ms: [], serverMs: [], commands: [] };
      // A late reply would be taken for the answer to the next request.
      if (line && (busy === line || line.channel.lost)) void drop(line);
      const old = line;
      if (old) {
        isKept = true;
        try {
          await on(old, () => old.session.end?.());
          await on(old, () => old.session.begin?.(given));
          return;
        } catch {
          signal.throwIfAborted();
        }
      }
      await renew(given, signal);
    },

    async act(observation) {
      const mine = line;
      if (!mine || !start) throw new PolicyError('policy_failed', 'there is no connection to the server');
      const seen = observe(map.observation, observation, start);
      const next = waiting.shift();
      if (next) {
        await on(mine, () => mine.session.update?.(seen));
        return [next];
      }
      const asked = performance.now();
      const reply = await infer(mine, start, seen);
      report.ms.push(performance.now() - asked);
      report.serverMs.push(...serverMs(reply));
      const { done } = map.action;
      if (done !== undefined && isMap(reply) && reply[done] === true) return 'done';
      const chunk = readActions(reply, map.action);
      report.commands.push(chunk.length);
      if (replan !== undefined && chunk.length < replan) {
        throw new PolicyError('bad_action', `the server gave ${chunk.length} commands, replan=${replan} takes more`);
      }
      const taken = chunk.slice(0, replan);
      if (!mine.session.update) return taken;
      waiting = taken.slice(1);
      return taken.slice(0, 1);
    },

    report: () => report,

    /** The last episode ends as the others did, if the server is free to hear it. */
    async close() {
      trying.abort();
      const last = line;
      if (last && busy !== last) await on(last, () => last.session.end?.()).catch(() => {});
      await drop(line);
    },
  };
}

/** How long the server says it took. */
function serverMs(reply: Wire): number[] {
  if (!isMap(reply)) return [];
  const { server_timing: timing, latency_ms: latency } = reply;
  const ms = isMap(timing) ? timing.infer_ms : latency;
  return typeof ms === 'number' ? [ms] : [];
}
