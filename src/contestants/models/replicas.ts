import { type Model, ProviderError } from '../../contracts/index.ts';
import { at, Gate } from '../../util/index.ts';
import { type Replica, type ReplicasOptions, Turns } from './replica-turns.ts';

/** An endpoint, opened. @param onRateLimit what to call when its quota is used up */
export type OpenReplica = (onRateLimit: (waitMs: number) => void) => { at: string; model: Model };

/**
 * One model at several places. A request goes where the fewest are under way; where that endpoint fails, to another. Each has a
 * gate of its own, so that one which is slow or turns requests away slows nobody else down.
 * @example const model = replicatedModel([(limit) => open(first, limit), (limit) => open(second, limit)], { concurrency: 8, now });
 */
export function replicatedModel(open: readonly OpenReplica[], opts: ReplicasOptions): Model {
  const replicas = open.map((each): Replica => {
    const gate = new Gate(opts.concurrency, opts.now);
    return { ...each((ms) => gate.pause(ms)), gate, failures: 0, rests: 0, restsUntil: 0 };
  });
  const turns = new Turns(replicas, opts);
  const { id, capabilities, settings } = at(replicas, 0).model;
  const { baseUrl: _, ...shared } = settings;
  return {
    id,
    capabilities,
    // Which endpoints there are may change while a run goes on: the journal tells who answered.
    settings: { ...shared, replicas: true },
    places: turns,
    replicas: replicas.map(({ model }) => model),
    async answer(request, signal) {
      const tried = new Set<Replica>();
      for (let last: ProviderError | undefined; ; ) {
        const turn = await turns.next(tried, signal);
        if (!turn) throw last ? turns.soonest(last) : new ProviderError('aborted', 'the request was cancelled');
        const { replica, generation } = turn;
        try {
          const said = await replica.model.answer(request, signal);
          turns.answered(replica);
          return { ...said, endpoint: replica.at };
        } catch (error) {
          if (!(error instanceof ProviderError) || !isItsFault(error)) throw error;
          turns.failed(replica, error, generation);
          tried.add(replica);
          last = error;
        } finally {
          turns.leave(replica);
        }
      }
    },
    close: async () => void (await Promise.all(replicas.map(({ model }) => model.close?.()))),
  };
}

/** Whether another endpoint may do better: this one is down, refuses us or has too much to do. Otherwise it is the request. */
function isItsFault(error: ProviderError): boolean {
  return error.retryable || error.futile !== undefined;
}
