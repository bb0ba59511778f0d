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
  [', as somebody in the place of', 'sees it'],
  [', for somebody who looks there from where', 'is'],
  [', from the point of view of', ''],
] as const;

const freeWords = [
  ...['the free space', 'the empty space', 'the vacant area', 'the unoccupied spot', 'the clear area'],
  'the place where one could put a coin so that it lies',
  'the spot where a coin would have to be put to lie',
  'a place for a coin that is to lie',
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

/** What something has on a side of its own. */
const ownSideWords: readonly [words: string, side: Side][] = ['its', 'their'].flatMap((whose): [string, Side][] => [
  ...(['left', 'right'] as const).flatMap((side): [string, Side][] => [
    [`on ${whose} own ${side}-hand side`, side],
    [`on ${whose} own ${side}`, side],
    [`to ${whose} own ${side}`, side],
  ]),
  [`before ${whose} own front`, 'front'],
  [`ahead of ${whose} own front`, 'front'],
  [`behind ${whose} own back`, 'back'],
  [`at ${whose} own rear`, 'back'],
]);

const relationWords = {
  closest: ['closest to', 'nearest to', 'least far from'],
  farthest: ['farthest from', 'farthest away from', 'most distant from'],
  between: ['between', 'in between', 'somewhere between'],
  facing: ['facing', 'that faces', 'which looks towards', 'turned towards', 'whose front points at'],
  on: ['on top of', 'that stands on', 'resting on', 'supported by', 'that sits on top of'],
  under: ['under', 'directly below', 'underneath', 'that carries', 'that supports'],
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
    const isExplained = /^\. (Own sides are|A thing's own left is|Where it says "own",) /.test(this.#rest);
    if (this.#rest !== '.' && !isExplained) throw new Error(`not understood: "${this.#rest}"`);
  }

  wanted(): Expression {
    return this.oneOf(freeWords) ? this.#space() : this.#thing();
  }

  #space(): SpaceExpression {
    if (this.oneOf(['on top of', 'on the upper surface of', 'on the top face of']))
      return { space: 'top', to: [this.#thing()] };
    if (this.oneOf(['between', 'in between', 'in the gap between'])) return { space: 'between', to: this.#two('and') };
    const next = (
      [
        ['next to', ', on its side towards'],
        ['beside', ', in the direction of'],
        ['adjacent to', ', on the side where one finds'],
      ] as const
    ).find(([words]) => this.#take(words));
    if (next) return { space: 'towards', to: this.#two(next[1]) };
    const owned = this.#owned();
    if (owned) return { space: 'beside', side: owned.side, own: true, to: [owned.owner] };
    if (this.oneOf(['immediately', 'directly', 'just'])) {
      const side = this.#side();
      if (side) return { space: 'beside', side, own: false, to: [this.#thing()] };
    }
    if (this.oneOf(['along the edge of the', 'on the edge of the', 'all along the edge of the'])) {
      const region = this.#region();
      if (this.oneOf(['that is closest to', 'nearest to', 'that lies closest to']))
        return { space: 'edge', region, to: [this.#thing()] };
    }
    if (this.oneOf(['in the corner of the', 'at the corner of the', 'within the corner of the'])) {
      const region = this.#region();
      if (this.oneOf(['that is closest to', 'nearest to', 'that lies closest to']))
        return { space: 'corner', region, to: [this.#thing()] };
    }
    const before = this.#rest;
    if (this.oneOf(['on the', 'inside the outline of the', 'within the edges of the', 'within the'])) {
      const region = this.oneOf(this.#regions);
      if (region) return { space: 'region', region, to: [] };
      this.#rest = before;
    }
    if (this.oneOf(['inside', 'within', 'in the hollow of'])) return { space: 'inside', to: [this.#thing()] };
    throw new Error(`no free space at "${this.#rest}"`);
  }

  #two(link: string): [ThingExpression, ThingExpression] {
    const first = this.#thing();
    if (!this.#take(link)) throw new Error(`expected "${link}" at "${this.#rest}"`);
    return [first, this.#thing()];
  }

  #thing(): ThingExpression {
    if (this.#take('of the')) {
      const kind = this.#noun((noun) => [`${noun}s`, `${noun}es`]);
      if (!this.oneOf(['that are not on the', 'that are not standing on the', 'that are not placed on the']))
        throw new Error(`nothing is left out at "${this.#rest}"`);
      const off = this.#region();
      if (!this.#take(', the one')) throw new Error(`none is meant at "${this.#rest}"`);
      return { ...this.#related(kind), off };
    }
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
    if (this.oneOf(['nearest', 'closest', 'first'])) return this.#related(this.#noun());
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

  /** `that the red toy car has on its own left`: not yet `that is closest to the vase`. */
  #owned(): { owner: ThingExpression; side: Side } | undefined {
    const before = this.#rest;
    this.oneOf(['that', 'which']);
    const isSitter = this.#take('somebody sitting on');
    if (!isSitter && (this.#rest === before || !this.#rest.startsWith('the '))) {
      this.#rest = before;
      return undefined;
    }
    const owner = this.#thing();
    if (!this.#take('has')) throw new Error(`whose is not told at "${this.#rest}"`);
    this.oneOf(['immediately', 'directly', 'just']);
    const found = ownSideWords.find(([words]) => this.#take(words));
    if (!found) throw new Error(`no side at "${this.#rest}"`);
    return { owner, side: found[1] };
  }

  /** `that is the second largest in reality`, `that is closest to the camera`: not yet `closest to the vase`. */
  #extreme(kind: string): ThingExpression | undefined {
    const before = this.#rest;
    if (!this.oneOf(['that is really the', 'that is the', 'that is'])) return undefined;
    const rank = this.#rank();
    const sized = this.oneOf(['largest', 'biggest', 'smallest', 'tiniest']);
    if (sized) {
      this.oneOf(['in reality']);
      return { by: 'extreme', kind, which: sized === 'largest' || sized === 'biggest' ? 'largest' : 'smallest', rank };
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
    this.oneOf(['that is', 'which is', 'located']);
    const by = relationNames.find((name) => this.oneOf(relationWords[name]));
    if (by === 'between') return { by: 'relation', kind, relation: { by }, to: this.#two('and') };
    if (by) return { by: 'relation', kind, relation: { by }, to: [this.#thing()] };
    const side = this.#side();
    if (!side) throw new Error(`no relation at "${this.#rest}"`);
    const anchor = this.#thing();
    const viewer = this.#viewer();
    if (viewer) return { by: 'relation', kind, relation: { by: 'seen', side }, to: [anchor, viewer] };
    return { by: 'relation', kind, relation: { by: 'side', side, own: false }, to: [anchor] };
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

  #noun(forms: (noun: string) => string[] = (noun) => [noun]): string {
    for (const noun of this.#nouns) {
      const kind = this.#words.nouns.get(noun);
      if (kind !== undefined && this.oneOf(forms(noun))) return kind;
    }
    throw new Error(`no noun at "${this.#rest}"`);
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
