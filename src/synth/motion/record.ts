import type { DsiSample } from '../../benchmarks/index.ts';
import type { Picture } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { recordPicture, recordPlace, recordSight, type SceneRecord } from '../scene-record.ts';
import { type ClipDraft, poseFrame } from './draft.ts';

/** A clip in numbers: its frames as they were filmed, and in which order, and how, each view shows them. */
export function recordClip(
  { place, trajectory, fovy, shots, vanished }: ClipDraft,
  frames: readonly Picture[],
  samples: readonly DsiSample[],
): SceneRecord {
  // Things are recorded where the clip begins.
  poseFrame(place, trajectory, 0, fovy);
  const pictures = frames.map((frame, n) => {
    const shot = shots.get(n);
    return recordPicture(frame, {
      moved: [...trajectory.items].flatMap(([id, stands]) => (id === vanished ? [] : [{ id, ...at(stands, n) }])),
      ...(shot && { seen: recordSight(shot) }),
    });
  });
  const forwards = [...frames.keys()];
  const record = recordPlace(place, {
    pictures,
    samples: samples.map(({ id, view }) => ({
      id,
      pictures: view.includes('reverse') ? forwards.toReversed() : forwards,
      ...(view.includes('hflip') && { mirrored: true }),
    })),
  });
  // What was taken away is not in the clip.
  return { ...record, things: record.things.filter(({ id }) => id !== vanished) };
}
