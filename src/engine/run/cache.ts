import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  acceptReply,
  type Contestant,
  messageOf,
  type Reply,
  type Request,
  SextantError,
} from '../../contracts/index.ts';
import { makeFolder, readRegularText, writeFileAtomic } from '../../files/index.ts';
import { hashOf } from './hash.ts';

/** Who was asked. */
type AskedContestant = Pick<Contestant, 'id' | 'settings'>;

/** Remembers replies by the content of their request: any other model, word, pixel or parameter is another request. */
export class ResponseCache {
  #dir: string;

  /** Throws at once when the folder cannot be written: better than after the first paid answer. */
  constructor(dir: string) {
    this.#dir = dir;
    try {
      makeFolder(dir);
      accessSync(dir, constants.W_OK);
    } catch (cause) {
      throw new SextantError('bad_argument', `cannot write the cache: ${messageOf(cause)}`, {
        where: dir,
        fix: 'name a folder that you may write to',
        cause,
      });
    }
  }

  /** The cached reply as it came, if it is one; what of its usage cannot be true is for the caller to leave out. */
  get(who: AskedContestant, request: Request): unknown {
    const path = this.#path(who, request);
    if (!existsSync(path)) return undefined;
    try {
      const said: unknown = JSON.parse(readRegularText(path, { inside: this.#dir }));
      acceptReply(said);
      return said;
    } catch {
      return undefined;
    }
  }

  /** Errors never come here; empty answers are turned away, because the next try may do better. */
  put(who: AskedContestant, request: Request, reply: Reply): void {
    if (reply.text.trim() === '') return;
    try {
      writeFileAtomic(this.#path(who, request), JSON.stringify(reply));
    } catch {
      // The answer itself is safe in the journal; a cache that is full costs a request next time, nothing more.
    }
  }

  #path(who: AskedContestant, request: Request): string {
    const key = hashOf({
      model: who.id,
      settings: who.settings,
      system: request.system,
      parts: request.parts.map((part) =>
        'text' in part ? part : { sha256: part.media.sha256, fps: part.fps, detail: part.detail },
      ),
      decoding: request.decoding,
      ...(request.dataset === undefined ? {} : { dataset: request.dataset }),
      epoch: request.unit.epoch,
    });
    return join(this.#dir, key.slice(0, 2), `${key}.json`);
  }
}
