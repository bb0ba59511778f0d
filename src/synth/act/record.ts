import type { Picture } from '../../contracts/index.ts';
import { answerZone, blockHalf, blockIds, type Layout, tableHalf, tableTop, tabletopParts } from '../../sim/index.ts';
import { at } from '../../util/index.ts';
import { recordPicture, type SceneRecord } from '../scene-record.ts';

const ZONE = tabletopParts.indexOf('zone');

/** A table in numbers, and how the head camera sees it. */
export function recordTable(
  layout: Layout,
  picture: Picture,
  { id, sha256 }: { id: string; sha256: string },
): SceneRecord {
  const ids = blockIds(layout);
  const { x, y, half } = answerZone;
  const corners = [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ] as const;
  const named = tabletopParts.flatMap((name, n) => (n === 0 || n === ZONE ? [] : [[n, name] as const]));
  return {
    setting: 'robot table',
    ground: { z: tableTop, half: [tableHalf[0], tableHalf[1]] },
    things: layout.blocks.map(({ label, colour, x, y, yaw }, n) => ({
      id: at(ids, n),
      kind: 'block',
      colour,
      name: `${colour} block`,
      label,
      position: [x, y, tableTop],
      yaw,
      half: [blockHalf, blockHalf, blockHalf],
      on: null,
    })),
    regions: [
      {
        name: 'grey zone',
        kind: 'zone',
        outline: corners.map(([dx, dy]) => [x + dx, y + dy] as const),
        z: tableTop,
        on: null,
        id: ZONE,
      },
    ],
    otherIds: Object.fromEntries(named),
    pictures: [recordPicture(picture, { sha256 })],
    samples: [{ id, pictures: [0] }],
  };
}
