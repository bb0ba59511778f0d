import { z } from 'zod';
import { type ActionKind, type Json, type Needs, SextantError } from '../../../contracts/index.ts';

const Size = z.tuple([z.number().int().min(1).max(4096), z.number().int().min(1).max(4096)]);

const Render = z.union([Size, z.record(z.string(), Size)]);

/** A picture, or what is known of the camera that took it. */
const CameraLeaf = z.strictObject({
  camera: z.string().min(1),
  what: z.enum(['rgb', 'depth', 'intrinsic', 'extrinsic', 'shape']).default('rgb'),
  layout: z.enum(['hwc', 'chw']).default('hwc'),
  /** Width and height to fit it into, padded with black; as it was taken when left out. */
  size: Size.exactOptional(),
  /** As floats, colours go from 0 to 1. */
  dtype: z.enum(['uint8', 'float32', 'float64']).default('uint8'),
});

/** Numbers: the 14 of the state or of the measured joints, or the 7 of a hand's pose, as an array or a plain list. `at` takes some of them, or a single one. */
const NumbersLeaf = z.strictObject({
  from: z.enum(['state', 'joints', 'left_hand', 'right_hand']),
  at: z.union([z.array(z.number().int().min(0).max(13)).min(1), z.number().int().min(0).max(13)]).exactOptional(),
  dtype: z.enum(['float32', 'float64', 'list']).default('float64'),
});

/** `start` is unit, epoch and seed; `hands` and `truth` are what only policies of ours may be told. */
const WordLeaf = z.strictObject({ from: z.enum(['instruction', 'instructions', 'step', 'start', 'hands', 'truth']) });

const ConstantLeaf = z.strictObject({ value: z.json() });

export type CameraLeaf = z.infer<typeof CameraLeaf>;
export type NumbersLeaf = z.infer<typeof NumbersLeaf>;
export type Leaf = CameraLeaf | NumbersLeaf | z.infer<typeof WordLeaf> | z.infer<typeof ConstantLeaf>;
export interface Branch {
  readonly [key: string]: Branch | Leaf;
}

const ActionPart = z.strictObject({
  /** Where the commands are in the reply; `actions`, `action` or the reply itself when left out. */
  key: z.string().min(1).exactOptional(),
  kind: z.enum(['qpos', 'ee']).default('qpos'),
  /** A key that is true when the policy has nothing more to do. */
  done: z.string().min(1).exactOptional(),
});

/** Which key of a server's observation gets what, and where its reply has the commands. */
export interface ObservationMap {
  /** How large the world's pictures are: all of them, or those of single cameras. */
  render?: z.infer<typeof Render>;
  observation: Branch;
  action: { key?: string; kind: ActionKind; done?: string };
}

const MapShape = z.strictObject({
  about: z.string().exactOptional(),
  render: Render.exactOptional(),
  observation: z.record(z.string(), z.unknown()),
  action: ActionPart.prefault({}),
});

/** Reads a map that somebody wrote; says which key is wrong. */
export function parseMap(value: unknown, where: string): ObservationMap {
  const { render, observation, action } = check(MapShape, value, where, '');
  return { ...(render ? { render } : {}), observation: parseBranch(observation, where, 'observation'), action };
}

/** Which kind of leaf it is shows in one key. A key of the server's may have the same name: then an object stands behind it. */
const kinds: readonly { isKind(node: object): boolean; schema: z.ZodType<Leaf> }[] = [
  { isKind: (node) => 'camera' in node && typeof node.camera === 'string', schema: CameraLeaf },
  { isKind: (node) => 'from' in node && typeof node.from === 'string', schema: z.union([WordLeaf, NumbersLeaf]) },
  { isKind: (node) => 'value' in node, schema: ConstantLeaf },
];

export function isLeaf(node: Branch | Leaf): node is Leaf {
  return kinds.some(({ isKind }) => isKind(node));
}

function parseBranch(node: Record<string, unknown>, where: string, path: string): Branch {
  return Object.fromEntries(
    Object.entries(node).map(([key, child]) => {
      const place = `${path}.${key}`;
      const object = check(z.record(z.string(), z.unknown()), child, where, place);
      const kind = kinds.find(({ isKind }) => isKind(object));
      return [key, kind ? check(kind.schema, object, where, place) : parseBranch(object, where, place)];
    }),
  );
}

function check<T>(schema: z.ZodType<T>, value: unknown, where: string, path: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const why = parsed.error.issues
    .map((issue) => `${[path, ...issue.path].filter((part) => part !== '').join('.') || 'the map'}: ${issue.message}`)
    .join('; ');
  throw new SextantError('bad_config', why, { where, fix: 'docs/policies.md shows what a map looks like' });
}

/** All that a map asks for, with the path of keys to it. */
export function leavesOf(branch: Branch, path: readonly string[] = []): { path: readonly string[]; leaf: Leaf }[] {
  return Object.entries(branch).flatMap(([key, child]) =>
    isLeaf(child) ? [{ path: [...path, key], leaf: child }] : leavesOf(child, [...path, key]),
  );
}

/** What the world has to give. */
export function needsOf({ render, observation, action }: ObservationMap): Needs {
  const all = leavesOf(observation).map(({ leaf }) => leaf);
  const cameras = all.flatMap((leaf) => ('camera' in leaf ? [leaf] : []));
  const peeks = all.flatMap((leaf) => ('from' in leaf ? [leaf.from] : []));
  return {
    cameras: [...new Set(cameras.map(({ camera }) => camera))],
    ...rendering(render),
    ...(cameras.some(({ what }) => what === 'depth') ? { depth: true } : {}),
    action: action.kind,
    peeks: peeks.includes('truth') ? 'truth' : peeks.includes('hands') ? 'hands' : 'nothing',
  };
}

function rendering(render: ObservationMap['render']): Pick<Needs, 'size' | 'sizes'> {
  const asSize = ([width, height]: z.infer<typeof Size>) => ({ width, height });
  if (render === undefined) return {};
  if (Array.isArray(render)) return { size: asSize(render) };
  return { sizes: Object.fromEntries(Object.entries(render).map(([camera, size]) => [camera, asSize(size)])) };
}

/** The same map with every picture in another size, written as `224x224`, or `native` for as rendered. */
export function resized(map: ObservationMap, size: string | undefined): ObservationMap {
  if (size === undefined) return map;
  const [width, height] = size.split('x').map(Number);
  const change = (branch: Branch): Branch =>
    Object.fromEntries(
      Object.entries(branch).map(([key, child]) => {
        if (!isLeaf(child)) return [key, change(child)];
        if (!('camera' in child)) return [key, child];
        const { size: _, ...rest } = child;
        return [key, width && height ? { ...rest, size: [width, height] } : rest];
      }),
    );
  return { ...map, observation: change(map.observation) };
}

/** The map as part of a run's identity. */
export function mapAsJson(map: ObservationMap): Json {
  return z.json().parse(map);
}
