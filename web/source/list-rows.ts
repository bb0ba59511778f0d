import { unitKey } from '../../src/engine/pure.ts';
import type { ListAsk, ListPage, UnitRow } from '../../src/viewer/pure.ts';
import { type Rival, UnitList } from '../../src/viewer/pure.ts';

const lists = new WeakMap<readonly UnitRow[], UnitList>();
const rivals = new WeakMap<readonly UnitRow[], Rival>();
let versions = 0;

/** A part of the list of samples, from rows that are all at hand. */
export async function listRows(
  rows: readonly UnitRow[],
  ask: ListAsk,
  unitsOf: (run: string) => Promise<readonly UnitRow[]>,
): Promise<ListPage> {
  const { differs } = ask.filter;
  const rival = differs === undefined ? undefined : await unitsOf(differs).then(rivalOf, () => null);
  const list = lists.get(rows) ?? new UnitList(rows, ++versions);
  lists.set(rows, list);
  return { ...list.page(ask, rival), complete: true };
}

function rivalOf(rows: readonly UnitRow[]): Rival {
  const known = rivals.get(rows);
  if (known) return known;
  const results = new Map(rows.map(({ result }) => [unitKey(result), result]));
  const made = { version: ++versions, resultOf: (unit: { id: string; epoch: number }) => results.get(unitKey(unit)) };
  rivals.set(rows, made);
  return made;
}
