import { createHash } from 'node:crypto';
import { streamRegular } from '../files/index.ts';

export interface DigestOptions {
  /** The size that the file should have: then git's name of the content is computed too, the hub's mark of small files. */
  gitSize?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** What a file is known by. */
export interface Digest {
  size: number;
  sha256: string;
  gitSha1?: string;
}

/** Reads a file once and tells what it is. */
export async function digestFile(path: string, { gitSize, signal }: DigestOptions = {}): Promise<Digest> {
  const sha256 = createHash('sha256');
  const git = gitSize === undefined ? undefined : createHash('sha1').update(`blob ${gitSize}\0`);
  let size = 0;
  for await (const chunk of streamRegular(path, { highWaterMark: 2 ** 20, signal })) {
    sha256.update(chunk);
    git?.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: sha256.digest('hex'), ...(git && { gitSha1: git.digest('hex') }) };
}
