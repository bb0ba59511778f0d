import type { Expression, Side, SpaceExpression, Superlative, ThingExpression } from './expression.ts';

/** The words that may occur in a scene: for each noun the kind of thing, and the names of regions. */
export interface Words {
  nouns: ReadonlyMap<string, string>;
  regions: readonly string[];
}

/**
 * Reads a prompt, from its words alone.
 * @example understand('Find the red mug.', words) // { by: 'name', kind: 'mug', adjective: 'red' }
 */
export function understand(prompt: string, words: Words): Expression {
  const reader = new Reader(prompt, words);
  reader.oneOf(["From the viewer's perspective,", 'As seen in the picture,', "From the camera's point of view,"]);
  reader.oneOf(['Please', 'please']);
  if (!reader.oneOf(requests.flatMap((text) => [text, text.charAt(0).toUpperCase() + text.slice(1)])))
    throw new Error(`not a request: ${prompt}`);
  const meant = reader.wanted();
  reader.end();
  return meant;
}

const requests = [
  'point out',
  'point to',
  'point at',
  'mark',
  'show me',
  'indicate',
  'locate',
  'find',
  'pick out',
  'identify',
  'highlight',
  'single out',
  'touch',
  'put a finger on',
  'give the position of',
];

const adjectives = [
  ...['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'brown', 'white', 'black'],
  ...['small', 'large'],
];

const materials = ['wooden', 'metal', 'ceramic', 'plastic', 'fabric', 'rubber', 'cardboard', 'glass'];

/** For whom sides are meant: the words before and after who that is. */
const viewpoints = [
  [', as seen from where', 'stands'],
  [', as seen from the position of', ''],
  [', when looking at it from where', 'is'],
  [', from the point of view of', ''],
] as const;

const freeWords = [
  ...['the free space', 'the empty space', 'the vacant area', 'the unoccupied area', 'the clear area'],
  'a spot where you could put a coin so that it lies',
  'a place where a coin would lie',
  'a free spot for a coin',
];

const sideWords: readonly [words: string, side: Side][] = [
  ...(['left', 'right'] as const).flatMap((side): [string, Side][] => [
    [`to the ${side} of`, side],
    [`on the ${side} of`, side],
    [`${side} of`, side],
  ]),
  ['in front of', 'front'],
  ['on the near side of', 'front'],
  ['on the far side of', 'back'],
  ['behind', 'back'],
  ['beyond', 'back'],
];

/** Where something would be for who is in the place of another, and who that is. */
const ownSideWords: readonly [words: string, side: Side][] = [
  ...(['left', 'right'] as const).flatMap((side): [string, Side][] => [
    [`on your ${side}-hand side`, side],
    [`on your ${side}`, side],
    [`to your ${side}`, side],
  ]),
  ['in front of you', 'front'],
  ['ahead of you', 'front'],
  ['behind you', 'back'],
  ['behind your back', 'back'],
  ['at your back', 'back'],
];
const placeWords = ['sat on', 'were sitting on', 'were seated on', 'took the place of', 'were in the place of', 'were'];

const relationWords = {
  closest: ['closest to', 'nearest to', 'at the shortest distance from'],
  farthest: ['farthest from', 'farthest away from', 'at the greatest distance from'],
  between: ['between', 'in between', 'somewhere between'],
  facing: ['facing', 'turned towards', 'oriented towards'],
  on: ['on top of', 'that stands on', 'resting on', 'supported by', 'that sits on top of'],
  under: ['under', 'directly below', 'underneath', 'directly beneath', 'that supports'],
} as const;
const relationNames = ['closest', 'farthest', 'between', 'facing', 'on', 'under'] as const;

const viewers = ['camera', 'viewer', 'observer', 'photographer'];

/** Reads words from left to right. */
class Reader {
  #rest: string;
  readonly #words: Words;
  readonly #regions: readonly string[];
  /** The longest first: `toy car` before `toy`. */
  readonly #nouns: readonly string[];

  constructor(text: string, words: Words) {
    this.#rest = text;
    this.#words = words;
    this.#regions = words.regions.toSorted((a, b) => b.length - a.length);
    this.#nouns = [...words.nouns.keys()].toSorted((a, b) => b.length - a.length);
  }

  end(): void {
    const isExplained = /^\. (You would be facing|Imagine yourself there,|In that place,) /.test(this.#rest);
    if (this.#rest !== '.' && !isExplained) throw new Error(`not understood: "${this.#rest}"`);
  }

  wanted(): Expression {
    return this.oneOf(freeWords) ? this.#space() : this.#thing();
  }

  #space(): SpaceExpression {
    if (this.oneOf(['on top of', 'on the upper surface of', 'on the top of']))
      return { space: 'top', to: [this.#thing()] };
    if (this.oneOf(['between', 'in between', 'in the gap between'])) return { space: 'between', to: this.#two('and') };
    const next = (
      [
        ['next to', ', on the side towards'],
        ['beside', ', in the direction of'],
        ['adjacent to', ', on the side closer to'],
      ] as const
    ).find(([words]) => this.#take(words));
    if (next) return { space: 'towards', to: this.#two(next[1]) };
    const owned = this.#owned();
    if (owned) return { space: 'beside', side: owned.side, own: true, to: [owned.owner] };
    if (this.oneOf(['immediately', 'directly', 'just'])) {
      const side = this.#side();
      if (side) return { space: 'beside', side, own: false, to: [this.#thing()] };
    }
    if (this.oneOf(['along the edge of the', 'at the edge of the'])) {
      const region = this.#region();
      if (this.oneOf(['that is closest to', 'nearest to', 'that lies closest to']))
        return { space: 'edge', region, to: [this.#thing()] };
    }
    if (this.oneOf(['in the corner of the', 'at the corner of the'])) {
      const region = this.#region();
      if (this.oneOf(['that is closest to', 'nearest to', 'that lies closest to']))
        return { space: 'corner', region, to: [this.#thing()] };
    }
    const before = this.#rest;
    if (this.oneOf(['on the surface of the', 'on the', 'inside the outline of the', 'within the edges of the'])) {
      const region = this.oneOf(this.#regions);
      if (region) return { space: 'region', region, to: [] };
      this.#rest = before;
    }
    if (this.oneOf(['inside', 'within', 'in the interior of'])) return { space: 'inside', to: [this.#thing()] };
    throw new Error(`no free space at "${this.#rest}"`);
  }

  #two(link: string): [ThingExpression, ThingExpression] {
    const first = this.#thing();
    if (!this.#take(link)) throw new Error(`expected "${link}" at "${this.#rest}"`);
    return [first, this.#thing()];
  }

  #thing(): ThingExpression {
    if (!this.#take('the')) throw new Error(`no thing at "${this.#rest}"`);
    if (this.oneOf(['object', 'thing', 'item'])) return this.#related('');
    const material = this.#material();
    if (material) return { ...this.#related(''), material };
    const end = this.oneOf(['leftmost', 'rightmost']);
    if (end) return { by: 'extreme', kind: this.#noun(), which: end === 'leftmost' ? end : 'rightmost', rank: 1 };
    const rank = this.#rank();
    if (rank > 1) {
      const kind = this.#noun();
      const which = this.oneOf(['from the left', 'from the right']) === 'from the left' ? 'leftmost' : 'rightmost';
      return { by: 'extreme', kind, which, rank };
    }
    if (this.oneOf(['nearest', 'closest'])) return this.#related(this.#noun());
    const adjective = this.oneOf(adjectives);
    if (adjective) return { by: 'name', kind: this.#noun(), adjective };
    const kind = this.#noun();
    return this.#worn(kind) ?? this.#extreme(kind) ?? this.#related(kind);
  }

  /** `the person in red`: not yet `in front of the vase`. */
  #worn(kind: string): ThingExpression | undefined {
    const before = this.#rest;
    const adjective = this.#take('in') ? this.oneOf(adjectives) : undefined;
    if (adjective) return { by: 'name', kind, adjective };
    this.#rest = before;
    return undefined;
  }

  /** `on your left if you were the red toy car`: not yet `on the left of the vase`. */
  #owned(): { owner: ThingExpression; side: Side } | undefined {
    const before = this.#rest;
    this.oneOf(['that would be', 'who would be']);
    this.oneOf(['immediately', 'directly', 'just']);
    const found = ownSideWords.find(([words]) => this.#take(words));
    if (!found) {
      this.#rest = before;
      return undefined;
    }
    if (!this.#take('if you') || !this.oneOf(placeWords)) throw new Error(`whose is not told at "${this.#rest}"`);
    return { owner: this.#thing(), side: found[1] };
  }

  /** `that is the second largest in reality`, `that is closest to the camera`: not yet `closest to the vase`. */
  #extreme(kind: string): ThingExpression | undefined {
    const before = this.#rest;
    if (!this.oneOf(['that', 'who'].flatMap((who) => [`${who} is really the`, `${who} is the`, `${who} is`])))
      return undefined;
    const rank = this.#rank();
    const sized = this.oneOf(['largest', 'biggest', 'smallest']);
    if (sized) {
      this.oneOf(['in reality']);
      return { by: 'extreme', kind, which: sized === 'smallest' ? 'smallest' : 'largest', rank };
    }
    const words: [string, Superlative][] = viewers.flatMap((viewer): [string, Superlative][] => [
      [`closest to the ${viewer}`, 'nearest'],
      [`nearest to the ${viewer}`, 'nearest'],
      [`farthest from the ${viewer}`, 'farthest'],
      [`most distant from the ${viewer}`, 'farthest'],
    ]);
    const which = words.find(([text]) => this.#take(text))?.[1];
    if (which) return { by: 'extreme', kind, which, rank };
    this.#rest = before;
    return undefined;
  }

  #related(kind: string): ThingExpression & { by: 'relation' } {
    const owned = this.#owned();
    if (owned)
      return { by: 'relation', kind, relation: { by: 'side', side: owned.side, own: true }, to: [owned.owner] };
    this.oneOf(['that is', 'which is', 'who is', 'located', 'standing']);
    const by = relationNames.find((name) => this.oneOf(relationWords[name]));
    if (by === 'between') return { by: 'relation', kind, relation: { by }, to: this.#two('and') };
    if (by) return { by: 'relation', kind, relation: { by }, to: [this.#thing()], ...this.#leftOut() };
    const side = this.#side();
    if (!side) throw new Error(`no relation at "${this.#rest}"`);
    const anchor = this.#thing();
    const viewer = this.#viewer();
    if (viewer) return { by: 'relation', kind, relation: { by: 'seen', side }, to: [anchor, viewer] };
    return { by: 'relation', kind, relation: { by: 'side', side, own: false }, to: [anchor] };
  }

  /** `, not counting those on the rug`. */
  #leftOut(): { off?: string } {
    const lists = ['not counting', 'leaving aside', 'ignoring'].flatMap((words) =>
      ['any', 'those', 'those standing'].map((others) => `, ${words} ${others} on the`),
    );
    return this.oneOf(lists) ? { off: this.#region() } : {};
  }

  #viewer(): ThingExpression | undefined {
    const words = viewpoints.find(([before]) => this.#take(before));
    if (!words) return undefined;
    const viewer = this.#thing();
    if (words[1] !== '' && !this.#take(words[1])) throw new Error(`expected "${words[1]}" at "${this.#rest}"`);
    return viewer;
  }

  /** `ceramic object`: not yet `rubber duck`, which is a kind. */
  #material(): string | undefined {
    const before = this.#rest;
    const material = this.oneOf(materials);
    if (material && this.oneOf(['object', 'thing', 'item'])) return material;
    this.#rest = before;
    return undefined;
  }

  #side(): Side | undefined {
    return sideWords.find(([words]) => this.#take(words))?.[1];
  }

  #rank(): 1 | 2 | 3 {
    const found = this.oneOf(['second', 'third']);
    return found === 'second' ? 2 : found === 'third' ? 3 : 1;
  }

  #noun(): string {
    const noun = this.oneOf(this.#nouns);
    const kind = noun && this.#words.nouns.get(noun);
    if (!kind) throw new Error(`no noun at "${this.#rest}"`);
    return kind;
  }

  #region(): string {
    const found = this.oneOf(this.#regions);
    if (!found) throw new Error(`no region at "${this.#rest}"`);
    return found;
  }

  oneOf(list: readonly string[]): string | undefined {
    return list.find((words) => this.#take(words));
  }

  #take(words: string): boolean {
    if (!this.#rest.startsWith(words) || /^[\w-]/.test(this.#rest.slice(words.length))) return false;
    this.#rest = this.#rest.slice(words.length).trimStart();
    return true;
  }
}
