import { useMemo, useSyncExternalStore } from 'react';
import { messageOf, type UnitResult } from '../../src/contracts/index.ts';
import type { Query } from '../shell/route.ts';
import { useUnits } from '../shell/use-load.ts';
import type { RunHead, UnitRow } from '../source/index.ts';
import { isAsked, keyOf, merged, type Note, type Notes, readNotes, withNote, writeNotes } from './notes.ts';

const place = 'sextant-notes';
const changes = new EventTarget();

interface KeptNotes {
  notes: Notes;
  /** Why they last no longer than the page. */
  unsaved?: string;
}

let kept: KeptNotes | undefined;

/** What the browser kept; what is no longer readable there is left alone until something is written. */
function read(): KeptNotes {
  try {
    const text = localStorage.getItem(place);
    return { notes: merged(new Map(), text === null ? [] : readNotes(text)) };
  } catch (error) {
    return { notes: new Map(), unsaved: messageOf(error) };
  }
}

function change(notes: Notes): void {
  kept = { notes };
  try {
    localStorage.setItem(place, writeNotes(notes.values()));
  } catch {
    kept = { notes, unsaved: 'The browser cannot keep more notes: export them, or they are gone with this page.' };
  }
  changes.dispatchEvent(new Event('change'));
}

function subscribe(changed: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== place) return;
    // Another window wrote.
    kept = read();
    changed();
  };
  changes.addEventListener('change', changed);
  window.addEventListener('storage', onStorage);
  return () => {
    changes.removeEventListener('change', changed);
    window.removeEventListener('storage', onStorage);
  };
}

/** Everything that readers wrote in this browser. */
export function useNotes(): KeptNotes {
  return useSyncExternalStore(subscribe, () => {
    kept ??= read();
    return kept;
  });
}

export function runOf({ run: { spec, createdAt } }: RunHead): Note['run'] {
  return { benchmark: spec.benchmark, model: spec.model.id, made: createdAt };
}

function noteKey(head: RunHead, { id, epoch }: Pick<UnitResult, 'id' | 'epoch'>): string {
  return keyOf({ run: runOf(head), unit: id, epoch });
}

/** What was written about one unit. */
export function useNote(head: RunHead, unit: Pick<UnitResult, 'id' | 'epoch'>): Note | undefined {
  return useNotes().notes.get(noteKey(head, unit));
}

/** What was written about the units of a run. */
export function useRunNotes(head: RunHead): Note[] {
  const { notes } = useNotes();
  return useMemo(() => {
    const { made, benchmark, model } = runOf(head);
    return [...notes.values()].filter(
      ({ run }) => run.made === made && run.benchmark === benchmark && run.model === model,
    );
  }, [notes, head]);
}

export function keepNote(note: Note): void {
  change(withNote((kept ?? read()).notes, note));
}

/** Takes in a file of notes; returns how many it had. */
export function takeNotes(text: string): number {
  const theirs = readNotes(text);
  change(merged((kept ?? read()).notes, theirs));
  return theirs.length;
}

/** Whether somebody asks for samples by what was written about them. */
function askedFor({ tag = '' }: Query): boolean {
  return /^(\*|!|=.)/su.test(tag);
}

/**
 * The rows with the tags that are asked for. The server knows nothing of notes, so that all rows are needed then;
 * `rows` are those that were scored in this page.
 */
export function useTagged(head: RunHead, query: Query, rows?: readonly UnitRow[]) {
  const asked = askedFor(query);
  const units = useUnits(asked && !rows ? head.id : undefined);
  const { notes } = useNotes();
  const all = rows ?? units.value;
  const { tag = '' } = query;
  const found = useMemo(
    () => (asked ? all?.filter(({ result }) => isAsked(tag, notes.get(noteKey(head, result)))) : rows),
    [asked, all, rows, tag, notes, head],
  );
  return { asked, value: found, error: asked && !rows ? units.error : undefined };
}
