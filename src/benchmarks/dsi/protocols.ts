import type { Protocol } from '../../contracts/index.ts';

// Two lines end in a space, as in the authors' script.
const instruction = [
  'You are a vision-language expert.',
  'You are given a clip of video and your task is to answer a question about the video.',
  'You only need to provide *ONE* correct answer selecting from the options listed below. ',
  "For example, if you think the correct answer is 'A' from 'A. Above B. Under C. Front D. Behind', ",
  "your response should **only** be '<answer>A</answer>'.",
  'Please answer the question in this format strictly:',
  '<answer>[A, B, C, or D]</answer>',
  '',
].join('\n');

const official: Protocol = {
  id: 'dsi/official',
  about: 'the authors’ own: whole clip at 5 frames per second, then the question; unreadable answers are asked again',
  prompt: [{ media: 'all' }, { text: `${instruction}\nQuestion:\n{question} {options}` }],
  video: { rule: 'fps', value: 5 },
  // The script sends top_k 1 and no temperature. Not every server takes top_k; temperature 0 is the same greedy choice.
  decoding: { temperature: 0, maxTokens: 2048 },
  extractor: 'dsi/official',
  scorer: 'first-letter',
  aggregate: 'views',
  askAgain: 10,
};

const once: Protocol = {
  ...official,
  id: 'dsi/official-once',
  about: 'the same prompt, asked once: an unreadable answer is wrong at once',
  askAgain: 0,
};

const uniform: Protocol = {
  ...official,
  id: 'dsi/uniform-32',
  about: 'the same prompt; 32 frames, first and last included, for models that take no video',
  video: { rule: 'uniform-ends', value: 32 },
};

export const protocols: readonly Protocol[] = [official, once, uniform];
