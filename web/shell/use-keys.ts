import { useEffect, useRef } from 'react';

/** Keys that do something anywhere on a page, except while somebody types, holds a modifier or has a dialog open. */
export function useKeys(handlers: Readonly<Record<string, () => void>>): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog[open]') || isTyping(event)) return;
      const handler = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Enter on a link or button is theirs, too. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT', 'VIDEO'].includes(target.tagName)) return true;
  return key === 'Enter' && ['A', 'BUTTON', 'SUMMARY'].includes(target.tagName);
}
