import type { Templates } from './instructions.ts';

export const arithmeticTemplates: Templates = {
  4: {
    seen: [
      '{Q} Options: {O}. {M}. Put the block with the right result into the grey zone.',
      'Do the calculation: {Q} The possible results are {O}. {M}. Pick up the block of the right one and place it in the answer zone.',
      'Here is a small calculation. {Q} You may choose from {O}. {M}. Carry the matching block to the grey zone.',
      'Calculate first, then act. Question: {Q} Results on offer: {O}. {M}. Set the correct block down inside the grey square.',
      'Four blocks stand for four results: {O}. {M}. {Q} Move the block that stands for the answer into the grey answer zone.',
      '{M}. Their meanings are {O}. {Q} Grasp the block that means the right number and lay it in the grey zone.',
      'Solve this: {Q} The choices read {O}. {M}. Only the block of the correct choice belongs in the answer zone.',
      'Question: {Q} Choices: {O}. Blocks: {M}. Take the block of the correct choice to the grey area.',
      'Find the number. {Q} It is one of {O}. {M}. Lift the block for that number and put it on the grey square.',
      'Your task is to answer by moving a block: {Q} The answers are {O}. {M}. Bring the right block to the grey zone.',
    ],
    unseen: [
      'Which block is it? {Q} {M}. The numbers are {O}. Deliver the right block to the grey area.',
      'Compute this in your head: {Q} Then reach for the block that carries your result, given {O}, where {M}, and leave it in the grey zone.',
      '{M}. {O}. Answer the following with a single block on the grey field: {Q}',
      'Arithmetic: {Q} Candidates: {O}. Colours: {M}. Show your answer by dropping its block in the answer zone.',
      'Please respond without words: {Q} Of {O}, choose the correct one, remember that {M}, and place that block on the grey patch.',
    ],
  },
  10: {
    seen: [
      '{Q} Options: {O}. Put the block with the letter of the right result into the grey zone.',
      'Do the calculation: {Q} The possible results are {O}. Pick up the block with the right letter and place it in the answer zone.',
      'Here is a small calculation. {Q} You may choose from {O}. Carry the block that bears the matching letter to the grey zone.',
      'Calculate first, then act. Question: {Q} Results on offer: {O}. Set the block with the correct letter down inside the grey square.',
      'Ten lettered blocks stand for ten results: {O}. {Q} Move the block that stands for the answer into the grey answer zone.',
      'Each letter means a number: {O}. {Q} Grasp the block whose letter means the right number and lay it in the grey zone.',
      'Solve this: {Q} The choices read {O}. Only the block with the letter of the correct choice belongs in the answer zone.',
      'Question: {Q} Choices: {O}. Take the block that shows the letter of the correct choice to the grey area.',
      'Find the number. {Q} It is one of {O}. Lift the block with its letter and put it on the grey square.',
      'Your task is to answer by moving a lettered block: {Q} The answers are {O}. Bring the right block to the grey zone.',
    ],
    unseen: [
      'Which letter is it? {Q} The numbers are {O}. Deliver the block with that letter to the grey area.',
      'Compute this in your head: {Q} Then reach for the block whose letter carries your result, given {O}, and leave it in the grey zone.',
      '{O}. Answer the following with a single lettered block on the grey field: {Q}',
      'Arithmetic: {Q} Candidates: {O}. Show your answer by dropping the block with its letter in the answer zone.',
      'Please respond without words: {Q} Of {O}, choose the correct one, look for its letter on the blocks, and place that block on the grey patch.',
    ],
  },
};
