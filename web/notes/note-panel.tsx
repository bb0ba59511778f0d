import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { UnitResult } from '../../src/contracts/index.ts';
import { useKeys } from '../shell/use-keys.ts';
import type { RunHead } from '../source/index.ts';
import { limits, type Note, tagCounts, tagOf } from './notes.ts';
import { Tags } from './tags.tsx';
import { keepNote, runOf, useNote, useNotes } from './use-notes.ts';
import './notes.css';

/** What the reader thinks of a sample: tags to count by, and words. Kept in this browser. */
export function NotePanel(props: {
  head: RunHead;
  result: UnitResult;
  /** Which run it is about; empty where there is no other. */
  letter: string;
  /** One of several has it. */
  hasKey: boolean;
}) {
  const {
    head,
    letter,
    hasKey,
    result: { id, epoch },
  } = props;
  const { notes, unsaved } = useNotes();
  const known: Note = useNote(head, { id, epoch }) ?? { run: runOf(head), unit: id, epoch, tags: [], note: '' };
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const suggestions = useId();
  useKeys(hasKey ? { n: () => input.current?.focus() } : {});
  const others = tagCounts(notes.values()).filter(([tag]) => !known.tags.includes(tag));
  const add = (tag: string) => {
    if (tagOf(tag) !== '') keepNote({ ...known, tags: [...known.tags, tag] });
    setTyped('');
  };
  const onKey = ({ key, currentTarget }: KeyboardEvent) => {
    if (key === 'Enter') add(typed);
    if (key === 'Escape' && currentTarget instanceof HTMLElement) currentTarget.blur();
  };
  return (
    <section className="panel stack notes" aria-label="Your notes">
      <h2>
        {letter === '' ? 'Your notes' : `Your notes on ${letter}`} <span className="muted small">in this browser</span>
      </h2>
      <div className="row">
        <Tags
          tags={known.tags}
          onRemove={(tag) => keepNote({ ...known, tags: known.tags.filter((each) => each !== tag) })}
        />
        <input
          ref={input}
          aria-label="Add a tag"
          placeholder="Add a tag ( n )"
          list={suggestions}
          maxLength={limits.tag}
          value={typed}
          disabled={known.tags.length >= limits.tags}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKey}
        />
        <datalist id={suggestions}>
          {others.slice(0, 50).map(([tag]) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </div>
      {others.length > 0 && known.tags.length < limits.tags && (
        <p className="row">
          {others.slice(0, 6).map(([tag]) => (
            <button key={tag} type="button" className="chip tag is-offer" onClick={() => add(tag)}>
              {`+ ${tag}`}
            </button>
          ))}
        </p>
      )}
      <textarea
        aria-label="Note"
        placeholder="Why did it fail?"
        rows={2}
        maxLength={limits.note}
        value={known.note}
        onChange={({ target }) => keepNote({ ...known, note: target.value })}
        onKeyDown={onKey}
      />
      {unsaved && (
        <p className="caution" role="alert">
          {unsaved}
        </p>
      )}
    </section>
  );
}
