import { useEffect, useState } from 'react';
import { type Shown, useRows } from '../../rescore/use-scored.ts';
import type { Query } from '../../shell/route.ts';
import { useLister, useListPart } from '../../shell/use-list.ts';
import type { RunHead, UnitRow } from '../../source/index.ts';
import { filterQuery } from '../run/list-query.ts';

/** Rows around a sample that are known; when fewer than so many are left on a side, others are fetched. */
const [AROUND, LEFT] = [200, 40];

interface ListPosition {
  /** In the list that the address speaks of; -1 where it is not in it. */
  at: number;
  /** How long that list is. */
  found: number;
  before: UnitRow | undefined;
  after: UnitRow | undefined;
}

/** Where in the list a sample stands, and its neighbours; whoever leafs quickly finds them there. */
export function useNeighbours(opts: {
  head: RunHead;
  shown: Shown | undefined;
  unit: string;
  epoch: number;
  query: Query;
}): ListPosition {
  const { head, shown, unit: id, epoch, query } = opts;
  const rescored = shown?.rescored !== undefined;
  const rows = useRows(head, shown, rescored);
  const list = useLister(head.id, rescored ? rows.value : undefined);
  const [centre, setCentre] = useState({ id, epoch });
  const known = shown && (!rescored || rows.value) ? list : undefined;
  const { value: page } = useListPart(known, { filter: filterQuery(query), count: AROUND, unit: centre });
  const n = page?.rows.findIndex(({ result }) => result.id === id && result.epoch === epoch) ?? -1;
  const far =
    page !== undefined &&
    (n < 0 ||
      (n < LEFT && page.from > 0) ||
      (n >= page.rows.length - LEFT && page.from + page.rows.length < page.found));
  useEffect(() => {
    if (far) setCentre((last) => (last.id === id && last.epoch === epoch ? last : { id, epoch }));
  }, [far, id, epoch]);
  if (!page || n < 0) return { at: -1, found: page?.found ?? 0, before: undefined, after: undefined };
  return { at: page.from + n, found: page.found, before: page.rows[n - 1], after: page.rows[n + 1] };
}
