import { at } from '../util/index.ts';
import { badData, type Where } from './bad-data.ts';

/** One record of a delimited file, fields in file order. */
export interface CsvRecord {
  fields: string[];
  /** Line of the file on which the record begins, from 1. */
  line: number;
}

const [LF, CR, QUOTE] = [0x0a, 0x0d, 0x22];

/** An open quote would otherwise swallow a file of any size; cells with ten base64 pictures stay far below. */
const MAX_RECORD_BYTES = 256 * 2 ** 20;
/** What remembering a piece costs beside its bytes: doubled quotes make many small ones. */
const PIECE_BYTES = 100;

type State = 'start' | 'plain' | 'quoted' | 'quote';

/**
 * Cuts bytes into records the way pandas' C tokenizer does: LF, CR and CRLF end a line, a quote counts only at the
 * start of a field, text after a closing quote is kept, blank lines (spaces and tabs) are skipped.
 * Bytes come in pieces of any size; every byte is looked at once.
 */
export class CsvTokenizer {
  #file: string;
  #delimiter: number;
  #state: State = 'start';
  #pieces: Buffer[] = [];
  #fields: string[] = [];
  #recordBytes = 0;
  #quotedFirst = false;
  #line = 1;
  #recordLine = 1;
  #sawCr = false;
  #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  constructor(file: string, delimiter: string) {
    this.#file = file;
    this.#delimiter = delimiter.charCodeAt(0);
  }

  *feed(chunk: Buffer): Generator<CsvRecord> {
    let at = 0;
    if (this.#sawCr && chunk.length > 0) {
      this.#sawCr = false;
      if (chunk[0] === LF) at = 1;
    }
    while (at < chunk.length) {
      if (this.#state === 'quoted') {
        const end = chunk.indexOf(QUOTE, at);
        this.#keep(chunk, at, end === -1 ? chunk.length : end);
        if (end === -1) return;
        this.#state = 'quote';
        at = end + 1;
        continue;
      }
      const byte = chunk[at];
      if (byte === QUOTE && this.#state !== 'plain') {
        if (this.#state === 'quote') this.#keep(chunk, at, at + 1);
        else if (this.#fields.length === 0) this.#quotedFirst = true;
        this.#state = 'quoted';
        at += 1;
        continue;
      }
      const end = this.#plainEnd(chunk, at);
      this.#keep(chunk, at, end);
      if (end > at) this.#state = 'plain';
      if (end === chunk.length) return;
      at = end + 1;
      this.#endField();
      if (chunk[end] === this.#delimiter) continue;
      if (chunk[end] === CR) {
        if (at === chunk.length) this.#sawCr = true;
        else if (chunk[at] === LF) at += 1;
      }
      this.#line += 1;
      const record = this.#endRecord();
      if (record) yield record;
    }
  }

  /** What an unfinished last line comes to. */
  *end(): Generator<CsvRecord> {
    if (this.#state === 'quoted') {
      throw badData('the file ends inside quotes', this.#place(), {
        fix: 'close the quote in the record that begins on this line, or get the file again: it may be cut off',
      });
    }
    if (this.#state === 'start' && this.#fields.length === 0) return;
    this.#endField();
    const record = this.#endRecord();
    if (record) yield record;
  }

  #place(): Where {
    return { file: this.#file, row: this.#recordLine };
  }

  #plainEnd(chunk: Buffer, from: number): number {
    const delimiter = this.#delimiter;
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === delimiter || byte === LF || byte === CR) break;
    }
    return at;
  }

  #keep(chunk: Buffer, from: number, to: number): void {
    if (to === from) return;
    this.#recordBytes += to - from + PIECE_BYTES;
    if (this.#recordBytes > MAX_RECORD_BYTES) {
      throw badData(`one record is larger than ${MAX_RECORD_BYTES / 2 ** 20} MiB`, this.#place(), {
        fix: 'look for a quote on this line that is never closed',
      });
    }
    this.#pieces.push(chunk.subarray(from, to));
    if (this.#state === 'quoted') for (let at = from; at < to; ) at = this.#countLine(chunk, at, to);
  }

  #countLine(chunk: Buffer, from: number, to: number): number {
    const at = chunk.indexOf(LF, from);
    if (at === -1 || at >= to) return to;
    this.#line += 1;
    return at + 1;
  }

  #endField(): void {
    const bytes = this.#pieces.length === 1 ? this.#pieces[0] : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#state = 'start';
    try {
      const text = this.#utf8.decode(bytes);
      // pandas holds fields as C strings: a NUL ends them.
      const nul = text.indexOf('\0');
      this.#fields.push(nul === -1 ? text : text.slice(0, nul));
    } catch (cause) {
      const fix = 'save the file as UTF-8';
      throw badData(`field ${this.#fields.length + 1} is not valid UTF-8`, this.#place(), { fix, cause });
    }
  }

  #endRecord(): CsvRecord | undefined {
    const record = { fields: this.#fields, line: this.#recordLine };
    const blank = this.#fields.length === 1 && !this.#quotedFirst && /^[ \t]*$/.test(at(this.#fields, 0));
    this.#fields = [];
    this.#recordBytes = 0;
    this.#quotedFirst = false;
    this.#recordLine = this.#line;
    return blank ? undefined : record;
  }
}
