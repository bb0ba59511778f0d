import { useEffect, useState } from 'react';
import { z } from 'zod';
import { Await } from '../../parts/loading.tsx';
import { ORBIT_VIEW } from '../../replay/scene-renderer.ts';
import { secondsOf } from '../../replay/timeline.tsx';
import { Viewport } from '../../replay/viewport.tsx';
import type { Query } from '../../shell/route.ts';
import { useLoad, useStore } from '../../shell/use-load.ts';
import type { ReferenceHead, Trial } from '../../source/index.ts';
import { Choice, placeOf, tryHref } from './choices.tsx';
import { HeatPicture } from './heat-picture.tsx';
import { namedBlock } from './named-block.ts';
import { SeenPicture } from './seen-picture.tsx';
import { Sentence } from './sentence.tsx';
import { useFollow } from './use-follow.ts';
import { useTable } from './use-table.ts';
import { type AskThread, useThread } from './use-thread.ts';
import { Verdict } from './verdict.tsx';

/** Always the same list: the drawing follows it. */
const WHOLE_TABLE = [ORBIT_VIEW];

const speeds = [1, 2, 4];
/** Of a suite, unless told otherwise. */
const EPISODES = 500;
const PICTURE = { width: 320, height: 240 };

/** A robot at a table of lettered blocks, and a network that does what is typed. */
export function FetchingPage({ reference, query }: { reference: ReferenceHead; query: Query }) {
  const { trials } = useStore().source;
  const [failure, fail] = useState<string>();
  const ask = useThread(reference, fail);
  const isTen = query.blocks === '10';
  const isQuestion = query.tells === 'question';
  const number = placeOf(query.n);
  const spec = `rsb-math-${isTen ? 10 : 4}${isQuestion ? '' : ':condition=direct'}`;
  const trial = useLoad(`${spec} ${number}@0`, async () => trials?.make(spec, number));
  const to = (change: Query) => tryHref(query, change);
  return (
    <>
      <nav className="row" aria-label="Table">
        <a className="button" href={to({ n: String((number + 1) % EPISODES) })}>
          New table
        </a>
        <Choice href={to({ blocks: '' })} chosen={!isTen}>
          4 blocks
        </Choice>
        <Choice href={to({ blocks: '10' })} chosen={isTen}>
          10 blocks
        </Choice>
        <Choice href={to({ tells: '' })} chosen={!isQuestion}>
          Name a block
        </Choice>
        <Choice href={to({ tells: 'question' })} chosen={isQuestion}>
          Ask a question
        </Choice>
      </nav>
      {failure !== undefined && (
        <p className="panel is-miss" role="alert">
          {failure}
        </p>
      )}
      <Await of={trial} what="a table">
        {(made) =>
          made && <Table key={`${spec} ${number}`} trial={made} ask={ask} origin={`${spec}, episode ${number}`} />
        }
      </Await>
    </>
  );
}

const Laid = z.object({
  instruction: z.string(),
  answer: z.string(),
  layout: z.object({ blocks: z.array(z.object({ label: z.string(), colour: z.string() })) }),
});

function Table({ trial, ask, origin }: { trial: Trial; ask: AskThread; origin: string }) {
  const { state, recording, reset, act, look } = useTable(trial, ask);
  const sample = Laid.parse(trial.sample);
  const { blocks } = sample.layout;
  const [text, setText] = useState(sample.instruction);
  const [speed, setSpeed] = useState(1);
  const step = useFollow(recording, speed);
  const { phase, seen, heat, decided, failure } = state;
  const isBusy = phase === 'laying' || phase === 'acting' || (phase === 'over' && step < (recording.steps.at(-1) ?? 0));
  const target = text === sample.instruction ? sample.answer : namedBlock(text, blocks);

  const say = (said: string) => {
    setText(said);
    // What was done belongs to other words.
    if (phase === 'over') reset();
  };

  useEffect(() => {
    if (phase === 'ready') look(text);
  }, [phase, text, look]);

  return (
    <div className="try-table">
      <section className="try-world" aria-label="The robot">
        {recording.scene ? (
          <Viewport
            recording={recording}
            scene={recording.scene}
            step={step}
            views={WHOLE_TABLE}
            label={`The table at ${secondsOf(Math.round(step))}`}
          />
        ) : (
          <p className="replay-wait muted">{failure ?? 'Laying the table …'}</p>
        )}
        <p className="row muted small try-below">
          <output className="num">{secondsOf(Math.round(step))}</output>
          <label className="row">
            Speed
            <select value={speed} onChange={({ target }) => setSpeed(Number(target.value))}>
              {speeds.map((each) => (
                <option key={each} value={each}>
                  {each}×
                </option>
              ))}
            </select>
          </label>
          <span>{origin}. Drag to look from elsewhere.</span>
        </p>
      </section>
      <section className="try-side stack" aria-label="What it is told">
        <Sentence
          label="Tell the robot"
          text={text}
          onChange={say}
          send={{ label: 'Do it', disabled: isBusy || text.trim() === '', go: () => act(text, target) }}
        />
        <div className="row">
          <button type="button" className="button" onClick={reset} disabled={phase === 'laying'}>
            Reset
          </button>
          <span className="muted small">Fetch block</span>
          {blocks
            .map(({ label }) => label)
            .sort()
            .map((label) => (
              <button
                key={label}
                type="button"
                className="chip try-choice"
                disabled={phase === 'acting'}
                onClick={() => say(`Put block ${label} into the grey zone.`)}
              >
                {label}
              </button>
            ))}
        </div>
        <Verdict state={state} isShown={phase === 'over' && !isBusy} />
        <figure className="try-seen">
          <HeatPicture heat={heat} size={seen ?? PICTURE}>
            {seen && <SeenPicture seen={seen} label="What the head camera sees" />}
          </HeatPicture>
          <figcaption className="muted small">
            {heat
              ? `The head camera, and where the network would go. Decided in ${heat.ms.toFixed(0)} ms.`
              : decided === undefined
                ? 'What its first camera sees.'
                : `What its first camera saw at the start. The latest commands were decided in ${decided.toFixed(0)} ms.`}
          </figcaption>
        </figure>
      </section>
    </div>
  );
}
