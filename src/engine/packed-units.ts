import { doubled, type Extraction, Outcome, PackedTexts, type UnitResult } from '../contracts/index.ts';

/** What is kept as the number of a text, objects as JSON. */
const texts = ['cluster', 'groups', 'extraction', 'note', 'reason', 'recorded', 'facts', 'first'] as const;
const optional = ['note', 'reason', 'recorded', 'facts', 'first'] as const;
type TextField = (typeof texts)[number];

/** Bits of a unit. The others are the place of its outcome among all. */
const HAS_SCORE = 1;
const DAMAGED = 2;
const OUTCOME = 4;

/**
 * Results in the places of their units, 41 bytes each and what texts are new: as objects they take 300, and there may be 100,000.
 * What is handed out looks at what is kept here, also where a later result has taken the place.
 */
export class PackedUnits {
  readonly #keys: PackedTexts;
  readonly #texts = new PackedTexts();
  /** By place, the number of every text plus one; 0 where there is none. */
  #numbers = new Uint32Array(64 * texts.length);
  #scores = new Float64Array(64);
  #bits = new Uint8Array(64);
  /** What JSON would change, such as NaN, stays as it is. */
  readonly #odd = new Map<number, UnitResult>();
  /** By the number of their text: there are few, and they are looked at all the time. */
  readonly #groups = new Map<number, UnitResult['groups']>();

  /** @param keys a unit's number among them is its place */
  constructor(keys: PackedTexts) {
    this.#keys = keys;
  }

  keep(place: number, unit: UnitResult): void {
    while (place >= this.#bits.length) {
      this.#numbers = new Uint32Array(doubled(this.#numbers.buffer));
      this.#scores = new Float64Array(doubled(this.#scores.buffer));
      this.#bits = new Uint8Array(doubled(this.#bits.buffer));
    }
    const { extraction, facts, first, score, damaged, outcome } = unit;
    if ([extraction, facts, first].every(survivesJson)) this.#odd.delete(place);
    else this.#odd.set(place, unit);
    for (const [column, field] of texts.entries()) {
      const value = unit[field];
      const text = typeof value === 'object' ? JSON.stringify(value) : value;
      this.#numbers[place * texts.length + column] = text === undefined ? 0 : this.#texts.add(text) + 1;
    }
    this.#scores[place] = score ?? 0;
    this.#bits[place] =
      (score === null ? 0 : HAS_SCORE) | (damaged ? DAMAGED : 0) | (OUTCOME * Outcome.options.indexOf(outcome));
  }

  /** A result that was kept. */
  at(place: number): UnitResult {
    return this.#odd.get(place) ?? new PackedUnit(this, place);
  }

  /** All, by id and epoch. */
  inOrder(): UnitResult[] {
    const ids = Array.from({ length: this.#keys.size }, (_, place) => this.unit(place).id);
    const places = Uint32Array.from(ids, (_, place) => place);
    places.sort((a, b) => compareText(ids[a] ?? '', ids[b] ?? '') || this.unit(a).epoch - this.unit(b).epoch);
    return Array.from(places, (place) => this.at(place));
  }

  unit(place: number): { id: string; epoch: number } {
    const key = this.#keys.at(place);
    const colon = key.indexOf(':');
    return { id: key.slice(colon + 1), epoch: Number(key.slice(0, colon)) };
  }

  outcome(place: number): Outcome {
    return Outcome.options[(this.#bits[place] ?? 0) >> 2] ?? 'answered';
  }

  score(place: number): number | null {
    return (this.#bits[place] ?? 0) & HAS_SCORE ? (this.#scores[place] ?? null) : null;
  }

  groups(place: number): UnitResult['groups'] {
    const number = this.#numberOf(place, 'groups');
    const known = this.#groups.get(number) ?? JSON.parse(this.#texts.at(number - 1));
    this.#groups.set(number, known);
    return known;
  }

  text(place: number, field: TextField): string {
    return this.#texts.at(this.#numberOf(place, field) - 1);
  }

  /** Which of the optional fields are there, as bits. */
  shape(place: number): number {
    let shape = (this.#bits[place] ?? 0) & DAMAGED ? 1 : 0;
    for (const [i, field] of optional.entries()) if (this.#numberOf(place, field) > 0) shape |= 2 << i;
    return shape;
  }

  #numberOf(place: number, field: TextField): number {
    return this.#numbers[place * texts.length + texts.indexOf(field)] ?? 0;
  }
}

const fields: { [Field in keyof UnitResult]-?: (units: PackedUnits, place: number) => UnitResult[Field] } = {
  id: (units, place) => units.unit(place).id,
  epoch: (units, place) => units.unit(place).epoch,
  cluster: (units, place) => units.text(place, 'cluster'),
  groups: (units, place) => units.groups(place),
  outcome: (units, place) => units.outcome(place),
  score: (units, place) => units.score(place),
  extraction: (units, place) => JSON.parse(units.text(place, 'extraction')),
  damaged: () => true,
  note: (units, place) => units.text(place, 'note'),
  reason: (units, place) => units.text(place, 'reason'),
  recorded: (units, place) => units.text(place, 'recorded'),
  facts: (units, place) => JSON.parse(units.text(place, 'facts')),
  first: (units, place) => JSON.parse(units.text(place, 'first')),
};

/** Looks like the result that was kept. Its fields are its own, so that it can be spread, cloned and written like one. */
class PackedUnit implements UnitResult {
  declare id: string;
  declare epoch: number;
  declare cluster: string;
  declare groups: Record<string, string>;
  declare outcome: Outcome;
  declare score: number | null;
  declare extraction: Extraction | null;
  readonly #units: PackedUnits;
  readonly #place: number;

  constructor(units: PackedUnits, place: number) {
    this.#units = units;
    this.#place = place;
    Object.defineProperties(this, PackedUnit.#fieldsOf(units.shape(place)));
  }

  /** By shape. The same getters for all that have it: then they take no room in the object. */
  static readonly #known: PropertyDescriptorMap[] = [];

  static #fieldsOf(shape: number): PropertyDescriptorMap {
    const known = PackedUnit.#known[shape];
    if (known) return known;
    const missing = ['damaged', ...optional].filter((_, bit) => !(shape & (1 << bit)));
    const there = Object.entries(fields).filter(([field]) => !missing.includes(field));
    const made = Object.fromEntries(there.map(([field, read]) => [field, PackedUnit.#property(read)]));
    PackedUnit.#known[shape] = made;
    return made;
  }

  static #property(read: (units: PackedUnits, place: number) => unknown): PropertyDescriptor & ThisType<PackedUnit> {
    return {
      enumerable: true,
      get() {
        return read(this.#units, this.#place);
      },
    };
  }
}

/** Whether JSON gives back the same value. */
function survivesJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  return typeof value !== 'object' || value === null || Object.values(value).every(survivesJson);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
