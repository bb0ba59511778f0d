import { pythonRegex } from '../python/regex.ts';
import { strip } from '../python/text.ts';

/** A question without its options, and the options by letter. */
export interface Parted {
  stem: string;
  options: Record<string, string>;
}

/**
 * Takes the options out of a question of MMSI-Bench: everything behind `Options:`, as `A: …, B: …`.
 * @example partQuestion('Where?\nOptions: A: East, B: West') // { stem: 'Where?', options: { A: 'East', B: 'West' } }
 */
export function partQuestion(question: string): Parted {
  const at = question.indexOf('Options:');
  if (at === -1) return { stem: strip(question), options: {} };
  const list = strip(question.slice(at + 'Options:'.length));
  return { stem: strip(question.slice(0, at)), options: readOptions(list) };
}

/** Puts them together again. */
export function joinQuestion({ stem, options }: Parted): string {
  const list = Object.entries(options).map(([letter, option]) => `${letter}: ${option}`);
  return `${stem}\nOptions: ${list.join(', ')}`;
}

const space = pythonRegex('\\s');
const label = pythonRegex('([A-D])\\s*:(\\s*)', 'g');

/**
 * What `([A-D])\s*:\s*(.*?)(?=\s+[A-D]\s*:|,\s*[A-D]\s*:|$)` finds: a label, then as little as possible on the same line
 * until space or a comma and the next label, or the end.
 */
function readOptions(text: string): Record<string, string> {
  const options: Record<string, string> = {};
  const ends = optionEnds(text);
  for (label.lastIndex = 0; ; ) {
    const found = label.exec(text);
    if (!found) return options;
    const [all, letter = '', gap = ''] = found;
    const after = found.index + all.length;
    // The space behind the colon is skipped, unless that leaves no end on this line.
    let start = after;
    while (ends[start] === -1 && start > after - gap.length) start--;
    const end = ends[start] ?? -1;
    if (end !== -1) options[letter] = strip(text.slice(start, end));
    label.lastIndex = end === -1 ? found.index + 1 : end;
  }
}

/** Where an option that starts at a position ends; -1 when its line ends before. Reads the text once, from behind. */
function optionEnds(text: string): Int32Array {
  const length = text.length;
  /** From each position, the next character that is not space. */
  const solid = new Int32Array(length + 2).fill(length);
  const ends = new Int32Array(length + 1).fill(length);
  const isLabel = (at: number) => /[A-D]/.test(text.charAt(at)) && text[solid[at + 1] ?? length] === ':';
  for (let at = length - 1; at >= 0; at--) {
    const [character, next] = [text.charAt(at), solid[at + 1] ?? length];
    solid[at] = space.test(character) ? next : at;
    if ((solid[at] !== at || character === ',') && isLabel(next)) ends[at] = at;
    else ends[at] = character === '\n' ? -1 : (ends[at + 1] ?? length);
  }
  return ends;
}
