import type { Protocol } from '../../contracts/index.ts';

/** What all of them share. Where a policy acts, nothing is read from any text. */
const base = { decoding: {}, extractor: 'choice/letter', askAgain: 0 } as const;

/** Our headline for policies: who brings one block after the other, or pushes one in, earns nothing that reading would. */
const firstChoice: Protocol = {
  ...base,
  id: 'rsb/first-choice',
  about:
    'a policy hears the instruction and acts; success is the right block picked up first and left at rest in the answer zone. Official numbers beside it',
  prompt: [],
  act: 'policy',
  scorer: 'first-choice',
  aggregate: 'first-choice',
};

/** The authors' way: a policy sees, hears the instruction and acts. */
const official: Protocol = {
  ...base,
  id: 'rsb/official',
  about: 'a policy hears the instruction and acts; success is the right block in the answer zone',
  prompt: [],
  act: 'policy',
  scorer: 'episode',
  aggregate: 'metrics',
};

/** The question as a model is asked it, scored by the letter alone: nobody moves. */
const answer: Protocol = {
  ...base,
  id: 'rsb/answer',
  about: 'a model sees the head camera and chooses a block; the letter is scored, nobody moves',
  prompt: [
    { media: 'all' },
    {
      text: '{instruction}\n\nYou only have to choose: another robot will move the block. Answer with the letter of the block, and nothing else.',
    },
  ],
  decoding: { temperature: 0, maxTokens: 2048 },
  scorer: 'letter',
  aggregate: 'accuracy',
};

/** The same, and the expert's hands do what was chosen: what a model knows, told apart from what a robot can do with it. */
const hands: Protocol = {
  ...answer,
  id: 'rsb/hands',
  about:
    'a model sees the head camera and chooses a block; the expert’s hands fetch it. Not comparable with rsb/official',
  act: 'hands',
  scorer: 'episode',
  aggregate: 'metrics',
};

const handsFirstChoice: Protocol = {
  ...hands,
  id: 'rsb/hands-first-choice',
  about:
    'a model sees the head camera and chooses a block; the expert’s hands fetch it, and the first choice counts. Not comparable with rsb/first-choice',
  scorer: 'first-choice',
  aggregate: 'first-choice',
};

export const protocols: readonly Protocol[] = [firstChoice, official, handsFirstChoice, hands, answer];
