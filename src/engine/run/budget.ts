import {
  costOf,
  type Price,
  type Request,
  type RunEvent,
  SextantError,
  type StoredPrompt,
  type Usage,
} from '../../contracts/index.ts';

/** No tokeniser we know makes more than this many tokens of a text byte or of a picture at usual sizes. */
const TOKENS_PER_PICTURE = 6_000;
const TOKENS_PER_CLIP = 200_000;
const DEFAULT_OUTPUT = 16_384;

/** What pays for requests. */
export interface Purse extends Pick<Budget, 'overdrawn' | 'reserve' | 'release' | 'settle'> {
  /** Asks for more where several share one budget. @returns whether there was any */
  refill?(request: Request): Promise<boolean>;
}

/** Keeps the money spent plus the most that requests under way can cost below the budget. */
export class Budget {
  #limit: number;
  #price: Price;
  #spent = 0;
  #reserved = 0;
  /** The largest bill so far: where servers take more than expected, the next request may too. */
  #largest: Usage = { inputTokens: 0, outputTokens: 0 };
  /** Questions of earlier sessions, by unit: the most tokens that each can have taken. */
  readonly #asked = new Map<string, Usage>();

  constructor(limit: number, price: Price | null) {
    if (price === null) {
      throw new SextantError('budget_needs_price', 'this model has no known price, so a budget cannot be kept', {
        fix: 'add its price with --prices FILE, or leave --budget out',
      });
    }
    this.#limit = limit;
    this.#price = price;
  }

  /** Is told the journal of earlier sessions: what they spent counts too. */
  see(event: RunEvent): void {
    if (event.event === 'prompt') this.#asked.set(event.unit, mostTokens(event.prompt));
    if (event.event !== 'attempt' || !event.reply || event.cached) return;
    const asked = this.#asked.get(event.unit) ?? { inputTokens: 0, outputTokens: DEFAULT_OUTPUT };
    const reserved = this.#costOf(this.#atLeastTheLargest(asked));
    this.#reserved += reserved;
    this.settle(reserved, event.reply.usage);
  }

  /** More was spent than had been set aside: what is set aside is no longer covered either. */
  get overdrawn(): boolean {
    return this.#spent + this.#reserved > this.#limit;
  }

  /** The most that a request can cost. */
  mostOf(request: Request): number {
    return this.#costOf(this.#atLeastTheLargest(mostTokens(request)));
  }

  /** More may be spent than was known at first. */
  raise(by: number): void {
    this.#limit += by;
  }

  /** What is neither spent nor set aside. */
  get left(): number {
    return Math.max(0, this.#limit - this.#spent - this.#reserved);
  }

  /** Sets money aside for a request; null when that could exceed the budget. */
  reserve(request: Request): number | null {
    const most = this.mostOf(request);
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
    this.#largest = this.#atLeastTheLargest(usage);
    this.#spent += this.#costOf(usage);
  }

  #costOf(usage: Usage): number {
    return costOf(usage, this.#price);
  }

  #atLeastTheLargest({ inputTokens, outputTokens }: Usage): Usage {
    return {
      inputTokens: Math.max(inputTokens, this.#largest.inputTokens),
      outputTokens: Math.max(outputTokens, this.#largest.outputTokens),
    };
  }
}

function mostTokens({ system, parts, decoding }: Pick<Request | StoredPrompt, 'system' | 'parts' | 'decoding'>): Usage {
  let inputTokens = Buffer.byteLength(system ?? '');
  for (const part of parts) inputTokens += 'text' in part ? Buffer.byteLength(part.text) : tokensOf(part.media.type);
  return { inputTokens, outputTokens: decoding.maxTokens ?? DEFAULT_OUTPUT };
}

function tokensOf(type: string): number {
  return type.startsWith('video/') ? TOKENS_PER_CLIP : TOKENS_PER_PICTURE;
}
