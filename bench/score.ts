import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { mmsi } from '../src/benchmarks/mmsi/index.ts';
import { scorers } from '../src/benchmarks/refspatial/score.ts';
import { summariseUnder } from '../src/engine/index.ts';
import { findExtractor } from '../src/extract/index.ts';
import { assetsFrom, describeImage } from '../src/media/index.ts';
import { random } from '../src/stats/index.ts';
import { answers, writeAnswers } from './answers.ts';
import { median } from './measure.ts';

/** `python3` unless told otherwise; the baselines need NumPy and Pillow and are left out without them. */
const PYTHON = process.env.SEXTANT_PYTHON ?? 'python3';
const work = mkdtempSync(join(tmpdir(), 'sextant-score-'));
try {
  await masks();
  await letters();
  await rescoring();
} finally {
  rmSync(work, { recursive: true, force: true });
}

interface Try {
  seconds: number;
  /** Processor time: what others do on the machine does not count. */
  cpu: number;
  result: number;
}

/** Both in turn, the middle of nine tries each: a busy machine spoils single ones. Only our first try is a cold start. */
async function race(what: string, ours: () => Promise<number>, script: string, input: string): Promise<void> {
  const [mine, theirs]: [Try[], Try[]] = [[], []];
  for (let i = 0; i < 9; i += 1) {
    const [begun, before] = [performance.now(), process.cpuUsage()];
    const result = await ours();
    const { user, system } = process.cpuUsage(before);
    mine.push({ result, seconds: (performance.now() - begun) / 1000, cpu: (user + system) / 1e6 });
    const python = tryPython(script, input);
    if (python && python.result !== result) throw new Error(`Python finds ${python.result}, we ${result}`);
    if (python) theirs.push(python);
  }
  const middle = (tries: Try[], which: 'seconds' | 'cpu') => median(tries.map((each) => each[which]));
  const times = (which: 'seconds' | 'cpu') => (middle(theirs, which) / middle(mine, which)).toFixed(1);
  const ratio =
    theirs.length > 0
      ? `Python ${middle(theirs, 'seconds').toFixed(2)} s   ratio ${times('seconds')}×, of processor time ${times('cpu')}× (goal ≥ 10), cold ${((theirs[0]?.seconds ?? 0) / (mine[0]?.seconds ?? 0)).toFixed(1)}×`
      : 'Python with NumPy and Pillow is not here: no ratio';
  console.log(`${what}   sextant ${middle(mine, 'seconds').toFixed(2)} s   ${ratio}`);
}

function tryPython(script: string, input: string): Try | undefined {
  const done = spawnSync(PYTHON, [join(import.meta.dirname, 'score-parts', script), input], { encoding: 'utf8' });
  const [seconds, cpu, result] = done.stdout?.split(' ').map(Number) ?? [];
  if (done.status !== 0 || seconds === undefined || cpu === undefined || result === undefined) return undefined;
  return { seconds, cpu, result };
}

/** 441 masks of 1280 × 960: parsed, decoded, looked up. */
async function masks(): Promise<void> {
  const dir = join(work, 'masks');
  mkdirSync(dir);
  const dice = random('masks');
  for (let i = 0; i < 441; i += 1) {
    const [x, y, r] = [dice.int(1280), dice.int(960), 40 + dice.int(200)];
    const svg = `<svg width="1280" height="960"><rect width="1280" height="960"/><circle cx="${x}" cy="${y}" r="${r}" fill="white"/></svg>`;
    writeFileSync(join(dir, `${i}.png`), await sharp(Buffer.from(svg)).flatten().toColourspace('b-w').png().toBuffer());
  }
  await race('441 masks            ', () => scoreMasks(dir), 'masks.py', dir);
}

async function scoreMasks(dir: string): Promise<number> {
  const extractor = findExtractor('refspatial/text-relative');
  let total = 0;
  for (const file of readdirSync(dir)) {
    const bytes = readFileSync(join(dir, file));
    const mask = describeImage(bytes);
    const { width = 0, height = 0 } = mask;
    const sample = {
      id: file,
      cluster: file,
      groups: {},
      media: [],
      split: 'location',
      number: 0,
      object: '',
      prompt: '',
      suffix: '',
      step: 1,
      category: 'location',
      rgb_path: '',
      mask_path: '',
      mask,
      size: { width, height },
    };
    const extraction = extractor.extract('(0.5, 0.5)', { width, height });
    const assets = assetsFrom(async () => bytes);
    total += (await scorers.official.score(sample, extraction, assets)).value ?? 0;
    assets.free();
  }
  return total;
}

async function letters(): Promise<void> {
  const texts = answers(100_000);
  const extractor = findExtractor('mmsi/fork');
  const ours = async () => {
    let found = 0;
    for (const text of texts) {
      const extraction = extractor.extract(text, {});
      if ('answer' in extraction && extraction.answer !== null) found += 1;
    }
    return found;
  };
  const file = join(work, 'texts');
  writeFileSync(file, texts.join('\0'));
  await race('100,000 letters      ', ours, 'letters.py', file);
}

/** 100,000 stored answers, read and scored under every protocol for plain questions. */
async function rescoring(): Promise<void> {
  const count = 100_000;
  const folder = join(work, 'run');
  const protocol = await writeAnswers(folder, count);
  const plain = mmsi.protocols.filter(({ aggregate }) => aggregate === protocol.aggregate);
  const [begun, cpuBefore] = [performance.now(), process.cpuUsage()];
  for (const { summary } of await summariseUnder(folder, mmsi, plain)) {
    if (summary.metrics[0]?.n !== count) throw new Error(JSON.stringify(summary.problems.slice(0, 3)));
  }
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpu = (user + system) / 1e6;
  console.log(
    `100,000 answers rescored under ${plain.length} protocols   ${seconds.toFixed(1)} s (goal < 10), ${cpu.toFixed(1)} s of CPU`,
  );
}
