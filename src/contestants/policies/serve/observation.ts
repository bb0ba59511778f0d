import { z } from 'zod';
import { type EpisodeStart, type Hands, type Observation, PolicyError } from '../../../contracts/index.ts';
import { isMap, NdArray, rowsOf, toNumbers, type Wire, type WireMap } from '../remote/wire.ts';

const Start = z.object({ unit: z.string(), epoch: z.number().int(), seed: z.number().int() });
const Block = z
  .object({ label: z.string() })
  .catchall(z.json())
  .transform(({ label, ...extras }) => ({ label, extras }));

/** What one request says. */
export interface ReceivedObservation {
  observation: Observation;
  start: EpisodeStart;
}

/**
 * An observation out of a request. Clients that are not Sextant leave `sextant` out: then every connection is one episode, and
 * steps are requests.
 */
export function receive(request: Wire, earlier: number): ReceivedObservation {
  if (!isMap(request)) throw new Error('an observation must be a map');
  const { state, prompt = '', sextant = {} } = request;
  if (!(state instanceof NdArray) || state.shape.join() !== '14') {
    throw new Error(`"state" must be an array (14), got ${state instanceof NdArray ? state : typeof state}`);
  }
  if (typeof prompt !== 'string') throw new Error('"prompt" must be a text');
  const own = isMap(sextant) ? sextant : {};
  const { unit, epoch, seed } = own.start === undefined ? { unit: '', epoch: 0, seed: 0 } : Start.parse(own.start);
  const none = new Float64Array(7);
  return {
    start: { instruction: prompt, unit: { id: unit, epoch }, seed },
    observation: {
      instruction: prompt,
      step: typeof own.step === 'number' ? own.step : earlier,
      images: {},
      state: toNumbers(state),
      hands: { left: none, right: none },
      ...(isMap(own.hands) ? { peek: handsOf(own.hands, own.truth) } : {}),
    },
  };
}

/** Hands that fetch along the ways that came with the request. */
function handsOf({ blocks, routes = {} }: WireMap, truth: Wire | undefined): Hands {
  return {
    blocks: z.array(Block).parse(blocks),
    fetch(label) {
      const route = isMap(routes) ? routes[label] : undefined;
      if (route instanceof NdArray) return rowsOf(route);
      throw new PolicyError('policy_failed', typeof route === 'string' ? route : `there is no way to block ${label}`);
    },
    ...(typeof truth === 'string' ? { truth } : {}),
  };
}
