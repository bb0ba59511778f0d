import type { Templates } from './instructions.ts';

/** Questions may end without a full stop or question mark; what follows them begins anew. */
export const generalTemplates: Templates = {
  4: {
    seen: [
      'Question: {Q} Options: {O}. {M}. Put the block of the right answer into the grey zone.',
      'Answer this question: {Q} The options are {O}. {M}. Pick up the right block and place it in the answer zone.',
      'Here is something to know: {Q} Possible answers: {O}. {M}. Carry the block of the right one to the grey zone.',
      'Quiz: {Q} Answers: {O}. Blocks: {M}. Set the correct block down inside the grey square.',
      'Four blocks stand for four answers: {O}. {M}. The question is: {Q} Move the block of the right answer into the grey answer zone.',
      '{M}. They mean: {O}. Consider the following: {Q} Then grasp the block with the right meaning and lay it in the grey zone.',
      'Choose what is right. {Q} The choices: {O}. {M}. The right block belongs on the grey square.',
      'Think about what you know. {Q} Choices: {O}. {M}. Take the block of the correct choice to the grey area.',
      'Which of the answers fits? {Q} Available: {O}. {M}. Lift the fitting block and put it on the grey square.',
      'Your task: bring the block of the right answer to the grey zone. Question: {Q} Choices: {O}. {M}.',
    ],
    unseen: [
      'Draw on general knowledge: {Q} {M}, with these answers: {O}. Deliver the block of the right answer to the grey area.',
      'Candidates: {O}. Colours: {M}. Leave the block of the right candidate in the grey zone. You are asked: {Q}',
      'Someone would like to know: {Q} Reply by placing one block on the grey patch. The replies are: {O}. {M}.',
      'Test item: {Q} Multiple choice: {O}. {M}. Hand in your answer by dropping its block in the answer zone.',
      'Do you know this one? {Q} Find the answer among these: {O}. Recall that {M}, and shift that block to the grey field.',
    ],
  },
  10: {
    seen: [
      'Question: {Q} Options: {O}. Put the block with the letter of the right answer into the grey zone.',
      'Answer this question: {Q} The options are {O}. Pick up the block with the right letter and place it in the answer zone.',
      'Here is something to know: {Q} Possible answers: {O}. Carry the block that bears the letter of the right one to the grey zone.',
      'Quiz: {Q} Answers: {O}. Set the block with the correct letter down inside the grey square.',
      'Ten lettered blocks stand for ten answers: {O}. The question is: {Q} Move the block of the right answer into the grey answer zone.',
      'Each letter has a meaning: {O}. Consider the following: {Q} Then grasp the block whose letter has the right meaning and lay it in the grey zone.',
      'Choose what is right. {Q} The choices: {O}. The block with the right letter belongs on the grey square.',
      'Think about what you know. {Q} Choices: {O}. Take the block that shows the letter of the correct choice to the grey area.',
      'Which of the answers fits? {Q} Available: {O}. Lift the block with its letter and put it on the grey square.',
      'Your task: bring the block with the letter of the right answer to the grey zone. Question: {Q} Choices: {O}.',
    ],
    unseen: [
      'Draw on general knowledge: {Q} The letters stand for these answers: {O}. Deliver the block with the right letter to the grey area.',
      'Candidates: {O}. Leave the block with the letter of the right candidate in the grey zone. You are asked: {Q}',
      'Someone would like to know: {Q} Reply by placing one lettered block on the grey patch. The replies are: {O}.',
      'Test item: {Q} Multiple choice: {O}. Hand in your answer by dropping the block with its letter in the answer zone.',
      'Do you know this one? {Q} Find the answer among these: {O}. Look for its letter on the blocks, and shift that block to the grey field.',
    ],
  },
};
