import {
  type Action,
  type Needs,
  type Observation,
  type Policy,
  PolicyError,
  SextantError,
} from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { perChannel } from './encode.ts';
import type { Manifest, PictureInput } from './manifest.ts';
import type { Network, NetworkOutput } from './network.ts';
import { outputsOf, peakOf } from './peak.ts';
import { spotAt } from './spot.ts';

/** A policy that is a network. @param id what it is called, if not by its manifest. Throws where its outputs are no policy's. */
export function networkPolicy(network: Network, id = `onnx/${network.manifest.name}`): Policy {
  const needs = needsOf(network);
  return {
    id,
    needs,
    settings: { ...network.settings, ...(needs.every === undefined ? {} : { every: needs.every }) },
    reset() {},
    act: (observation) => act(network, observation),
    close: () => network.close(),
  };
}

function picturesOf({ inputs }: Manifest): (PictureInput & { name: string })[] {
  return Object.entries(inputs).flatMap(([name, input]) => (input.is === 'picture' ? [{ ...input, name }] : []));
}

function needsOf({ manifest, file }: Network): Needs {
  const refuse = (message: string) =>
    new SextantError('bad_config', message, { where: file, fix: 'docs/onnx.md shows a manifest of each kind' });
  const pictures = picturesOf(manifest);
  const sizes = pictures.map(({ name, camera, width, height }) => {
    if (camera === undefined) throw refuse(`picture ${JSON.stringify(name)} names no camera`);
    return [camera, { width, height }] as const;
  });
  if (new Set(sizes.map(([camera]) => camera)).size < sizes.length) throw refuse('two pictures are of the same camera');
  const count = (is: string) => outputsOf(manifest, is).length;
  const [joint, hand, heat] = [count('joint-chunk'), count('hand-chunk'), count('heat')];
  if (joint + hand + heat !== 1) throw refuse('a policy has exactly one output of joint-chunk, hand-chunk and heat');
  if (heat && pictures.length !== 1) throw refuse('a heat map is of exactly one picture');
  return {
    cameras: sizes.map(([camera]) => camera),
    sizes: Object.fromEntries(sizes),
    action: hand ? 'ee' : 'qpos',
    ...(manifest.every === undefined ? {} : { every: manifest.every }),
    // Who points at a spot lets hands do the rest; who commands joints has none.
    peeks: heat ? 'hands' : 'nothing',
  };
}

async function act(network: Network, observation: Observation): Promise<Action[] | 'done'> {
  const { manifest } = network;
  const { images, instruction, joints, state, step, peek } = observation;
  const pictures = picturesOf(manifest);
  // One look, one fetch.
  if (peek && step > 0) return 'done';
  const shown = Object.fromEntries(pictures.map(({ name, camera = '' }) => [name, pictureOf(images, camera).rgb]));
  const told = await network.run({ pictures: shown, text: instruction, joints, commanded: state });
  if (!peek) return chunkOf(manifest, told);
  const input = at(pictures, 0);
  const { u, v, turn } = peakOf(told, manifest, input);
  if (!peek.spots) throw new PolicyError('policy_failed', 'this world lends no hands to those who point');
  const spot = spotAt(pictureOf(images, input.camera ?? ''), { u, v }, peek.spots.height);
  // A spot that no arm reaches is a choice too, and a wrong one.
  return (spot && peek.spots.fetch({ ...spot, yaw: turn })) ?? 'done';
}

function pictureOf(images: Observation['images'], camera: string): Observation['images'][string] {
  const found = images[camera];
  if (found) return found;
  throw new PolicyError('policy_failed', `there is no picture of ${camera}`);
}

function chunkOf({ outputs, execute }: Manifest, told: Readonly<Record<string, NetworkOutput>>): Action[] {
  for (const [name, output] of Object.entries(outputs)) {
    const chunk = told[name];
    if (!chunk || (output.is !== 'joint-chunk' && output.is !== 'hand-chunk')) continue;
    const [length, width] = [at(chunk.shape, 0), at(chunk.shape, 1)];
    return Array.from({ length: Math.min(length, execute ?? length) }, (_, row) =>
      Float64Array.from({ length: width }, (_, i) => {
        return at(chunk.data, row * width + i) * perChannel(output.std, i, 1) + perChannel(output.mean, i, 0);
      }),
    );
  }
  throw new PolicyError('policy_failed', 'the network gave no chunk');
}
