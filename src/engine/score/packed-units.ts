import { type Extraction, Outcome, type UnitResult } from '../../contracts/index.ts';
import { at, PackedTexts } from '../../util/index.ts';

/** What is kept as the number of a text: first what units are grouped by, then what was made of their answers. */
const columns = ['cluster', 'groups', 'extraction', 'note', 'rest'] as const;
const OF_ANSWERS = columns.indexOf('extraction');
const optional = ['damaged', 'note', 'reason', 'recorded', 'facts', 'first', 'ablated'] as const;
type Rest = Pick<UnitResult, 'reason' | 'recorded' | 'facts' | 'first' | 'ablated'>;

/** Bits of a unit: whether it has a score, three for its outcome, and which of the optional fields it has. */
const HAS_SCORE = 1;
const OUTCOME = 1;
const SHAPE = 4;

/**
 * Results in the places of their units, 30 bytes each and what texts are new: objects take several times that, and there may be 100,000.
 * What is handed out looks at what is kept here, also where a later result has taken the place.
 */
export class PackedUnits {
  readonly #keys: PackedTexts;
  readonly #texts = new PackedTexts();
  #answers: PackedTexts | undefined = new PackedTexts();
  /** By column and place, the number of a text. */
  #numbers: Uint32Array<ArrayBuffer>[];
  #scores: Float64Array<ArrayBuffer>;
  #bits: Uint16Array<ArrayBuffer>;
  /** What JSON would change, such as NaN, stays as it is. */
  readonly #odd = new Map<number, UnitResult>();
  /** By the number of their text: there are few, and they are looked at all the time. */
  readonly #groups = new Map<number, UnitResult['groups']>();

  /** @param keys a unit's number among them is its place @param places how many there will be, as far as is known */
  constructor(keys: PackedTexts, places = 64) {
    this.#keys = keys;
    this.#numbers = columns.map(() => new Uint32Array(places));
    this.#scores = new Float64Array(places);
    this.#bits = new Uint16Array(places);
  }

  keep(place: number, unit: UnitResult): void {
    if (place >= this.#scores.length) this.#makeRoom(Math.ceil(1.5 * (place + 1)));
    const { cluster, groups, outcome, score, extraction, note = '', reason, recorded, facts, first, ablated } = unit;
    if ([extraction, facts, first].every(survivesJson)) this.#odd.delete(place);
    else this.#odd.set(place, unit);
    let bits = (score === null ? 0 : HAS_SCORE) | (Outcome.options.indexOf(outcome) << OUTCOME);
    for (const [i, field] of optional.entries()) if (unit[field] !== undefined) bits |= 1 << (SHAPE + i);
    // Most have nothing else to say.
    const rest = bits >> SHAPE === 0 ? '{}' : JSON.stringify({ reason, recorded, facts, first, ablated });
    const texts = [cluster, JSON.stringify(groups), JSON.stringify(extraction), note, rest];
    for (const [column, text] of texts.entries()) at(this.#numbers, column)[place] = this.#textsOf(column).add(text);
    this.#scores[place] = score ?? 0;
    this.#bits[place] = bits;
  }

  /** A result that was kept. */
  at(place: number): UnitResult {
    return this.#odd.get(place) ?? new PackedUnit(this, place);
  }

  /** All, by id and epoch. */
  inOrder(places = placesInOrder(this.#keys)): UnitResult[] {
    const units: UnitResult[] = new Array(places.length);
    for (let i = 0; i < places.length; i++) units[i] = this.at(at(places, i));
    return units;
  }

  id(place: number): string {
    const key = this.#keys.at(place);
    return key.slice(key.indexOf(':') + 1);
  }

  epoch(place: number): number {
    return epochOf(this.#keys, place);
  }

  outcome(place: number): Outcome {
    return at(Outcome.options, (at(this.#bits, place) >> OUTCOME) & 7);
  }

  score(place: number): number | null {
    return at(this.#bits, place) & HAS_SCORE ? at(this.#scores, place) : null;
  }

  groups(place: number): UnitResult['groups'] {
    const number = this.#numberOf(place, columns.indexOf('groups'));
    const known = this.#groups.get(number) ?? JSON.parse(this.#texts.at(number));
    this.#groups.set(number, known);
    return known;
  }

  text(place: number, column: (typeof columns)[number]): string {
    const index = columns.indexOf(column);
    return this.#textsOf(index).at(this.#numberOf(place, index));
  }

  /** Gives their room back, for whoever needs scores only: extractions, notes and reasons can no longer be read. */
  forgetAnswers(): void {
    this.#answers?.free();
    this.#answers = undefined;
    for (const { buffer } of this.#numbers.splice(OF_ANSWERS)) buffer.transfer(0);
  }

  rest(place: number): Rest {
    return JSON.parse(this.text(place, 'rest'));
  }

  /** Which of the optional fields are there, as bits. */
  shape(place: number): number {
    return at(this.#bits, place) >> SHAPE;
  }

  #textsOf(column: number): PackedTexts {
    const texts = column < OF_ANSWERS ? this.#texts : this.#answers;
    if (!texts) throw new Error('what was made of the answers was forgotten');
    return texts;
  }

  #makeRoom(places: number): void {
    this.#numbers = this.#numbers.map(({ buffer }) => new Uint32Array(buffer.transfer(4 * places)));
    this.#scores = new Float64Array(this.#scores.buffer.transfer(8 * places));
    this.#bits = new Uint16Array(this.#bits.buffer.transfer(2 * places));
  }

  #numberOf(place: number, column: number): number {
    return at(at(this.#numbers, column), place);
  }
}

const fields: { [Field in keyof UnitResult]-?: (units: PackedUnits, place: number) => UnitResult[Field] | undefined } =
  {
    id: (units, place) => units.id(place),
    epoch: (units, place) => units.epoch(place),
    cluster: (units, place) => units.text(place, 'cluster'),
    groups: (units, place) => units.groups(place),
    outcome: (units, place) => units.outcome(place),
    score: (units, place) => units.score(place),
    extraction: (units, place) => JSON.parse(units.text(place, 'extraction')),
    damaged: () => true,
    note: (units, place) => units.text(place, 'note'),
    reason: (units, place) => units.rest(place).reason,
    recorded: (units, place) => units.rest(place).recorded,
    facts: (units, place) => units.rest(place).facts,
    first: (units, place) => units.rest(place).first,
    ablated: (units, place) => units.rest(place).ablated,
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
    const missing: string[] = optional.filter((_, bit) => !(shape & (1 << bit)));
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

/**
 * The places of units by id and epoch. Compared where they are: that many ids as texts would be garbage that stays.
 * @param keys a unit's number among them is its place
 */
export function placesInOrder(keys: PackedTexts): Uint32Array {
  const idFrom = new Uint8Array(keys.size);
  const places = new Uint32Array(keys.size);
  for (let place = 0; place < keys.size; place++) {
    idFrom[place] = keys.at(place).indexOf(':') + 1;
    places[place] = place;
  }
  const compareIds = (a: number, b: number) => keys.compare(a, b, at(idFrom, a), at(idFrom, b));
  return places.sort((a, b) => compareIds(a, b) || epochOf(keys, a) - epochOf(keys, b));
}

function epochOf(keys: PackedTexts, place: number): number {
  return Number.parseInt(keys.at(place), 10);
}

/** Whether JSON gives back the same value. */
function survivesJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  return typeof value !== 'object' || value === null || Object.values(value).every(survivesJson);
}
