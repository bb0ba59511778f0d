import { at } from '../../util/index.ts';
import { letterExtractor } from '../mmsi/letter.ts';
import { pythonRegex } from '../python/regex.ts';
import { strip } from '../python/text.ts';

// The authors' list also has patterns with a full stop behind the letter: none is left once the first rule has found nothing.
const stopped = /[A-E](?=\.)/g;
const inSection = [/[Mm]y answer is ([A-E])/g, /[Tt]he answer is ([A-E])/g, pythonRegex('\\b([A-E])\\b', 'g')];
const anywhere = [
  pythonRegex('(?:^|\\n)(?:Answer: )?([A-E])(?:$|\\s)', 'g'),
  /[*"]([A-E])[*"]/g,
  pythonRegex('\\bAnswer:?\\s*([A-E])\\b', 'g'),
  /[Mm]y answer is ([A-E])/g,
  /answer is ([A-E])/g,
];
const alone = pythonRegex('\\b([A-E])\\b');

/**
 * MindCube's extract_answer: the last `A.` anywhere; else what follows `<Answer>` (with a capital, which the prompt does not ask
 * for); else five patterns in order, the last match of each; else the lowest line with a letter alone, and its first one.
 */
function read(text: string): string | null {
  const letters = text.match(stopped);
  if (letters) return letters.at(-1) ?? null;
  const section = answerSection(text);
  return lastOf(inSection, section) ?? lastOf(anywhere, text) ?? lowestLine(text);
}

function answerSection(text: string): string {
  const [, after = ''] = text.split('<Answer>', 2);
  return at(after.split('<', 1), 0);
}

function lastOf(patterns: readonly RegExp[], text: string): string | null {
  for (const pattern of patterns) {
    const letter = [...text.matchAll(pattern)].at(-1)?.[1];
    if (letter !== undefined) return letter;
  }
  return null;
}

function lowestLine(text: string): string | null {
  for (const line of text.split('\n').reverse()) {
    const letter = alone.exec(line)?.[1];
    if (letter !== undefined) return letter;
  }
  return null;
}

const say = (letter: string) => `<answer>${letter}.</answer>`;

export const mindcubeOfficial = letterExtractor({
  id: 'mindcube/official',
  about: 'MindCube: the last "A." anywhere, else phrases, else the lowest line with a letter alone',
  read,
  say,
});

/** lmms-eval removes the space around the reply first, which moves the beginning of the text. */
export const mindcubeLmms = letterExtractor({
  id: 'mindcube/lmms',
  about: 'lmms-eval on MindCube: as mindcube/official, without the space around the reply',
  read: (text) => read(strip(text)),
  say,
});
