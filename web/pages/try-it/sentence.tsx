import { useId } from 'react';

/** What is said to a network; with `send`, a button and Enter say that it shall do so. */
export function Sentence(props: {
  label: string;
  text: string;
  onChange(text: string): void;
  send?: { label: string; disabled: boolean; go(): void };
}) {
  const { label, text, onChange, send } = props;
  const id = useId();
  return (
    <form
      className="try-sentence"
      onSubmit={(event) => {
        event.preventDefault();
        if (send && !send.disabled) send.go();
      }}
    >
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={4}
        value={text}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      {send && (
        <button type="submit" className="button primary" disabled={send.disabled}>
          {send.label}
        </button>
      )}
    </form>
  );
}
