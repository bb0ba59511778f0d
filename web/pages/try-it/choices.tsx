import type { ReactNode } from 'react';
import { hrefOf, type Query } from '../../shell/route.ts';

/** The address of this page with something changed; empty values are what it begins with. */
export function tryHref(query: Query, change: Query): string {
  return hrefOf({ page: 'try', query: { ...query, ...change } });
}

/** One of several things to choose from, as a link: what is shown follows from the address. */
export function Choice({ href, chosen, children }: { href: string; chosen: boolean; children: ReactNode }) {
  return (
    <a className="chip try-choice" href={href} {...(chosen ? { 'aria-current': 'true' as const } : {})}>
      {children}
    </a>
  );
}

/** @example placeOf('12') // 12 */
export function placeOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : 0;
}
