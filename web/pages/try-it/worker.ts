import * as ort from 'onnxruntime-web/wasm';
import { type Network, openNetwork } from '../../../src/contestants/pure.ts';
import { describeError } from '../../../src/contracts/index.ts';
import { sha256Hex } from '../../../src/util/index.ts';
import type { ReferenceHead } from '../../source/index.ts';
import { LiveActing } from './acting.ts';
import type { TryReply, TryRequest, Turned } from './messages.ts';
import { pointAt } from './pointing.ts';

/** A thread of its own: network, physics and planner must not hold up the page. */
let opened: Promise<{ network: Network; acting: LiveActing | undefined }> | undefined;
/** The latest of those that change the table, and of those that only look. */
const latest = { table: 0, look: 0 };
/** One thing at a time; what has become void meanwhile is passed over. */
let work: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<Turned<TryRequest>>) => {
  const kind = data.do === 'look' || data.do === 'point' ? 'look' : 'table';
  latest[kind] = data.turn;
  const isVoid = () => latest[kind] !== data.turn;
  const say = (reply: TryReply) => postMessage({ ...reply, turn: data.turn });
  work = work.then(async () => {
    if (isVoid()) return;
    await perform(data, say, isVoid).catch((error: unknown) => isVoid() || say({ failure: describeError(error) }));
  });
});

async function perform(request: TryRequest, say: (reply: TryReply) => void, isVoid: () => boolean): Promise<void> {
  if (request.do === 'open') {
    opened = open(request.reference, request.base);
    return say({ opened: (await opened).network.manifest.name });
  }
  if (!opened) throw new Error('no network is open');
  const { network, acting } = await opened;
  if (request.do === 'point') {
    const heat = await pointAt(network, request);
    return heat ? say({ heat }) : undefined;
  }
  if (!acting) throw new Error('this network acts not, it answers');
  if (request.do === 'lay') return acting.lay(request.benchmark, request.sample, say);
  if (request.do === 'look') return acting.look(request.text, say);
  return acting.act(request.text, request.target, say, isVoid);
}

async function open({ id, ability, network: address, manifest }: ReferenceHead, base: string) {
  const fetched = async (path: string) => {
    const response = await fetch(new URL(path, base));
    if (!response.ok) throw new Error(`${path} cannot be fetched: the server answered ${response.status}`);
    return response;
  };
  const [bytes, text] = await Promise.all([
    fetched(address).then(async (response) => new Uint8Array(await response.arrayBuffer())),
    fetched(manifest).then((response) => response.text()),
  ]);
  const openRuntime = async () => {
    ort.env.wasm.numThreads = 1;
    ort.env.wasm.proxy = false;
    ort.env.wasm.wasmPaths = { wasm: new URL('api/runtime.wasm', base).href };
    ort.env.logLevel = 'fatal';
    return ort;
  };
  const sha256 = (data: Uint8Array | string) =>
    sha256Hex(typeof data === 'string' ? new TextEncoder().encode(data) : data);
  const network = await openNetwork({ file: address, bytes, manifest: text }, { openRuntime, sha256 });
  return { network, acting: ability === 'act' ? new LiveActing(network, id) : undefined };
}
