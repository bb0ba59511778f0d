import type { Extractor } from '../../contracts/index.ts';
import { letterExtractor } from '../mmsi/letter.ts';
import { pythonRegex } from '../python/regex.ts';
import { lengthOf, splitWords } from '../python/text.ts';

type Choices = Record<string, string>;

/**
 * VLMEvalKit's can_infer, in its three versions: 0 until August 2025 and in MMSI's fork, 1 until June 2026, 2 since then.
 * 'Z' is a refusal, null is nothing found. Needs the choices.
 * @example canInfer('It is (B).', { A: 'Left', B: 'Right' }, 2) // 'B'
 * @internal exported for its test
 */
export function canInfer(text: string, choices: Choices, version: 0 | 1 | 2): string | null {
  return inferOption(text, choices, version) ?? inferText(text, choices, version);
}

const refusals = [
  "Sorry, I can't help with images of people yet.",
  "I can't process this file.",
  "I'm sorry, but without the image provided",
  'Cannot determine the answer',
];

// No boundary behind the letter: "The answer is Behind" is B.
const declared = pythonRegex('answer\\s+is\\s+\\**([ABCD])', 'i');

function inferOption(text: string, choices: Choices, version: 0 | 1 | 2): string | null {
  if (isVlmevalkitFailure(text)) return null;
  if (refusals.some((refusal) => text.includes(refusal))) return 'Z';
  const tokens = splitWords(text.replace(/[.()[\],:;!*#{}]/g, ' '));
  const present = Object.keys(choices).filter((letter) => tokens.includes(letter));
  const [letter] = present;
  if (letter !== undefined && present.length === 1) {
    if (version === 0 || tokens.indexOf(letter) > tokens.length - 5) return letter;
  } else if (present.length === 0 && tokens.includes('Z')) return 'Z';
  const said = version === 2 ? declared.exec(text)?.[1]?.toUpperCase() : undefined;
  return said !== undefined && Object.hasOwn(choices, said) ? said : null;
}

/** The only option whose text occurs. An empty one occurs everywhere. */
function inferText(text: string, choices: Choices, version: 0 | 1 | 2): string | null {
  const [said, options] = [text.toLowerCase(), Object.entries(choices)];
  const optionLength = options.reduce((sum, [, option]) => sum + lengthOf(option), 0);
  if (version > 0 && lengthOf(said) > 2 * optionLength) return null;
  const found = options.filter(([, option]) => said.includes(option.toLowerCase()));
  return found.length === 1 ? (found[0]?.[0] ?? null) : null;
}

function extractor(version: 0 | 1 | 2, about: string): Extractor {
  return letterExtractor({
    id: `vlmevalkit/can-infer@v${version}`,
    about: `VLMEvalKit can_infer, ${about}`,
    read: (text, { choices = {} }) => canInfer(text, choices, version),
    say: (letter) => letter,
  });
}

export const canInferV0 = extractor(0, 'until August 2025: the only option letter, else the only option text');
export const canInferV1 = extractor(
  1,
  'until June 2026: the letter among the last four words, the text in a short answer',
);
export const canInferV2 = extractor(2, 'since June 2026: also the letter behind "answer is"');

/** What VLMEvalKit records in place of an answer when a request failed. */
export const vlmevalkitFailure = 'Failed to obtain answer via API.';

/** Its own rule, by which it asks again and finds no option: the words may stand anywhere, and some clients add a space. */
export function isVlmevalkitFailure(text: string): boolean {
  return text.includes('Failed to obtain answer via API');
}
