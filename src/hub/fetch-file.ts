import { constants, lstatSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { SextantError } from '../contracts/index.ts';
import { readRegularText, writeJsonAtomic } from '../files/index.ts';
import { count, plural } from '../util/index.ts';
import { Retryable, shown, type Wait, withRetries } from './hub-error.ts';
import { content, type Hub, type HubAnswer } from './hub-http.ts';
import type { HubFile } from './listing.ts';
import { type Digest, digestFile } from './manifest.ts';
import { PART } from './safe-path.ts';

interface FetchOptions {
  hub: Hub;
  url: URL;
  file: HubFile;
  /** Where it shall lie. */
  target: string;
  signal: AbortSignal;
  wait: Wait;
  /** Told how many bytes of the file are here. */
  onBytes(bytes: number): void;
}

/** Beside an unfinished file: which content it is the beginning of. */
const Note = z.object({ id: z.string(), etag: z.string() });

/** Bytes that count as progress, so that a bad line may break as often as it likes. */
const PROGRESS = 2 ** 20;

/**
 * Fetches one file whole and right, or not at all: what is there of it is continued, what is wrong is fetched again,
 * and it gets its name only after its content was checked.
 */
export async function fetchFile(fetch: FetchOptions): Promise<Digest> {
  const { file, target, signal, onBytes } = fetch;
  const digest = (path: string) =>
    digestFile(path, { gitSize: file.gitSha1 === undefined ? undefined : file.size, signal });
  if (sizeOf(target) === file.size) {
    const found = await digest(target);
    if (fits(found, file)) {
      onBytes(file.size);
      return found;
    }
  }
  const part = target + PART;
  const where = shown(fetch.url);
  return withRetries(
    async (progressed) => {
      const resumed = beginning(part, file);
      onBytes(resumed.bytes);
      if (resumed.bytes < file.size || file.size === 0) {
        try {
          await receive(fetch, part, resumed);
        } finally {
          if ((sizeOf(part) ?? 0) - resumed.bytes >= PROGRESS) progressed();
        }
      }
      const found = await digest(part);
      if (fits(found, file)) {
        renameSync(part, target);
        rmSync(`${part}.json`, { force: true });
        return found;
      }
      discard(part);
      // Perhaps only the part from an earlier download was wrong: start over.
      if (resumed.bytes > 0) throw new Retryable('the content was wrong', 0);
      throw wrong(`the content of ${file.path} is not what the list of files promises`, where);
    },
    { where, wait: fetch.wait, signal },
  );
}

async function receive(fetch: FetchOptions, part: string, resumed: { bytes: number; etag: string }): Promise<void> {
  const { hub, url, file, signal } = fetch;
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (resumed.bytes > 0) headers.range = `bytes=${resumed.bytes}-`;
  if (resumed.bytes > 0 && resumed.etag) headers['if-range'] = resumed.etag;
  const answer = await hub.get(url, headers, signal);
  try {
    if (answer.status === 416) {
      // Our partial file is not a prefix of the file on the server.
      discard(part);
      throw new Retryable('HTTP 416', 0);
    }
    const from = startOf(answer, resumed.bytes, file);
    const { etag } = answer.headers;
    // Weak tags do not promise the same bytes.
    const strong = typeof etag === 'string' && etag.startsWith('"') ? etag : '';
    writeJsonAtomic(`${part}.json`, { id: idOf(file), etag: strong } satisfies z.infer<typeof Note>);
    await write(answer, part, from, fetch);
  } finally {
    answer.body.destroy();
  }
}

/** At which byte of the file this answer begins. */
function startOf({ status, headers, url }: HubAnswer, wanted: number, file: HubFile): number {
  const length = headers['content-length'];
  if (status === 200) {
    if (length === undefined || Number(length) === file.size) return 0;
    throw wrong(
      `the hub sends ${plural(Number(length), 'byte')} for ${file.path}, its list says ${count(file.size)}`,
      shown(url),
    );
  }
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(String(headers['content-range'])) ?? [];
  if (Number(start) !== wanted || (total !== '*' && Number(total) !== file.size)) {
    throw wrong(`the hub sends another piece of ${file.path} than the one asked for`, shown(url));
  }
  return wanted;
}

async function write(answer: HubAnswer, part: string, from: number, fetch: FetchOptions): Promise<void> {
  const { file, signal, onBytes } = fetch;
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
  const handle = await open(part, O_WRONLY | O_CREAT | (O_NOFOLLOW ?? 0) | (from === 0 ? O_TRUNC : 0));
  try {
    let at = from;
    for await (const chunk of content(answer, signal)) {
      if (at + chunk.length > file.size) {
        discard(part);
        throw wrong(
          `the hub sends more than the ${plural(file.size, 'byte')} that its list gives ${file.path}`,
          shown(answer.url),
        );
      }
      for (let done = 0; done < chunk.length; ) {
        done += (await handle.write(chunk, done, chunk.length - done, at + done)).bytesWritten;
      }
      at += chunk.length;
      onBytes(at);
    }
    await handle.sync();
    if (at < file.size)
      throw new Retryable(`the connection broke off after ${count(at)} of ${plural(file.size, 'byte')}`);
  } finally {
    await handle.close();
  }
}

/** What is here of a file already, if it belongs to the same content. */
function beginning(part: string, file: HubFile): { bytes: number; etag: string } {
  const bytes = sizeOf(part);
  const note = readNote(`${part}.json`);
  if (bytes !== undefined && bytes <= file.size && note?.id === idOf(file)) return { bytes, etag: note.etag };
  discard(part);
  return { bytes: 0, etag: '' };
}

function readNote(path: string): z.infer<typeof Note> | undefined {
  try {
    return Note.safeParse(JSON.parse(readRegularText(path))).data;
  } catch {
    return undefined;
  }
}

function discard(part: string): void {
  rmSync(part, { force: true, recursive: true });
  rmSync(`${part}.json`, { force: true });
}

/** Undefined unless there is a plain file: links are not followed. */
function sizeOf(path: string): number | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : undefined;
}

function idOf({ path, size, sha256, gitSha1 }: HubFile): string {
  return sha256 ?? gitSha1 ?? `${path} ${size}`;
}

function fits(found: Digest, { size, sha256, gitSha1 }: HubFile): boolean {
  return found.size === size && (!sha256 || found.sha256 === sha256) && (!gitSha1 || found.gitSha1 === gitSha1);
}

function wrong(what: string, where: string): SextantError {
  return new SextantError('bad_data', what, { where, fix: 'try again later or from another HF_ENDPOINT' });
}
