import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blue, red } from './testing/recorded.ts';
import { smallSet } from './testing/small-set.ts';

const here = spawnSync('python3', ['-c', 'import cv2, h5py']).status === 0;

/** What a policy's training code does with an episode. */
const reader = `
import cv2, h5py, json, numpy, pickle, sys
file = h5py.File(sys.argv[1] + "/data/episode0.hdf5")
rgb = file["observation/head_camera/rgb"]
picture = cv2.imdecode(numpy.frombuffer(rgb[1], numpy.uint8), cv2.IMREAD_COLOR)
kinds = {}
file.visititems(lambda name, o: kinds.update({name: o.dtype.str}) if isinstance(o, h5py.Dataset) else None)
paths = pickle.load(open(sys.argv[1] + "/_traj_data/episode0.pkl", "rb"))
print(json.dumps({
    "padding": [rgb.id.get_type().get_strpad() == h5py.h5t.STR_NULLPAD, rgb.id.get_type().get_cset() == h5py.h5t.CSET_ASCII],
    "left": picture[10, 4].tolist(), "right": picture[10, 60].tolist(),
    "vector": file["joint_action/vector"][()].tolist(),
    "attributes": len(file.attrs) + len(rgb.attrs), "chunks": rgb.chunks,
    "kinds": sorted(set(kind for name, kind in kinds.items() if not name.endswith("rgb"))),
    "path": paths["left_joint_path"][0]["position"].tolist(), "status": paths["left_joint_path"][0]["status"],
}))
`;

test.runIf(here)('h5py, OpenCV and pickle read an episode', async () => {
  const dir = await smallSet(0, 1);
  const { stdout, stderr } = spawnSync('python3', ['-c', reader, join(dir)], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const found = JSON.parse(stdout);
  expect(found).toMatchObject({ padding: [true, true], attributes: 0, chunks: null, kinds: ['<f4', '<f8'] });
  expect(found).toMatchObject({
    status: 'Success',
    path: [[0, 1, 2, 3, 4, 5].map((n) => n / 3), [6, 7, 8, 9, 10, 11].map((n) => n / 3)],
  });
  expect(found.vector[2][13]).toBe(2 + 13 / 64);
  // Not converted: upstream's readers take what OpenCV gives for RGB.
  for (const [side, colour] of [['left', red] as const, ['right', blue] as const])
    for (const [channel, value] of colour.entries()) expect(Math.abs(found[side][channel] - value)).toBeLessThan(6);
});
