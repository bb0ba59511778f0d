import type { Price, Reply, RunEvent, Usage } from '../../contracts/index.ts';
import { collectEvery } from '../../host/index.ts';
import { readEvents, runPaths } from '../../store/index.ts';
import { PackedTexts } from '../../util/index.ts';
import { type FindFile, lostFile } from './made-files.ts';
import { PackedSet } from './packed-set.ts';
import { unitKey } from './plan.ts';
import { addUsage, isUnmetered } from './usage.ts';

/** What earlier sessions left in a run folder. */
export interface History {
  /** Units with a final reply whose files are there. An error is no answer: such a unit is asked again. */
  answered: PackedSet;
  /** Attempts and replies at units that are still open. */
  open: Map<string, { attempts: number; replies: number }>;
  /** What a model said to units that are still open, because hands had yet to act on it. */
  words: Map<string, Reply>;
  samples: PackedSet;
  prompts: PackedSet;
  /** Replies that still have to be acted on are not included: they count with the attempt they become part of. */
  usage: Usage;
  /** Some paid reply came without its usage: what was spent is unknown. */
  unmetered: boolean;
}

interface HistoryOptions {
  folder: string;
  price: Price | null;
  find: FindFile;
  /** Called with every event, so that other readers need not read the journal again. */
  visit(event: RunEvent): void;
}

/** How many events are read before their garbage is collected. */
const EVENTS_AT_ONCE = 1 << 16;

export async function readHistory({ folder, price, find, visit }: HistoryOptions): Promise<History> {
  const history = noHistory();
  const tidy = collectEvery(EVENTS_AT_ONCE);
  for await (const read of readEvents(runPaths(folder).events)) {
    tidy();
    if (!('event' in read)) continue;
    note(history, read.event, find);
    history.unmetered ||= read.event.event === 'attempt' && isUnmetered(read.event, price);
    visit(read.event);
  }
  return history;
}

/** Of a run that begins. */
export function noHistory(): History {
  // Questions and prompts are about the same units.
  const ids = new PackedTexts();
  return {
    answered: new PackedSet(),
    open: new Map(),
    words: new Map(),
    samples: new PackedSet(ids),
    prompts: new PackedSet(ids),
    usage: { inputTokens: 0, outputTokens: 0 },
    unmetered: false,
  };
}

function note(history: History, event: RunEvent, find: FindFile): void {
  if (event.event === 'sample') history.samples.add(event.sample.id);
  if (event.event === 'prompt') history.prompts.add(event.unit);
  if (event.event !== 'attempt' && event.event !== 'said') return;
  const key = unitKey({ id: event.unit, epoch: event.epoch });
  if (event.event === 'said') {
    history.words.set(key, event.reply);
    return;
  }
  if (event.reply) history.words.delete(key);
  const before = history.open.get(key);
  const replies = event.final ? 0 : (before?.replies ?? 0) + (event.reply ? 1 : 0);
  if (event.final && event.reply && lostFile(event.reply, find) === undefined) {
    history.answered.add(key);
    history.open.delete(key);
  } else {
    history.answered.delete(key);
    history.open.set(key, { attempts: event.attempt, replies });
  }
  if (!event.cached) addUsage(history.usage, event.reply?.usage);
}
