import type { Model } from '../src/contracts/index.ts';

// Run it: sextant run tiny --model ./examples/my-model.ts
// `answer` gets the texts and pictures in order and returns what your model said; how it finds that out is up to you.
export const model: Model = {
  id: 'always-a',
  capabilities: { maxImages: 100, video: false, coordinates: null, peeks: 'nothing' },
  settings: { version: 1 },
  async answer(request, _signal) {
    const pictures = request.parts.filter((part) => 'media' in part).length;
    return { text: `I saw ${pictures} pictures. The answer is (A).`, finish: 'stop' };
  },
};
