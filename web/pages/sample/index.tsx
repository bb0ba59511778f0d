import { useState } from 'react';
import type { ShownSample } from '../../../src/contracts/index.ts';
import { NotePanel } from '../../notes/note-panel.tsx';
import { useLoad } from '../../shell/use-load.ts';
import type { Source } from '../../source/index.ts';
import { AnswerText, useSpans } from './answer-text.tsx';
import { MarksTable } from './marks-table.tsx';
import { Media } from './media.tsx';
import { WithMentions } from './mentions.tsx';
import { NumberScale } from './number-scale.tsx';
import { Options } from './options.tsx';
import type { JudgedMark } from './points.ts';
import { Raw } from './raw.tsx';
import { lastAttempt, namesOf, type Seen, shownOf, textOf, truthOf } from './seen.ts';
import { Siblings } from './siblings.tsx';
import { useAssets } from './use-media.ts';
import { usePointed } from './use-pointed.ts';
import { VerdictLine } from './verdict-line.tsx';
import './sample.css';

export type { Seen } from './seen.ts';

/** One question: what was asked, what was said, what is right, and why. What is drawn follows from what its benchmark shows. */
export function SamplePage({ source, seen }: { source: Source; seen: readonly Seen[] }) {
  const [first] = seen;
  return first ? <Units source={source} seen={seen} first={first} /> : null;
}

function Units({ source, seen, first }: { source: Source; seen: readonly Seen[]; first: Seen }) {
  const { sample } = first.view;
  const shown = shownOf(first.view, first.benchmark);
  const { choices, question, told, target, pictures = [] } = shown;
  const judged = usePointed(source, seen, target);
  const assets = useAssets(source, first.run.id);
  const { value: right } = useLoad(`truth ${first.run.id} ${sample.id}@`, () =>
    truthOf(sample, first.benchmark, assets),
  );
  const [open, setOpen] = useState<number>();
  const names = namesOf(seen);
  return (
    <div className="sample stack">
      <header className="stack">
        <div>
          {seen.map(({ view, run }, i) => (
            <VerdictLine key={run.id} result={view.row.result} right={right} choices={choices} name={names[i]} />
          ))}
        </div>
        <h1 className="question">
          <WithMentions text={question} count={target ? 0 : pictures.length} show={setOpen} />
        </h1>
        {told !== undefined && told !== question && (
          <p className="muted">
            The robot was told: <span className="told">{told}</span>
          </p>
        )}
        <p className="row">
          {Object.entries(sample.groups).map(([axis, key]) => (
            <span key={axis} className="chip group">
              {axis} <span className="group-key">{key}</span>
            </span>
          ))}
        </p>
      </header>
      <div className="sample-main">
        <div className="stack">
          <Media
            source={source}
            seen={seen}
            shown={shown}
            judged={judged}
            open={open}
            setOpen={setOpen}
            right={right}
          />
        </div>
        <div className="stack">
          {choices && (
            <Options
              choices={choices}
              right={right}
              chosen={seen.map(({ view, run, letter }) => ({
                run: letter,
                name: run.name,
                answer: answerOf(view.row.result.extraction),
              }))}
            />
          )}
          {isNumber(first) && right !== undefined && Number.isFinite(Number(right)) && (
            <NumberScale
              truth={Number(right)}
              given={seen.map(({ view, run, letter }) => ({
                run: letter,
                name: run.name,
                value: numberOf(view.row.result.extraction),
              }))}
            />
          )}
          {seen.map((one, i) => (
            <Answer key={one.run.id} seen={one} name={names[i] ?? ''} marks={judged.marks[i] ?? []} />
          ))}
          {seen.map((one, i) => (
            <NotePanel
              key={one.run.id}
              head={one.run}
              result={one.view.row.result}
              letter={one.letter}
              hasKey={i === 0}
            />
          ))}
          <Annotations shown={shown} />
        </div>
      </div>
      <Siblings source={source} seen={first} />
      {seen.map((one, i) => (
        <Raw key={one.run.id} source={source} seen={one} name={names[i] ?? ''} />
      ))}
    </div>
  );
}

function Answer({ seen, name, marks }: { seen: Seen; name: string; marks: readonly JudgedMark[] }) {
  const spans = useSpans(seen);
  const reply = lastAttempt(seen)?.reply;
  // Who only acts says nothing.
  if (!reply || (reply.text === '' && reply.episode)) return null;
  return (
    <section className="panel stack" aria-label="Answer">
      <h2>{name === '' ? 'Answer' : `Answer of ${name}`}</h2>
      <AnswerText seen={seen} marks={marks} />
      <MarksTable marks={marks} spans={spans} text={textOf(seen)} />
    </section>
  );
}

/** What people said about the question would give the answer away: it is opened by who wants it. */
function Annotations({ shown: { annotations = [] } }: { shown: ShownSample }) {
  if (annotations.length === 0) return null;
  return (
    <details className="panel">
      <summary>Annotations: they may give the answer away</summary>
      <dl className="annotations">
        {annotations.map(({ name, text }) => (
          <div key={name}>
            <dt className="muted small">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Whether a number is asked for, as the benchmark says. */
function isNumber({ benchmark, view }: Seen): boolean {
  const sample = benchmark?.schema.safeParse(view.sample);
  return benchmark !== undefined && sample?.success === true && benchmark.space(sample.data).number !== undefined;
}

function numberOf(extraction: Seen['view']['row']['result']['extraction']): number | null {
  const said = answerOf(extraction);
  return said !== null && Number.isFinite(Number(said)) ? Number(said) : null;
}

function answerOf(extraction: Seen['view']['row']['result']['extraction']): string | null {
  return extraction && 'answer' in extraction && extraction.answer !== null ? String(extraction.answer) : null;
}
