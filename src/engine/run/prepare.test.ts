import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { QaDataset } from '../../benchmarks/qa/dataset.ts';
import { vlm4d } from '../../benchmarks/vlm4d/index.ts';
import { findExtractor } from '../../extract/index.ts';
import { encodeTestClip } from '../../media/testing/clip.ts';
import { Blobs } from '../../store/index.ts';
import { prepareUnit } from './prepare.ts';
import { findProtocol } from './spec.ts';

test('two clips of one question share the frames that a rule gives them together', async () => {
  const clip = (frames: number) =>
    encodeTestClip({ codec: 'vp8', fps: 4, greys: Array.from({ length: frames }, (_, i) => 10 * i) });
  const clips = [await clip(12), await clip(3)];
  const dataset = new QaDataset({
    source: 'test',
    questions: [
      {
        id: 'x',
        cluster: 'x',
        groups: {},
        question: 'Which way?',
        choices: { A: 'left', B: 'right' },
        answer: 'A',
        texts: {},
        media: clips.map((bytes, number) => ({ name: `${number}.webm`, read: async () => bytes })),
      },
    ],
  });
  const protocol = findProtocol(vlm4d, 'vlm4d/direct');
  const { request } = await prepareUnit(
    { id: 'x', epoch: 0, index: 0 },
    {
      benchmark: vlm4d,
      dataset,
      protocol: { ...protocol, video: { rule: 'uniform-together', value: 4 } },
      extractor: findExtractor(protocol.extractor),
      contestant: { id: 'test/model' },
      answer: {
        capabilities: { maxImages: 4, video: false, coordinates: null, peeks: 'nothing' },
        ask: async () => ({ text: '', finish: 'stop' }),
      },
      blobs: new Blobs(mkdtempSync(join(tmpdir(), 'sextant-prepare-'))),
      keepMedia: false,
    },
  );
  // Of 15 frames in a row these are 0, 4, 9 and 14.
  expect(request.parts.flatMap((part) => ('media' in part ? [part.media.time] : []))).toEqual([0, 1, 2.25, 0.5]);
});
