import { costOf, type Price, type Request, SextantError, type Usage } from '../contracts/index.ts';

/** No tokeniser we know makes more than this many tokens of a text byte or of a picture at usual sizes. */
const TOKENS_PER_PICTURE = 6_000;
const TOKENS_PER_CLIP = 200_000;
const DEFAULT_OUTPUT = 16_384;

/** Keeps the money spent plus the most that requests under way can cost below the budget. */
export class Budget {
  #limit: number;
  #price: Price;
  #spent: number;
  #reserved = 0;
  #largestInput = 0;

  constructor(limit: number, price: Price | null, spentBefore: number) {
    if (price === null) {
      throw new SextantError('budget_needs_price', 'this model has no known price, so a budget cannot be kept', {
        fix: 'add its price with --prices FILE, or leave --budget out',
      });
    }
    this.#limit = limit;
    this.#price = price;
    this.#spent = spentBefore;
  }

  /** Sets money aside for a request; null when that could exceed the budget. */
  reserve(request: Request): number | null {
    const most = this.#mostFor(request);
    if (this.#spent + this.#reserved + most > this.#limit) return null;
    this.#reserved += most;
    return most;
  }

  /** Nothing was spent after all. */
  release(reserved: number): void {
    this.#reserved -= reserved;
  }

  /** A reply came. Where the server does not tell what it used, the most it can have cost is taken as spent. */
  settle(reserved: number, usage: Usage | undefined): void {
    this.#reserved -= reserved;
    if (!usage) {
      this.#spent += reserved;
      return;
    }
    this.#largestInput = Math.max(this.#largestInput, usage.inputTokens);
    this.#spent += costOf(usage, this.#price) ?? 0;
  }

  #mostFor({ system, parts, decoding }: Request): number {
    let input = Buffer.byteLength(system ?? '');
    for (const part of parts) input += 'text' in part ? Buffer.byteLength(part.text) : tokensOf(part.media.type);
    const usage = {
      inputTokens: Math.max(input, this.#largestInput),
      outputTokens: decoding.maxTokens ?? DEFAULT_OUTPUT,
    };
    return costOf(usage, this.#price) ?? 0;
  }
}

function tokensOf(type: string): number {
  return type.startsWith('video/') ? TOKENS_PER_CLIP : TOKENS_PER_PICTURE;
}
