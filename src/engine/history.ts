import type { RunEvent, Usage } from '../contracts/index.ts';
import { readEvents, runPaths } from '../data/index.ts';
import { unitKey } from './plan.ts';
import { addUsage } from './usage.ts';

/** What earlier sessions left in a run folder. */
export interface History {
  /** Units with a final reply. An error is no answer: such a unit is asked again. */
  answered: Set<string>;
  /** Attempts and replies at units that are still open. */
  open: Map<string, { attempts: number; replies: number }>;
  samples: Set<string>;
  prompts: Set<string>;
  usage: Usage;
}

/** @param visit is told every event, so that whoever needs more of them need not read the journal again */
export async function readHistory(folder: string, visit: (event: RunEvent) => void): Promise<History> {
  const history: History = {
    answered: new Set(),
    open: new Map(),
    samples: new Set(),
    prompts: new Set(),
    usage: { inputTokens: 0, outputTokens: 0 },
  };
  for await (const read of readEvents(runPaths(folder).events)) {
    if (!('event' in read)) continue;
    note(history, read.event);
    visit(read.event);
  }
  return history;
}

function note(history: History, event: RunEvent): void {
  if (event.event === 'sample') history.samples.add(event.sample.id);
  if (event.event === 'prompt') history.prompts.add(event.unit);
  if (event.event !== 'attempt') return;
  const key = unitKey({ id: event.unit, epoch: event.epoch });
  const before = history.open.get(key);
  const replies = event.final ? 0 : (before?.replies ?? 0) + (event.reply ? 1 : 0);
  if (event.final && event.reply) {
    history.answered.add(key);
    history.open.delete(key);
  } else {
    history.open.set(key, { attempts: event.attempt, replies });
  }
  if (!event.cached) addUsage(history.usage, event.reply?.usage);
}
