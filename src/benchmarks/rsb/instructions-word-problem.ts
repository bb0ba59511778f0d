import type { Templates } from './instructions.ts';

export const wordProblemTemplates: Templates = {
  4: {
    seen: [
      'Read the problem: {Q} Options: {O}. {M}. Put the block of the right answer into the grey zone.',
      '{Q} The answer is one of {O}. {M}. Pick up the right block and place it in the answer zone.',
      'Solve this word problem step by step. {Q} Possible answers: {O}. {M}. Carry the block of the right answer to the grey zone.',
      'Problem: {Q} Answers: {O}. Blocks: {M}. Set the correct block down inside the grey square.',
      'Four blocks stand for four answers: {O}. {M}. The problem is: {Q} Move the block of the solution into the grey answer zone.',
      '{M}. They mean {O}. Think about this: {Q} Then grasp the block that means the right number and lay it in the grey zone.',
      'A short story with a number to find: {Q} Your choices are {O}. {M}. The right block belongs on the grey square.',
      'Work it out before you move. {Q} Choices: {O}. {M}. Take the block of the correct choice to the grey area.',
      'What number solves the following? {Q} It is among {O}. {M}. Lift its block and put it on the grey square.',
      'Your task: solve the problem and bring the block of its answer to the grey zone. {Q} Choices: {O}. {M}.',
    ],
    unseen: [
      'Reason carefully about this situation: {Q} {M}, with these values: {O}. Deliver the block with the right value to the grey area.',
      '{O} are the candidates, and {M}. Leave the block of the right candidate in the grey zone. Here is the problem: {Q}',
      'Someone asks you: {Q} Reply by placing one block on the grey patch. The replies are {O}. {M}.',
      'Exercise: {Q} Multiple choice: {O}. Colours: {M}. Hand in your solution by dropping its block in the answer zone.',
      'How does it come out? {Q} Once you know, find the number among {O}, recall that {M}, and shift that block to the grey field.',
    ],
  },
  10: {
    seen: [
      'Read the problem: {Q} Options: {O}. Put the block with the letter of the right answer into the grey zone.',
      '{Q} The answer is one of {O}. Pick up the block with its letter and place it in the answer zone.',
      'Solve this word problem step by step. {Q} Possible answers: {O}. Carry the block that bears the right letter to the grey zone.',
      'Problem: {Q} Answers: {O}. Set the block with the correct letter down inside the grey square.',
      'Ten lettered blocks stand for ten answers: {O}. The problem is: {Q} Move the block of the solution into the grey answer zone.',
      'Each letter means a number: {O}. Think about this: {Q} Then grasp the block whose letter means the right one and lay it in the grey zone.',
      'A short story with a number to find: {Q} Your choices are {O}. The block with the right letter belongs on the grey square.',
      'Work it out before you move. {Q} Choices: {O}. Take the block that shows the letter of the correct choice to the grey area.',
      'What number solves the following? {Q} It is among {O}. Lift the block with its letter and put it on the grey square.',
      'Your task: solve the problem and bring the block with the letter of its answer to the grey zone. {Q} Choices: {O}.',
    ],
    unseen: [
      'Reason carefully about this situation: {Q} The letters have these values: {O}. Deliver the block with the right letter to the grey area.',
      '{O} are the candidates. Leave the block with the letter of the right one in the grey zone. Here is the problem: {Q}',
      'Someone asks you: {Q} Reply by placing one lettered block on the grey patch. The replies are {O}.',
      'Exercise: {Q} Multiple choice: {O}. Hand in your solution by dropping the block with its letter in the answer zone.',
      'How does it come out? {Q} Once you know, find the number among {O}, look for its letter on the blocks, and shift that block to the grey field.',
    ],
  },
};
