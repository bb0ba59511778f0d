import './menu.css';
import { useRef } from 'react';

export interface MenuChoice {
  name: string;
  act(): void;
}

/** A small button that opens a few choices; the browser's own disclosure, so that keyboard and screen readers know it. */
export function Menu({ label, choices }: { label: string; choices: readonly MenuChoice[] }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute('open');
  return (
    <details
      ref={menu}
      className="menu"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || close()}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <summary className="button quiet" aria-label={label} title={label}>
        <svg
          width="15"
          height="15"
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          aria-hidden="true"
        >
          <path d="M8 2v8m0 0L4.8 6.8M8 10l3.2-3.2M2.5 11v2.5h11V11" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </summary>
      <ul>
        {choices.map(({ name, act }) => (
          <li key={name}>
            <button
              type="button"
              className="button quiet"
              onClick={() => {
                act();
                close();
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Hands something to the browser as a file; names come from runs, so only harmless letters stay. */
export function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'sextant';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
