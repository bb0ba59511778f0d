import { createHash, hash } from 'node:crypto';
import {
  close,
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  lstatSync,
  openSync,
  type ReadStream,
  read,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { type ErrorCode, SextantError } from '../contracts/index.ts';
import { byteSize } from '../util/index.ts';

export interface RegularOptions {
  /** A folder whose files belong to it, such as a run: nothing below it may be a link, which could lead anywhere. */
  inside?: string;
  /** Larger files are refused before they are read. */
  most?: number;
  /** What a refusal is called; `bad_data` unless told otherwise. */
  code?: ErrorCode;
}

/**
 * Opens a file for reading, or refuses by name what is none: a pipe would make us wait for ever, a device never ends.
 * A file that is not there is the system's own error, `ENOENT`.
 * @returns a file descriptor that the caller closes
 */
export function openRegular(path: string, opts: RegularOptions = {}): number {
  // Checked before opening too: merely opening some devices has side effects.
  requireRegular(path, opts);
  return openChecked(path, constants.O_RDONLY | (opts.inside === undefined ? 0 : NO_LINK), opts);
}

/** Opens a file for appending and makes one where there is none. A link is refused: what is appended would go elsewhere. */
export function openToAppend(path: string, opts: RegularOptions = {}): number {
  if (lstatSync(path, { throwIfNoEntry: false })) requireRegular(path, { inside: dirname(path), ...opts });
  const { O_RDWR, O_APPEND, O_CREAT } = constants;
  return openChecked(path, O_RDWR | O_APPEND | O_CREAT | NO_LINK, opts);
}

/** Windows knows neither. */
const { O_NONBLOCK: NO_WAIT = 0, O_NOFOLLOW: NO_LINK = 0 } = constants;

function openChecked(path: string, flags: number, opts: RegularOptions): number {
  const fd = openSync(path, flags | NO_WAIT);
  try {
    refuseOthers(path, fstatSync(fd), opts);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Throws unless a regular file lies there, without opening it. */
export function requireRegular(path: string, opts: RegularOptions = {}): void {
  refuseOthers(path, opts.inside === undefined ? statSync(path) : statOwn(path, opts.inside, opts), opts);
}

/** @example const bytes = readRegular(path, { inside: runFolder, code: 'damaged_run' }) */
export function readRegular(path: string, opts: RegularOptions = {}): Buffer {
  const fd = openRegular(path, opts);
  try {
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

export function readRegularText(path: string, opts: RegularOptions = {}): string {
  return readRegular(path, opts).toString('utf8');
}

const readFd = promisify(read);

/** What is read at once. */
const PIECE = 1 << 18;

/**
 * The same piece by piece, from a position to another. All of them stand in one buffer, and each is only good until the next one is
 * asked for: a stream makes as much garbage as the file is large.
 */
export async function* readPieces(
  path: string,
  { start = 0, end = Number.POSITIVE_INFINITY, ...opts }: RegularOptions & { start?: number; end?: number } = {},
): AsyncGenerator<Buffer> {
  if (end <= start) return;
  const fd = openRegular(path, opts);
  try {
    const room = Buffer.allocUnsafeSlow(Math.min(PIECE, end - start));
    for (let at = start; at < end; ) {
      const { bytesRead } = await readFd(fd, room, 0, Math.min(room.length, end - at), at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield room.subarray(0, bytesRead);
    }
  } finally {
    closeSync(fd);
  }
}

interface StreamOptions extends RegularOptions {
  start?: number;
  end?: number;
  highWaterMark?: number;
  signal?: AbortSignal | undefined;
}

/** The same as a stream; the file is opened when somebody reads. */
export function streamRegular(
  path: string,
  { start, end, highWaterMark, signal, ...opts }: StreamOptions = {},
): ReadStream {
  const open = (_path: unknown, _flags: unknown, _mode: unknown, done: (error: unknown, fd?: number) => void) => {
    try {
      done(null, openRegular(path, opts));
    } catch (error) {
      done(error);
    }
  };
  return createReadStream(path, {
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    ...(highWaterMark === undefined ? {} : { highWaterMark }),
    ...(signal ? { signal } : {}),
    fs: { open, read, close },
  });
}

/** Throws where any part of the path below the folder is a link. */
function statOwn(path: string, inside: string, opts: RegularOptions): Stats {
  let at = inside;
  let found: Stats | undefined;
  for (const name of relative(inside, path).split(sep)) {
    at = join(at, name);
    found = lstatSync(at);
    if (name === '..' || found.isSymbolicLink()) throw refusal(at, 'this is a symbolic link', opts);
  }
  return found ?? lstatSync(path);
}

function refuseOthers(path: string, found: Stats, opts: RegularOptions): void {
  if (!found.isFile()) throw refusal(path, `this is ${kindOf(found)}`, opts);
  const { most = Number.POSITIVE_INFINITY } = opts;
  if (found.size <= most) return;
  const message = `it has ${byteSize(found.size)}, at most ${byteSize(most)} are read`;
  throw new SextantError(opts.code ?? 'bad_data', message, { where: path });
}

function refusal(where: string, what: string, { code = 'bad_data' }: RegularOptions): SextantError {
  return new SextantError(code, `${what}, expected a file`, { where, fix: 'put the file itself there' });
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a pipe';
  return found.isSocket() ? 'a socket' : 'a device';
}

/** The text of a file, or null if it does not exist. A folder counts as missing: Python environments are often called `.env`. */
export async function readOptional(file: string): Promise<string | null> {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) return null;
  return (async () => readRegularText(file, { code: 'bad_config' }))().catch((thrown: unknown) => {
    if (thrown instanceof SextantError) throw thrown;
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return null;
    throw new SextantError('bad_config', 'cannot be read', {
      where: file,
      fix: 'check its permissions',
      cause: thrown,
    });
  });
}

/** @example sha256(new Uint8Array()) // 'e3b0c442…' */
export function sha256(content: Uint8Array | string): string {
  return hash('sha256', content);
}

/** Size in bytes; 0 if the file does not exist. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** sha256 of the first bytes of a file: of one that is only appended to, they stay the same. */
export async function hashStart(path: string, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readPieces(path, { end: bytes })) hash.update(piece);
  return hash.digest('hex');
}
