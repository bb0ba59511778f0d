/** What one run chose. */
export interface Chosen {
  /** The run's letter where there are several. */
  run: string;
  name: string;
  answer: string | null;
}

/** The options: which is right, and who chose which. Signs and words, not only colours. */
export function Options(props: {
  choices: Readonly<Record<string, string>>;
  right: string | undefined;
  chosen: readonly Chosen[];
}) {
  const { choices, right, chosen } = props;
  return (
    <ol className="options">
      {Object.entries(choices).map(([letter, text]) => {
        const by = chosen.filter(({ answer }) => answer === letter);
        const isRight = letter === right;
        return (
          <li key={letter} className={optionClass(isRight, by.length > 0, right !== undefined)}>
            <b className="option-letter">{letter}</b>
            <span className="option-text">{text}</span>
            <span className="option-notes">
              {isRight && <span className="is-hit nowrap">✓ right</span>}
              {by.map(({ run, name }) => (
                <span key={run} className={isRight ? 'is-hit nowrap' : 'is-miss nowrap'} title={name}>
                  {isRight ? '●' : '✕'} {run === '' ? 'chosen' : <b className={`letter run-${run}`}>{run}</b>}
                </span>
              ))}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function optionClass(isRight: boolean, isChosen: boolean, known: boolean): string {
  if (isRight) return 'option right';
  return isChosen && known ? 'option wrong' : 'option';
}
