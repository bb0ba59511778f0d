import { type ReactNode, useEffect, useRef } from 'react';
import { Zoom } from './zoom.tsx';

/** Something large, over the page: to be enlarged further, and to go from one picture to the next. */
export function Large(props: {
  title: string;
  children: ReactNode;
  onClose(): void;
  /** There only where there are several. */
  step?(by: 1 | -1): void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Whenever it is there, it is open: the browser closes it before the page knows, which may want the next picture by then.
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  });
  const { title, step } = props;
  return (
    <dialog
      ref={dialog}
      className="large"
      aria-label={title}
      onClose={() => !dialog.current?.open && props.onClose()}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') step?.(1);
        if (key === 'ArrowLeft') step?.(-1);
      }}
    >
      <header className="row spread">
        <strong>{title}</strong>
        <span className="muted small large-help">wheel, two fingers or + − to enlarge, 0 for all, drag to move</span>
        <span className="row">
          {step && (
            <>
              <button type="button" className="button icon" aria-label="Previous picture" onClick={() => step(-1)}>
                ←
              </button>
              <button type="button" className="button icon" aria-label="Next picture" onClick={() => step(1)}>
                →
              </button>
            </>
          )}
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </span>
      </header>
      <Zoom key={title} label={title}>
        {props.children}
      </Zoom>
    </dialog>
  );
}
