import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** One sentence about what is shown. */
  about?: ReactNode;
  /** Stands to the right of the title. */
  tools?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A titled part of a page. */
export function Section({ title, about, tools, className = '', children }: Props) {
  return (
    <section className={`panel stack ${className}`} aria-label={title}>
      <header>
        <div className="row spread">
          <h2>{title}</h2>
          {tools}
        </div>
        {about && <p className="muted small">{about}</p>}
      </header>
      {children}
    </section>
  );
}
