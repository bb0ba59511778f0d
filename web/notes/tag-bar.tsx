import { useRef, useState } from 'react';
import { messageOf } from '../../src/contracts/index.ts';
import { count, plural } from '../../src/util/index.ts';
import { save } from '../parts/menu.tsx';
import type { Query } from '../shell/route.ts';
import { useRoute } from '../shell/use-route.ts';
import type { RunHead } from '../source/index.ts';
import { tagCounts, writeNotes } from './notes.ts';
import { takeNotes, useNotes, useRunNotes } from './use-notes.ts';
import './notes.css';

/** A notes file is never larger; who wants to import more has another file. */
const MOST_BYTES = 5e7;

/** How often each tag was given in a run, to be filtered by; notes go out of the browser and come in as a file. */
export function TagBar({ head, query }: { head: RunHead; query: Query }) {
  const { setQuery } = useRoute();
  const notes = useRunNotes(head);
  const { unsaved } = useNotes();
  const picker = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState('');
  const counts: [asked: string, name: string, n: number][] = [
    ['*', 'with notes', notes.length],
    ...tagCounts(notes).map(([tag, n]): [string, string, number] => [`=${tag}`, tag, n]),
  ];
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      if (file.size > MOST_BYTES) throw new Error('This is no file of notes: it is too large.');
      setTold(`${plural(takeNotes(await file.text()), 'note')} taken in.`);
    } catch (error) {
      setTold(messageOf(error));
    }
  };
  const choose = (asked: string) => setQuery({ tag: query.tag === asked ? '' : asked }, { replace: true });
  return (
    <fieldset className="row tag-bar">
      <legend className="visually-hidden">Your tags</legend>
      <span className="muted small">Your tags</span>
      {notes.length === 0 && <span className="muted small">none yet: open a sample</span>}
      {notes.length > 0 && (
        <>
          {counts.map(([asked, name, n]) => (
            <button
              key={asked}
              type="button"
              className="chip tag"
              aria-pressed={query.tag === asked}
              onClick={() => choose(asked)}
            >
              {name} <b>{count(n)}</b>
            </button>
          ))}
          <button type="button" className="chip tag" aria-pressed={query.tag === '!'} onClick={() => choose('!')}>
            without
          </button>
          <button
            type="button"
            className="button quiet small"
            onClick={() =>
              save(`${head.name}-notes.json`, new Blob([writeNotes(notes)], { type: 'application/json;charset=utf-8' }))
            }
          >
            Export
          </button>
        </>
      )}
      <button type="button" className="button quiet small" onClick={() => picker.current?.click()}>
        Import
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="Notes to import"
        onChange={({ target }) => {
          void take(target.files?.[0]);
          target.value = '';
        }}
      />
      <span className="small" role="status">
        {told}
      </span>
      {unsaved && <span className="caution small">{unsaved}</span>}
    </fieldset>
  );
}
