import { useEffect, useRef } from 'react';

const keys: [keys: string[], what: string][] = [
  [['j', 'k'], 'next and previous sample, in the list and on a sample’s page'],
  [['Enter'], 'open the sample'],
  [['Esc'], 'back to the list'],
  [['/'], 'search'],
  [['t'], 'light, dark, or as the system has it'],
  [['?'], 'this help'],
];

/** Which keys do what. */
export function Help({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} className="panel help" onClose={onClose} aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl>
        {keys.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" className="button">
          Close
        </button>
      </form>
    </dialog>
  );
}
