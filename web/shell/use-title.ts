import { useEffect } from 'react';

/** What the window and the browser's history call the page. */
export function useTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} · Sextant`;
  }, [name]);
}
