import { type ReactNode, useMemo } from 'react';
import type { Protocol } from '../../../src/contracts/index.ts';
import { contextOf } from '../../../src/engine/pure.ts';
import { extractors } from '../../../src/extract/index.ts';
import { TextBox, useShownLength } from './long-text.tsx';
import type { JudgedMark } from './points.ts';
import { protocolOf, type Seen, textOf } from './seen.ts';
import { spansOf, type TextSpan } from './spans.ts';

/** What the model said, with the parts marked that its answer was read from. */
export function AnswerText({ seen, marks }: { seen: Seen; marks: readonly JudgedMark[] }) {
  const text = textOf(seen);
  const spans = useSpans(seen);
  const { length, button } = useShownLength(text);
  if (text === '') return <p className="muted">The reply is empty.</p>;
  return (
    <div className="answer-text">
      <TextBox label="Reply as it was received">
        {pieces(text.slice(0, length), spans ?? [], (span) => className(span, marks))}
      </TextBox>
      {button}
      <p className="muted small">{howRead(protocolOf(seen), spans)}</p>
    </div>
  );
}

/** Where the answer of a run was read. */
export function useSpans(seen: Seen): TextSpan[] | undefined {
  const { benchmark, view } = seen;
  const { extractor: wanted } = protocolOf(seen);
  const text = textOf(seen);
  return useMemo(() => {
    const extractor = extractors.find(({ id }) => id === wanted);
    const sample = benchmark?.schema.safeParse(view.sample);
    if (!benchmark || !extractor || !sample?.success) return undefined;
    const context = contextOf(benchmark, sample.data);
    try {
      return spansOf(text, (said) => extractor.extract(said, context), context.choices);
    } catch {
      // The extractor chokes on this text: the outcome says so already.
      return undefined;
    }
  }, [benchmark, view, wanted, text]);
}

function howRead({ extractor }: Protocol, spans: readonly TextSpan[] | undefined): ReactNode {
  const known = extractors.find(({ id }) => id === extractor);
  return (
    <>
      Read by <code>{extractor}</code>
      {known ? `: ${known.about}.` : ', which this version does not know.'}
      {spans === undefined && ' What it was read from is not marked.'}
      {spans?.length === 0 && ' It found nothing that it could read.'}
    </>
  );
}

function className({ points }: TextSpan, marks: readonly JudgedMark[]): string {
  const [first] = points;
  const verdict = first === undefined ? undefined : marks[first]?.verdict;
  return verdict === undefined ? 'read' : `read is-${verdict}`;
}

function pieces(text: string, spans: readonly TextSpan[], classOf: (span: TextSpan) => string): ReactNode[] {
  const out: ReactNode[] = [];
  let at = 0;
  for (const span of spans) {
    if (span.start < at || span.end > text.length) continue;
    out.push(text.slice(at, span.start));
    out.push(
      <mark key={span.start} className={classOf(span)}>
        {text.slice(span.start, span.end)}
      </mark>,
    );
    at = span.end;
  }
  out.push(text.slice(at));
  return out;
}
