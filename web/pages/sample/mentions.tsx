import type { ReactNode } from 'react';

const mention = /\b(?:image|figure|picture|photo|frame)[ -]?(\d{1,2})\b/gi;

/** A text in which every “image 2” leads to that picture. */
export function WithMentions({ text, count, show }: { text: string; count: number; show(index: number): void }) {
  const out: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(mention)) {
    const index = Number(match[1]) - 1;
    if (index < 0 || index >= count) continue;
    out.push(text.slice(at, match.index));
    out.push(
      <button key={match.index} type="button" className="chip mention" onClick={() => show(index)}>
        {match[0]}
      </button>,
    );
    at = match.index + match[0].length;
  }
  out.push(text.slice(at));
  return <>{out}</>;
}
