import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { easiRows } from '../benchmarks/mmsi/testing/fixture.ts';
import { base64, folder, picture, tsv } from '../benchmarks/qa/testing/fixture.ts';
import { suiteOf } from '../engine/index.ts';
import { openZipFile } from '../tables/zip-file.ts';
import { newFolder, sextant } from './testing/sextant.ts';

const cwd = newFolder();
const here = (...args: string[]) => sextant({ cwd }, ...args);

/** Two questions of each of the eight, as EASI's back-end has them. */
async function benchmarks(): Promise<string> {
  const two = (row: (index: string) => Record<string, string>) => tsv([row('0'), row('1')]);
  const clip = Buffer.from('clip');
  return folder({
    'vsi/VSI-Bench.tsv': tsv([
      {
        index: '0',
        video: 'scannet/a.mp4',
        question_type: 'object_counting',
        question: 'How many?',
        candidates: '',
        answer: '4',
      },
      {
        index: '1',
        video: 'scannet/a.mp4',
        question_type: 'route_planning',
        question: 'Where to?',
        candidates: "['A. left', 'B. right']",
        answer: 'B',
      },
    ]),
    'vsi/scannet/a.mp4': clip,
    'mmsi/MMSIBench_wo_circular.tsv': tsv(await easiRows()),
    'mindcube/MindCubeBench_tiny_raw_qa.tsv': two((index) => ({
      index,
      id: `among_${index}`,
      input_prompt: '<image> What? A. Sofa B. Bed',
      answer: 'B',
      image_path: 'a.png',
    })),
    'mindcube/a.png': picture(1),
    'viewspatial/ViewSpatialBench.tsv': two((index) => ({
      index,
      category: 'Camera perspective - Relative Direction',
      question: 'Where?',
      candidates: 'A. left\nB. right',
      answer: 'A',
      image_path: 'a.png',
    })),
    'viewspatial/a.png': picture(2),
    'site/SiteBenchImage.tsv': two((index) => ({
      index,
      question: 'How many?',
      options: '["1", "2"]',
      answer: 'B',
      category: 'counting & existence',
      image_path: 'a.png',
    })),
    'site/SiteBenchVideo.tsv': two((index) => ({
      index,
      question: 'Which?',
      candidates: "['x', 'y', 'z']",
      answer: 'C',
      category: 'movement prediction & navigation',
      video_path: 'a.mp4',
    })),
    'site/a.png': picture(3),
    'site/a.mp4': clip,
    'blink/BLINK.tsv': two((index) => ({
      index,
      question: 'How many?',
      A: '1',
      B: '2',
      answer: 'B',
      category: 'Counting',
      image: base64(4),
    })),
    '3dsr/3DSRBench.tsv': tsv(
      ['VIN6MS3J', 'VIN6MS3J-1'].map((qid, index) => ({
        index: String(index),
        qid,
        question: 'Which?',
        A: 'x',
        B: 'y',
        answer: 'A',
        category: 'height_higher',
        image: base64(5),
      })),
    ),
    'embspatial/EmbSpatialBench.tsv': two((index) => ({
      index: `mp3d_${index}`,
      question: 'Which?',
      options: '["x", "y"]',
      answer: 'A',
      data_source: 'mp3d',
      image: base64(6),
    })),
  });
}

const Payload = z.object({
  modelName: z.string(),
  scores: z.record(z.string(), z.number()),
  subScores: z.record(z.string(), z.record(z.string(), z.number().nullable())),
});

let data = '';
beforeAll(async () => {
  data = await benchmarks();
});

test('a suite is one command with one table at the end; again, it resumes; and it becomes a submission', async () => {
  const run = () => here('run', 'easi-8', '--model', 'baseline/oracle', '--data', data, '--out', 'easi');
  const first = await run();
  expect(first.code, first.stderr).toBe(0);
  const last = first.stdout.slice(first.stdout.lastIndexOf('\nScores\n'));
  for (const name of readdirSync(join(cwd, 'easi'))) expect(last).toContain(`easi/${name}`);
  const again = await run();
  expect(again.stdout.slice(again.stdout.lastIndexOf('\nScores\n'))).toContain('100.0');
  const runs = readdirSync(join(cwd, 'easi')).map((name) => `easi/${name}`);
  const written = await here('export', ...runs, '--to', 'easi', '--model-name', 'org/m', '--out', 'sub');
  expect(written.code, written.stderr).toBe(0);
  const { scores, subScores, modelName } = Payload.parse(
    JSON.parse(readFileSync(join(cwd, 'sub/easi_results.json'), 'utf8')),
  );
  expect(modelName).toBe('org/m');
  expect(scores).toEqual({
    '3dsrbench': 100,
    blink: 100,
    embspatial: 100,
    mindcube_tiny: 100,
    mmsi_bench: 100,
    site: 100,
    viewspatial: 100,
    vsi_bench: 100,
  });
  expect(subScores['3dsrbench']).toMatchObject({ overall: 100, circ_eval_overall: 100, circ_eval_height_higher: 100 });
  expect(subScores.site).toMatchObject({
    counting_and_existence_caa: 100,
    multiview_and_crossimage_reasoning_caa: null,
  });
  expect(openZipFile(join(cwd, 'sub/easi_results.zip')).names).toContain('m/m_VSI-Bench_32frame_acc.csv');
});

test('a submission refuses another recipe, the same benchmark twice, and what EASI has not', async () => {
  const refused = async (...runs: string[]) => (await here('export', ...runs, '--to', 'easi', '--out', 'no')).stderr;
  const blink = join(data, 'blink');
  const model = ['--model', 'baseline/oracle'];
  await here('run', 'blink', '--protocol', 'blink/vlmevalkit', '--data', blink, ...model, '--out', 'whole');
  await here('run', 'embspatial', '--data', join(data, 'embspatial'), ...model, '--out', 'other');
  expect(await refused('other')).toContain('is not how EASI asks and reads');
  expect(await refused('whole', 'whole')).toContain('two runs are of blink');
  const recipe = ['run', 'blink', '--protocol', 'blink/vlmevalkit', '--data', blink, ...model];
  await here(...recipe, '--limit', '1', '--out', 'limited');
  expect(await refused('limited')).toContain('some of the questions only');
  await here(...recipe, '--epochs', '2', '--out', 'twice');
  expect(await refused('twice')).toContain('more than once');
  const pictures = folder({
    'SiteBenchImage.tsv': readFileSync(join(data, 'site/SiteBenchImage.tsv')),
    'a.png': readFileSync(join(data, 'site/a.png')),
  });
  await here('run', 'site', '--protocol', 'site/easi', '--data', pictures, ...model, '--out', 'pictures');
  expect(await refused('pictures')).toContain('the run is of images alone');
  // One benchmark alone is a submission; what it lacks is told.
  const alone = await here('export', 'whole', '--to', 'easi', '--out', 'alone');
  expect(alone.stderr).toContain('note: not in it: vsi, mmsi, mindcube, viewspatial, site, 3dsr, embspatial');
  expect(alone.stderr).toContain('note: blink: 2 questions, 1,901 are published');
  await here('run', 'tiny', ...model, '--out', 'tiny');
  expect(await refused('tiny')).toContain('none of the benchmarks of EASI');
});

test('a suite of one’s own is a small file; what is wrong in it is named', async () => {
  writeFileSync(
    join(cwd, 'mine.yaml'),
    'runs:\n  - tiny:count=3\n  - { benchmark: tiny:count=2, protocol: tiny/official }\n  - { benchmark: tiny:count=2, protocol: tiny/strict }\n',
  );
  const mine = await here('run', 'mine.yaml', '--model', 'baseline/oracle', '--out', 'mine', '--json');
  expect(mine.stdout.trim().split('\n').at(-1)).toBe(
    '{"event":"suite","runs":["mine/tiny-count-3","mine/tiny-count-2-tiny-official","mine/tiny-count-2-tiny-strict"]}',
  );
  for (const [text, message, where] of [
    ['runs: []', 'this is not a suite: runs: ', 'bad.yaml'],
    ['runs: [tiny]\nother: 1', 'this is not a suite', 'bad.yaml'],
    ['runs: [tiny, { benchmark: 5 }]', 'this is not a suite: runs.1.benchmark: ', 'bad.yaml'],
    ['runs: [nothing]', 'there is no benchmark "nothing"', 'bad.yaml runs.0.benchmark'],
    ['runs: [tiny, tiny:cout=3]', 'tiny takes no "cout"', 'bad.yaml runs.1.benchmark'],
    ['runs: [{ benchmark: tiny, protocol: none }]', 'tiny has no protocol none', 'bad.yaml runs.0.protocol'],
    ['{', 'this is not a suite', 'bad.yaml'],
  ] as const) {
    writeFileSync(join(cwd, 'bad.yaml'), text);
    expect(() => suiteOf(join(cwd, 'bad.yaml'))).toThrow(
      expect.objectContaining({ message: expect.stringContaining(message), where: join(cwd, where) }),
    );
  }
  expect((await here('run', 'easi-8', '--model', 'baseline/oracle', '--protocol', 'x')).stderr).toContain(
    'says itself',
  );
});
