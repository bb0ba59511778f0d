import { useState } from 'react';
import { useLoad } from '../../shell/use-load.ts';
import type { Source } from '../../source/index.ts';
import { AnswerText, useSpans } from './answer-text.tsx';
import { Attempts } from './attempts.tsx';
import { type Declared, declaredBy } from './declared.ts';
import { EpisodeView } from './episode-view.tsx';
import { Film } from './film.tsx';
import { LongText } from './long-text.tsx';
import { MarksTable } from './marks-table.tsx';
import { WithMentions } from './mentions.tsx';
import { Options } from './options.tsx';
import { Pointing } from './pointing.tsx';
import type { JudgedMark } from './points.ts';
import { RequestView } from './request.tsx';
import { lastAttempt, letterOf, type Seen, textOf } from './seen.ts';
import { Siblings } from './siblings.tsx';
import { Strip } from './strip.tsx';
import { truthOf } from './truth.ts';
import { useAssets, useUrls } from './use-media.ts';
import { type Judged, usePointed } from './use-pointed.ts';
import { VerdictLine } from './verdict-line.tsx';
import './sample.css';

export type { Seen } from './seen.ts';

/** One question: what was asked, what was said, what is right, and why. What is drawn follows from what the sample holds. */
export function SamplePage({ source, seen }: { source: Source; seen: readonly Seen[] }) {
  const [first] = seen;
  return first ? <Shown source={source} seen={seen} first={first} /> : null;
}

function Shown({ source, seen, first }: { source: Source; seen: readonly Seen[]; first: Seen }) {
  const { sample } = first.view;
  const declared = declaredBy(sample, first.benchmark);
  const { choices, question, target, pictures } = declared;
  const judged = usePointed(source, seen, target);
  const assets = useAssets(source, first.run.id);
  const { value: right } = useLoad(`truth ${first.run.id} ${sample.id}@`, () =>
    truthOf(sample, first.benchmark, assets),
  );
  const [open, setOpen] = useState<number>();
  const several = seen.length > 1;
  const told = typeof sample.instruction === 'string' ? sample.instruction : undefined;
  return (
    <div className="sample stack">
      <header className="stack">
        <div>
          {seen.map(({ view, run }, i) => (
            <VerdictLine
              key={run.id}
              result={view.row.result}
              {...{ right, choices }}
              name={several ? `${letterOf(i)} · ${run.name}` : undefined}
            />
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
          <Media {...{ source, seen, declared, judged, open, setOpen, right }} />
        </div>
        <div className="stack">
          {choices && (
            <Options
              choices={choices}
              right={right}
              chosen={seen.map(({ view, run }, i) => ({
                run: several ? letterOf(i) : '',
                name: run.name,
                answer: answerOf(view.row.result.extraction),
              }))}
            />
          )}
          {seen.map((one, i) => (
            <Answer key={one.run.id} seen={one} letter={several ? letterOf(i) : ''} marks={judged.marks[i] ?? []} />
          ))}
          <Annotations declared={declared} />
        </div>
      </div>
      <Siblings source={source} seen={first} />
      {seen.map((one, i) => (
        <Raw key={one.run.id} source={source} seen={one} letter={several ? letterOf(i) : ''} />
      ))}
    </div>
  );
}

function Media(props: {
  source: Source;
  seen: readonly Seen[];
  declared: Declared;
  judged: Judged;
  open: number | undefined;
  setOpen(index: number | undefined): void;
  right: string | undefined;
}) {
  const { source, seen, declared, judged, right } = props;
  const [first] = seen;
  const urls = useUrls(source, first?.run.id ?? '', declared.pictures);
  if (!first) return null;
  const { target, pictures, clips } = declared;
  return (
    <>
      {target && (
        <Pointing
          picture={pictures[0]}
          url={urls[0] ?? (pictures.length === 0 ? null : urls[0])}
          size={target.size}
          mask={judged.mask}
          isOn={judged.isOn}
          pointed={seen.map(({ run }, i) => ({ name: run.name, marks: judged.marks[i] ?? [] }))}
        />
      )}
      {!target && urls.some((url) => url !== null) && (
        <Strip {...{ pictures, urls, open: props.open, setOpen: props.setOpen }} />
      )}
      {clips.map((clip) => (
        <Film key={clip.sha256} source={source} run={first.run.id} clip={clip} prompt={first.view.prompt} />
      ))}
      {seen.map((one, i) => {
        const episode = lastAttempt(one)?.reply?.episode;
        return (
          episode && (
            <div key={one.run.id}>
              {seen.length > 1 && <h2>{`${letterOf(i)} · ${one.run.name}`}</h2>}
              <EpisodeView source={source} seen={one} episode={episode} answer={right} />
            </div>
          )
        );
      })}
    </>
  );
}

function Answer({ seen, letter, marks }: { seen: Seen; letter: string; marks: readonly JudgedMark[] }) {
  const spans = useSpans(seen);
  const reply = lastAttempt(seen)?.reply;
  // Who only acts says nothing.
  if (!reply || (reply.text === '' && reply.episode)) return null;
  return (
    <section className="panel stack" aria-label="Answer">
      <h2>{letter === '' ? 'Answer' : `Answer of ${letter} · ${seen.run.name}`}</h2>
      <AnswerText seen={seen} marks={marks} />
      <MarksTable marks={marks} spans={spans} text={textOf(seen)} />
    </section>
  );
}

/** What people said about the question would give the answer away: it is opened by who wants it. */
function Annotations({ declared: { annotations } }: { declared: Declared }) {
  if (annotations.length === 0) return null;
  return (
    <details className="panel">
      <summary>What the annotators say</summary>
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

function Raw({ source, seen, letter }: { source: Source; seen: Seen; letter: string }) {
  const { prompt, attempts, sample } = seen.view;
  return (
    <section className="panel stack" aria-label="Request and reply">
      <h2>{letter === '' ? 'Request and reply' : `Request and reply of ${letter} · ${seen.run.name}`}</h2>
      <Attempts attempts={attempts} />
      {prompt && (
        <OnDemand title="Request as it was sent">
          {() => <RequestView source={source} run={seen.run.id} prompt={prompt} />}
        </OnDemand>
      )}
      <OnDemand title="Sample as the benchmark has it">{() => <Json value={sample} />}</OnDemand>
      <OnDemand title="Attempts as they are stored">{() => <Json value={attempts} />}</OnDemand>
    </section>
  );
}

/** Made only when somebody wants it: it may be megabytes. */
function OnDemand({ title, children }: { title: string; children: () => React.ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {open && children()}
    </details>
  );
}

function Json({ value }: { value: unknown }) {
  return <LongText text={JSON.stringify(value, null, 2)} label="JSON" />;
}

function answerOf(extraction: Seen['view']['row']['result']['extraction']): string | null {
  return extraction && 'answer' in extraction && extraction.answer !== null ? String(extraction.answer) : null;
}
