import { join } from 'node:path';
import { collect, Stage } from '../../src/engine/index.ts';

/** Records episodes of rsb-math-4 as `rsb collect` does, in this process alone; tells time, CPU time and memory. */
const [folder = '', threads = '', episodes = ''] = process.argv.slice(2);
const workers = Number(threads);
const args = { split: 'train', episodes: '1000', instructions: 'seen' };
const stage = new Stage({ benchmark: 'rsb-math-4', args, cwd: folder }, workers);
const memory: number[] = [];
const record = (from: number, to: number) =>
  collect({
    stage,
    threads: workers,
    dir: join(folder, `with-${threads}`),
    from,
    to,
    stop: new AbortController().signal,
    about: {
      format: 'sextant-robotwin-1',
      task: 'rsb_math',
      setting: 'bench',
      robot: 'aloha-agilex',
      world: 'bench',
      fps: 30,
      rgbOrder: 'upstream',
      made: {},
    },
    recording: {
      every: 15,
      size: { width: 320, height: 240 },
      instructions: true,
      cameras: ['head_camera', 'front_camera', 'left_camera', 'right_camera'],
    },
    onEpisode: () => memory.push(process.memoryUsage.rss() / 2 ** 20),
  });
// The first ones are for the compiler.
await record(0, workers);
memory.length = 0;
const begun = performance.now();
const cpu = process.cpuUsage();
await record(workers, workers + Number(episodes));
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ seconds: (performance.now() - begun) / 1000, cpuSeconds: (user + system) / 1e6, memory }));
await stage.close();
