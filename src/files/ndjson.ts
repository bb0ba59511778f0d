import { LONGEST_LINE } from '../contracts/index.ts';
import { byteSize } from '../util/index.ts';
import { type RegularOptions, readPieces } from './index.ts';

/** One line of a file and where it lies. */
export interface Line {
  /** Of one that is too long, only how long it is: no JSON, so that whoever reads it names the line. */
  text: string;
  /** 1 for the first line. */
  number: number;
  /** Byte offset of its first byte, and its length without the newline. */
  offset: number;
  length: number;
  /** False for a last line without newline: it may be torn. */
  complete: boolean;
}

const NEWLINE = 0x0a;

/** The lines of a file, or those after a line of it, one at a time: memory does not grow with the file. */
export async function* readLines(path: string, after?: Line, opts: RegularOptions = {}): AsyncGenerator<Line> {
  for await (const lines of readLineGroups(path, after, opts)) for (const line of lines) yield line;
}

/**
 * The same in groups, as they come from the disk: waiting for each line alone costs more than reading it. A group is read to its end
 * before the next one: its lines are made one by one, because what lives as long as the group outlives it by far.
 */
export function readLineGroups(path: string, after?: Line, opts: RegularOptions = {}): AsyncGenerator<Iterable<Line>> {
  const start = after ? endOf(after) : 0;
  return lineGroups(readPieces(path, { ...opts, start }), start, after?.number);
}

/** Where the next line begins. */
function endOf({ offset, length, complete }: Line): number {
  return offset + length + (complete ? 1 : 0);
}

export async function* splitLines(stream: AsyncIterable<unknown>): AsyncGenerator<Line> {
  for await (const lines of lineGroups(stream)) for (const line of lines) yield line;
}

/** Lines end with a newline and nothing else: U+2028 and its kin may stand inside JSON. */
async function* lineGroups(stream: AsyncIterable<unknown>, start = 0, before = 0): AsyncGenerator<Iterable<Line>> {
  let pending: Buffer[] = [];
  /** How long the line that is pending is so far. */
  let held = 0;
  let offset = start;
  let number = before;
  const hold = (bytes: Buffer): void => {
    held += bytes.length;
    if (held > LONGEST_LINE) pending = [];
    else pending.push(bytes);
  };
  const line = (last: Buffer, complete: boolean): Line => {
    const length = held + last.length;
    const text = length > LONGEST_LINE ? `(a line of ${byteSize(length)})` : textOf(pending, last);
    pending = [];
    held = 0;
    number += 1;
    const made = { text, number, offset, length, complete };
    offset += length + 1;
    return made;
  };
  function* linesOf(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE, from); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      yield line(chunk.subarray(from, to), true);
      from = to + 1;
    }
    // Copied: the next piece may stand in the same room.
    if (from < chunk.length) hold(Buffer.from(chunk.subarray(from)));
  }
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a stream without encoding yields buffers');
    yield linesOf(chunk);
  }
  if (held > 0) yield [line(Buffer.alloc(0), false)];
}

function textOf(pending: readonly Buffer[], last: Buffer): string {
  return (pending.length === 0 ? last : Buffer.concat([...pending, last])).toString('utf8');
}
