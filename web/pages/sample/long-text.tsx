import { type ReactNode, useState } from 'react';
import { count } from '../../../src/util/index.ts';

/** Characters that are shown at first, and added by every press: ten million at once would stop the page. */
const FIRST = 8_000;
const MORE = 100_000;

/** How much of a text is shown, and the button for more of it. */
export function useShownLength(text: string) {
  const [shown, setShown] = useState({ of: text, length: FIRST });
  const length = shown.of === text ? shown.length : FIRST;
  const button =
    text.length > length ? (
      <p>
        <button type="button" className="button" onClick={() => setShown({ of: text, length: length + MORE })}>
          {`Show more: ${count(length)} of ${count(text.length)} characters`}
        </button>
      </p>
    ) : null;
  return { length, button };
}

/** A text as it was written, however long. */
export function LongText({ text, label }: { text: string; label: string }) {
  const { length, button } = useShownLength(text);
  return (
    <>
      <TextBox label={label}>{text.slice(0, length)}</TextBox>
      {button}
    </>
  );
}

/** A text in a box of its own, that scrolls when it is long. */
export function TextBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse must be able to scroll it
    <section className="text" tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  );
}
