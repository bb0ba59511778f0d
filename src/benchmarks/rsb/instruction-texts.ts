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
