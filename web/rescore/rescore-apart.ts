import { messageOf, type Protocol, type RunEvent } from '../../src/contracts/index.ts';
import { findBenchmark } from '../../src/engine/pure.ts';
import type { RunHead, Source } from '../source/index.ts';
import type { FromWorker, ToWorker } from '../work/messages.ts';
import { openWorker } from '../work/open-worker.ts';
import { type Rescored, rescore } from './rescore.ts';

/** Events that travel together. */
const BATCH = 500;

/** Scores a run again in a worker; where a page may have none (opened from disk), in the page itself, a little at a time. */
export async function rescoreApart(
  source: Source,
  head: RunHead,
  protocols: readonly Protocol[],
  onProgress: (units: number) => void,
): Promise<Rescored[]> {
  const worker = await openWorker();
  if (!worker) {
    const { benchmark } = findBenchmark(head.run.spec.benchmark);
    return rescore({
      run: head.run,
      where: head.name,
      benchmark,
      protocols,
      journal: source.journal(head.id),
      files: (hashes) => source.files(head.id, hashes),
      onProgress,
    });
  }
  const tell = (message: ToWorker) => worker.postMessage(message);
  try {
    const done = new Promise<Rescored[]>((resolve, reject) => {
      worker.onerror = () => reject(new Error('rescoring stopped'));
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === 'rescored') resolve(data.rescored);
        if (data.kind === 'failed') reject(new Error(data.message));
        if (data.kind === 'progress') onProgress(data.units);
        if (data.kind === 'wants')
          source.files(head.id, data.hashes).then(
            // Copies: posting a view would copy its whole buffer.
            (files) =>
              tell({ kind: 'files', request: data.request, files: files.map((file) => file?.slice() ?? null) }),
            (error) => tell({ kind: 'no-files', request: data.request, message: messageOf(error) }),
          );
      };
    });
    tell({ kind: 'rescore', run: head.run, where: head.name, protocols });
    await Promise.race([done, hand(source.journal(head.id), (events) => tell({ kind: 'events', events }))]);
    tell({ kind: 'end' });
    return await done;
  } finally {
    worker.terminate();
  }
}

async function hand(journal: AsyncIterable<RunEvent>, tell: (events: RunEvent[]) => void): Promise<void> {
  let events: RunEvent[] = [];
  for await (const event of journal) {
    // Prompts are not needed for scoring, and they are the largest part.
    if (event.event === 'prompt') continue;
    events.push(event);
    if (events.length < BATCH) continue;
    tell(events);
    events = [];
  }
  tell(events);
}
