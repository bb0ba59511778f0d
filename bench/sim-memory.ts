import { drawLayout, scattered, TabletopWorld } from '../src/sim/index.ts';

/** Memory over 2,000 episodes that the expert plays in one world, WebAssembly included. */
const labels = [...'ABCD'];
const world = await TabletopWorld.open(4);
let early = 0;
for (let episode = 0; episode < 2000; episode += 1) {
  const drawn = drawLayout({ seed: episode, labels, arrangement: scattered });
  if ('layout' in drawn) world.rehearse(drawn.layout, labels[episode % 4] ?? 'A');
  if (episode % 200 !== 199) continue;
  const { rss, arrayBuffers } = process.memoryUsage();
  if (episode === 399) early = rss;
  const compared = early > 0 ? `   ${(rss / early).toFixed(2)} of episode 400` : '';
  console.log(
    `${episode + 1} episodes   ${(rss / 2 ** 20).toFixed(0)} MB, buffers ${(arrayBuffers / 2 ** 20).toFixed(0)} MB${compared}`,
  );
}
world.close();
