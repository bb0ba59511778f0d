import { z } from 'zod';

/** What a reader wrote about one unit of one run. */
export interface Note {
  /** The run by what stays the same wherever its folder lies. */
  run: { benchmark: string; model: string; made: string };
  unit: string;
  epoch: number;
  tags: string[];
  note: string;
}

/** By `keyOf`. */
export type Notes = ReadonlyMap<string, Note>;

export const limits = { tag: 60, tags: 20, note: 20_000, notes: 50_000, id: 1000 };

const id = z.string().max(limits.id);
const NotesFile = z.object({
  format: z.literal('sextant-notes-1'),
  notes: z
    .array(
      z.object({
        run: z.object({ benchmark: id, model: id, made: id }),
        unit: id,
        epoch: z.number().int().nonnegative(),
        tags: z.array(z.string().max(limits.id)).max(limits.tags),
        note: z.string().max(limits.note),
      }),
    )
    .max(limits.notes),
});

export function keyOf({ run: { benchmark, model, made }, unit, epoch }: Pick<Note, 'run' | 'unit' | 'epoch'>): string {
  return JSON.stringify([made, benchmark, model, unit, epoch]);
}

/**
 * A tag as it is kept: in one line, without what cannot be seen.
 * @example tagOf('  wrong \n object ') // 'wrong object'
 */
export function tagOf(text: string): string {
  const seen = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...seen].slice(0, limits.tag).join('').trim();
}

/** The notes with one of them changed; one that says nothing any more is taken out. */
export function withNote(notes: Notes, note: Note): Notes {
  const changed = new Map(notes);
  put(changed, note);
  return changed;
}

function put(notes: Map<string, Note>, note: Note): void {
  const tags = [...new Set(note.tags.map(tagOf))].filter((tag) => tag !== '').slice(0, limits.tags);
  const text = note.note.toWellFormed().slice(0, limits.note);
  if (tags.length === 0 && text === '') notes.delete(keyOf(note));
  else notes.set(keyOf(note), { ...note, tags, note: text });
}

/** A file of notes; throws where it is none. */
export function readNotes(text: string): Note[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('This is no file of notes: it is not JSON.');
  }
  const read = NotesFile.safeParse(json);
  if (read.success) return read.data.notes;
  const [issue] = read.error.issues;
  throw new Error(`This is no file of notes: ${issue ? `${issue.path.join('.')}: ${issue.message}` : 'unknown form'}.`);
}

export function writeNotes(notes: Iterable<Note>): string {
  return `${JSON.stringify({ format: 'sextant-notes-1', notes: [...notes] }, null, 2)}\n`;
}

/** Ours and somebody else’s: tags of both; their words follow ours where they say something else. */
export function merged(ours: Notes, theirs: readonly Note[]): Notes {
  const all = new Map(ours);
  for (const their of theirs) {
    const { tags = [], note = '' } = all.get(keyOf(their)) ?? {};
    put(all, { ...their, tags: [...tags, ...their.tags], note: bothTexts(note, their.note) });
  }
  return all;
}

/** One of them alone where it says all that the other one does. */
function bothTexts(ours: string, theirs: string): string {
  if (ours.includes(theirs)) return ours;
  return theirs.includes(ours) ? theirs : `${ours}\n\n${theirs}`;
}

/** How often each tag was given, the most frequent first. */
export function tagCounts(notes: Iterable<Note>): [tag: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { tags } of notes) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

/**
 * Whether a unit with this note is asked for: `*` all that have one, `!` all that have none, `=name` those with a tag.
 */
export function isAsked(asked: string, note: Note | undefined): boolean {
  if (asked === '*') return note !== undefined;
  if (asked === '!') return note === undefined;
  return note?.tags.includes(asked.slice(1)) ?? false;
}
