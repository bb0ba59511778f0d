import type { ReactNode } from 'react';
import { Problem } from '../shell/boundary.tsx';
import type { Loaded } from '../shell/use-load.ts';

/** What is shown until something is there, when it cannot be had, and when it is there. */
export function Await<T>({ of, what, children }: { of: Loaded<T>; what: string; children: (value: T) => ReactNode }) {
  if (of.error !== undefined) return <Problem error={of.error} />;
  if (of.value === undefined)
    return (
      <p className="loading" role="status">
        {`Reading ${what} …`}
      </p>
    );
  return children(of.value);
}
