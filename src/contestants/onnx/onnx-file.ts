import { SextantError } from '../../contracts/index.ts';

/** What is looked at in an ONNX file before a runtime sees it. */
export interface OnnxFile {
  /** Key to value. */
  metadata: Record<string, string>;
}

/** Most numbers in one tensor of weights. */
const MOST_NUMBERS = 2 ** 30;

/** Field numbers of onnx.proto3. */
const MODEL = { graph: 7, metadata: 14 };
const GRAPH = { node: 1, initializer: 5, sparse: 15 };
const NODE = { attribute: 5 };
const ATTRIBUTE = { tensor: 5, graph: 6, tensors: 10, graphs: 11 };
const TENSOR = { dims: 1, externalData: 13, dataLocation: 14 };

/** Refuses weights that lie elsewhere or that nobody can hold; everything else is left to the runtime. */
export function inspectOnnx(bytes: Uint8Array, file: string): OnnxFile {
  const refuse = (message: string, fix: string) => new SextantError('bad_data', message, { where: file, fix });
  const metadata: Record<string, string> = {};

  function tensor(data: Uint8Array): void {
    let numbers = 1;
    for (const { field, value, bytes: packed } of fieldsOf(data)) {
      if (field === TENSOR.externalData || (field === TENSOR.dataLocation && value === 1))
        throw refuse('its weights lie in other files', 'save the network as one file: onnx.save(model, path)');
      if (field === TENSOR.dims) for (const side of packed ? varints(packed) : [value]) numbers *= side;
    }
    if (!(numbers <= MOST_NUMBERS))
      throw refuse('a tensor of its weights is too large to be held', 'use a smaller one');
  }

  function graph(data: Uint8Array, depth: number): void {
    if (depth > 16) throw refuse('its graphs lie too deep in each other', 'export it without nested loops');
    for (const { field, bytes: part } of fieldsOf(data)) {
      if (!part) continue;
      if (field === GRAPH.sparse) throw refuse('it has sparse weights', 'export it with dense ones');
      if (field === GRAPH.initializer) tensor(part);
      if (field === GRAPH.node) for (const attribute of partsOf(part, NODE.attribute)) attributes(attribute, depth);
    }
  }

  function attributes(data: Uint8Array, depth: number): void {
    for (const { field, bytes: part } of fieldsOf(data)) {
      if (part && (field === ATTRIBUTE.tensor || field === ATTRIBUTE.tensors)) tensor(part);
      if (part && (field === ATTRIBUTE.graph || field === ATTRIBUTE.graphs)) graph(part, depth + 1);
    }
  }

  try {
    const graphs = partsOf(bytes, MODEL.graph);
    if (graphs.length !== 1) throw new RangeError('it has no graph');
    for (const part of graphs) graph(part, 0);
    for (const entry of partsOf(bytes, MODEL.metadata)) {
      const [key = '', value = ''] = [1, 2].map((field) => partsOf(entry, field).map(textOf).at(-1));
      metadata[key] = value;
    }
  } catch (cause) {
    if (cause instanceof SextantError) throw cause;
    throw new SextantError(
      'bad_data',
      `this is no whole ONNX file: ${cause instanceof Error ? cause.message : cause}`,
      {
        where: file,
        fix: 'export it again; onnx.checker.check_model(path) says more',
        cause,
      },
    );
  }
  return { metadata };
}

/** One field of a protobuf message: a number, or bytes. */
interface Field {
  field: number;
  value: number;
  bytes?: Uint8Array;
}

function partsOf(data: Uint8Array, wanted: number): Uint8Array[] {
  return [...fieldsOf(data)].flatMap(({ field, bytes }) => (bytes && field === wanted ? [bytes] : []));
}

function* fieldsOf(data: Uint8Array): Generator<Field> {
  let at = 0;
  while (at < data.length) {
    const [tag, after] = varint(data, at);
    const field = Math.floor(tag / 8);
    const kind = tag % 8;
    if (field === 0) throw new RangeError('a field has no number');
    if (kind === 0) {
      const [value, next] = varint(data, after);
      at = next;
      yield { field, value };
    } else if (kind === 2) {
      const [length, start] = varint(data, after);
      at = start + length;
      if (at > data.length) throw new RangeError('it ends too early');
      yield { field, value: length, bytes: data.subarray(start, at) };
    } else if (kind === 1 || kind === 5) {
      at = after + (kind === 1 ? 8 : 4);
      if (at > data.length) throw new RangeError('it ends too early');
      yield { field, value: 0 };
    } else throw new RangeError('a field is of an unknown kind');
  }
}

function varints(data: Uint8Array): number[] {
  const found: number[] = [];
  for (let at = 0; at < data.length; ) {
    const [value, next] = varint(data, at);
    found.push(value);
    at = next;
  }
  return found;
}

function varint(data: Uint8Array, start: number): [value: number, next: number] {
  let value = 0;
  for (let at = start, scale = 1; at < start + 10; at += 1, scale *= 128) {
    const byte = data[at];
    if (byte === undefined) throw new RangeError('it ends too early');
    value += (byte % 128) * scale;
    if (byte < 128) return [value, at + 1];
  }
  throw new RangeError('a number in it never ends');
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
