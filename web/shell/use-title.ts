import { useEffect } from 'react';

/** Names may have thousands of letters. */
const MOST = 120;

/** What the window and the browser's history call the page. */
export function useTitle(name: string): void {
  useEffect(() => {
    const short = name.length > MOST ? `${name.slice(0, MOST)}…` : name;
    document.title = `${short} · Sextant`;
  }, [name]);
}
