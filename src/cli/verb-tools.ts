import type { StoredEpisodes, VerbTools } from '../contracts/index.ts';
import { collect, findBenchmark, findData, reenact, Stage } from '../engine/index.ts';
import { dataDir } from '../hub/index.ts';
import { readRunFile } from '../store/index.ts';
import { environment } from './environment.ts';
import { watchInterrupts } from './interrupt.ts';
import { printJson, say } from './output.ts';
import { openReenactment } from './reenactment.ts';
import { openProgress } from './show.ts';

/** What benchmarks' own verbs are handed. */
export const verbTools: VerbTools = {
  say,
  printJson,
  watchInterrupts,
  findData,
  openProgress() {
    const progress = openProgress();
    return { update: (state) => progress.update({ ...state, outcomes: {} }), done: () => progress.done() };
  },
  findBenchmark: (name) => findBenchmark(name).benchmark,
  pulled: async (name) => dataDir(name, await environment()),
  async collect({ benchmark, args, data, about, ...order }) {
    const files = data === undefined ? {} : { dir: data };
    const stage = new Stage({ benchmark: benchmark.id, args, cwd: process.cwd(), ...files }, order.threads);
    try {
      return await collect({ ...order, stage, about: { format: 'sextant-robotwin-1', ...about } });
    } finally {
      await stage.close();
    }
  },
  openRun,
};

function openRun(folder: string): StoredEpisodes {
  const { createdAt, spec } = readRunFile(folder);
  let opened: ReturnType<typeof openReenactment> | undefined;
  const open = () => {
    opened ??= openReenactment(folder);
    return opened;
  };
  return {
    createdAt,
    spec,
    units: async () => (await open()).units,
    film: async (episode, camera) =>
      (await reenact(episode, { folder, stage: (await open()).stage, film: { camera } })).film,
    close: async () => (await opened)?.stage.close(),
  };
}
