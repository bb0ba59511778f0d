// Writes docs/pictures: what `npm start` shows, one question of tiny, and what the robot's cameras see. Usage: node scripts/write-pictures.ts

import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBenchmark } from '../src/engine/index.ts';
import { textWidth } from '../src/report/plain-text.ts';
import { drawLayout, inRows, type Layout, scattered, TabletopWorld } from '../src/sim/index.ts';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'docs/pictures');

/** Columns of the terminal that is drawn. */
const COLUMNS = 108;
const FONT = { size: 14, advance: 8.4, line: 19 };
const PADDING = 20;

/** How a terminal is told to begin bold or dim text, and to end it; and the same in SVG. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const STYLE = /\x1b\[(1|2|22)m/g;
const TAGS: Record<string, string> = { 1: '<tspan class="b">', 2: '<tspan class="d">', 22: '</tspan>' };

mkdirSync(pictures, { recursive: true });
writeFileSync(join(pictures, 'start.svg'), drawTerminal(['$ npm start', ...startOutput()]));
await writeQuestion(join(pictures, 'tiny.png'));
await writeRobotPictures();
await writeRobotOptions(join(pictures, 'rsb-options.png'));
await writePointing(join(pictures, 'synth-point.png'));
await writeViews(join(pictures, 'synth-views.png'));

/** What a terminal of so many columns shows of `sextant start`, line by line; titles are bold, rules are dim. */
function startOutput(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-pictures-'));
  const file = join(folder, 'output');
  const output = openSync(file, 'w');
  // A file is no terminal: this makes the streams say that they are one.
  const pretend = `for (const s of [process.stdout, process.stderr]) Object.assign(s, { isTTY: true, columns: ${COLUMNS} })`;
  const { NO_COLOR: _, ...env } = process.env;
  try {
    const { status } = spawnSync(join(root, 'bin/sextant'), ['start'], {
      cwd: folder,
      env: { ...env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pretend)}` },
      stdio: ['ignore', output, output],
    });
    if (status !== 0) throw new Error(`sextant start failed: ${readFileSync(file, 'utf8')}`);
    return afterErasing(readFileSync(file, 'utf8')).replaceAll(realpathSync(folder), '~/sextant').trimEnd().split('\n');
  } finally {
    closeSync(output);
    rmSync(folder, { recursive: true });
  }
}

/** The live line draws over itself: only what follows the last erasing stays. */
function afterErasing(text: string): string {
  return text
    .split('\n')
    .map((line) => line.split('\r\x1b[2K').at(-1))
    .join('\n');
}

function drawTerminal(lines: readonly string[]): string {
  const width = Math.ceil(COLUMNS * FONT.advance + 2 * PADDING);
  const height = lines.length * FONT.line + 2 * PADDING;
  const texts = lines.map((line, at) => drawLine(line, PADDING + (at + 0.75) * FONT.line)).filter(Boolean);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="What npm start shows">
<style>
  rect { fill: #fbfaf6; stroke: #d8d5cc }
  text { fill: #24231f; font: ${FONT.size}px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre }
  .b { font-weight: bold }
  .d { fill: #8d8a80 }
  @media (prefers-color-scheme: dark) {
    rect { fill: #1d1f21; stroke: #3a3d40 }
    text { fill: #e4e2dc }
    .d { fill: #85888b }
  }
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>
${texts.join('\n')}
</svg>
`;
}

/** `textLength` keeps columns in line, whichever font the viewer has. */
function drawLine(line: string, y: number): string {
  const plain = line.replaceAll(STYLE, '');
  if (plain.trim() === '') return '';
  const length = (textWidth(plain) * FONT.advance).toFixed(1);
  return `<text x="${PADDING}" y="${y}" textLength="${length}" xml:space="preserve">${styled(line)}</text>`;
}

/** Bold and dim as elements; everything else as text. */
function styled(line: string): string {
  return line
    .split(STYLE)
    .map((piece, at) => (at % 2 === 0 ? escapeXml(piece) : TAGS[piece]))
    .join('');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The picture of the first question, as the benchmark itself draws it. */
async function writeQuestion(file: string): Promise<void> {
  const { benchmark, args } = findBenchmark('tiny');
  const dataset = await benchmark.load({ args });
  const { media } = await dataset.sample(0);
  for (const ref of media) writeFileSync(file, await dataset.bytes(ref));
}

/** A table, a room and a yard of synth-point, each with the right answers of its first two questions tinted. */
async function writePointing(file: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  const { benchmark, args } = findBenchmark('synth-point:seed=77,count=20');
  const dataset = await benchmark.load({ args: { ...benchmark.args, ...args } });
  const pngs = await Promise.all(
    [4, 9, 18].map(async (index) => {
      const sample = await dataset.sample(index);
      const [ref] = sample.media;
      const [mask] = benchmark.evidence?.(sample) ?? [];
      if (!ref || !mask) throw new Error('a question without a picture or a mask');
      const alpha = await sharp(await dataset.bytes(mask))
        .linear(0.55, 0)
        .toColourspace('b-w')
        .raw()
        .toBuffer();
      const input = Buffer.from(Array.from(alpha).flatMap((value) => [230, 30, 30, value]));
      console.log(`synth-point ${index}: ${JSON.stringify(benchmark.fields(sample).prompt)}`);
      const layer = { input, raw: { width: 640, height: 480, channels: 4 as const } };
      return sharp(await dataset.bytes(ref))
        .composite([layer])
        .png()
        .toBuffer();
    }),
  );
  await tile(pngs, 3, 400, file);
}

/** The pictures of one question of synth-views. */
async function writeViews(file: string): Promise<void> {
  const { benchmark, args } = findBenchmark('synth-views:seed=9,count=198');
  const dataset = await benchmark.load({ args: { ...benchmark.args, ...args } });
  const sample = await dataset.sample(191);
  console.log(`synth-views 191: ${JSON.stringify(benchmark.fields(sample).question)}`);
  const pngs = sample.media.map(async (ref) => Buffer.from(await dataset.bytes(ref)));
  await tile(await Promise.all(pngs), sample.media.length, 400, file);
}

/** Every camera for four and for ten blocks, the head cameras side by side, and a clip of the expert. */
async function writeRobotPictures(): Promise<void> {
  const cameras = ['head_camera', 'front_camera', 'left_camera', 'right_camera', 'observer_camera'];
  const heads: Buffer[] = [];
  for (const blocks of [4, 10]) {
    const labels = [...'ABCDEFGHIK'].slice(0, blocks);
    const drawn = drawLayout({ seed: 100_003, labels, arrangement: blocks === 4 ? scattered : inRows });
    if ('why' in drawn) throw new Error(drawn.why);
    const world = await TabletopWorld.open(blocks);
    const pngs = await Promise.all(cameras.map((camera) => photograph(world, drawn.layout, camera)));
    heads.push(...pngs.slice(0, 1));
    await tile(pngs, 3, 320, join(pictures, `rsb-cameras-${blocks}.png`));
    world.close();
  }
  await tile(heads, 2, 640, join(pictures, 'rsb-head.png'));
  await writeFilm(join(pictures, 'rsb-expert.webp'));
}

/** Head and wrist cameras on three tables, each covered differently, with things among the blocks. */
async function writeRobotOptions(file: string): Promise<void> {
  const cameras = ['head_camera', 'left_camera', 'right_camera'];
  const randomise = { cover: true, clutterAmong: true, wristPitch: 0.6 };
  const world = await TabletopWorld.open(10);
  const pngs: Buffer[] = [];
  for (const seed of [100_000, 100_001, 100_004]) {
    const drawn = drawLayout({ seed, labels: [...'ABCDEFGHIK'], arrangement: inRows, randomise });
    if ('why' in drawn) throw new Error(drawn.why);
    for (const camera of cameras) pngs.push(await photograph(world, drawn.layout, camera));
  }
  world.close();
  await tile(pngs, cameras.length, 320, file);
}

async function photograph(world: TabletopWorld, layout: Layout, camera: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const size = { width: 640, height: 480 };
  const { rgb } = world.picture(layout, camera, size);
  return sharp(rgb, { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer();
}

/** Pictures side by side, so many in a row. */
async function tile(pngs: readonly Uint8Array[], columns: number, width: number, file: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  const height = (width * 3) / 4;
  const gap = 4;
  const rows = Math.ceil(pngs.length / columns);
  const small = await Promise.all(pngs.map((png) => sharp(png).resize(width, height).png().toBuffer()));
  await sharp({
    create: {
      width: columns * (width + gap) - gap,
      height: rows * (height + gap) - gap,
      channels: 3,
      background: '#ffffff',
    },
  })
    .composite(
      small.map((input, i) => ({
        input,
        left: (i % columns) * (width + gap),
        top: Math.floor(i / columns) * (height + gap),
      })),
    )
    .png({ palette: true })
    .toFile(file);
}

/** The expert at work, five pictures per second, as an animation that browsers show. */
async function writeFilm(file: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  const size = { width: 320, height: 240 };
  const drawn = drawLayout({ seed: 100_003, labels: [...'ABCDEFGHIK'], arrangement: inRows });
  if ('why' in drawn) throw new Error(drawn.why);
  const world = await TabletopWorld.open(10);
  const { frames } = world.demonstrate(drawn.layout, 'E', { cameras: ['head_camera'], size, every: 50 });
  const shots = Array.from(frames, ({ images }) => images.head_camera?.rgb.slice() ?? new Uint8Array());
  world.close();
  await sharp(Buffer.concat(shots), { raw: { width: 320, height: 240 * shots.length, channels: 3, pageHeight: 240 } })
    .webp({ quality: 70, delay: shots.map(() => 200), loop: 0 })
    .toFile(file);
}
