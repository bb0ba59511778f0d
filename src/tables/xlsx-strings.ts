import { count } from '../util/index.ts';
import type { XmlToken } from './xml.ts';
import { xmlTokens } from './xml.ts';

/** Collects the text of a string item: its `t`, or those of its runs; not the pronunciation beside it. */
export class ItemText {
  #text = '';
  #inText = false;
  #aside = false;

  add(token: XmlToken): void {
    if ('text' in token) {
      if (this.#inText && !this.#aside) this.#text += token.text;
    } else if ('open' in token) {
      if (token.closed) return;
      if (token.open === 't') this.#inText = true;
      if (token.open === 'rPh') this.#aside = true;
    } else {
      if (token.close === 't') this.#inText = false;
      if (token.close === 'rPh') this.#aside = false;
    }
  }

  /** What was collected; the next item begins. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

/** As many as there may be cells. */
const MAX_STRINGS = 2_000_000;

/** The texts that the cells of all sheets refer to by number. */
export function readStrings(xml: string): string[] {
  const strings: string[] = [];
  const item = new ItemText();
  for (const token of xmlTokens(xml)) {
    item.add(token);
    const ends = ('close' in token && token.close === 'si') || ('open' in token && token.open === 'si' && token.closed);
    // openpyxl drops the mark of an escaped underscore and leaves escapes like _x000D_ as they are; so do scorers' texts.
    if (ends) strings.push(item.take().replaceAll('x005F_', ''));
    if (strings.length > MAX_STRINGS) throw new RangeError(`more than ${count(MAX_STRINGS)} texts`);
  }
  return strings;
}
