import type { Verb, VerbTools } from '../../../contracts/index.ts';
import { checkLerobot, checkRobotwin, describeFinding, type Redraw } from '../../../demonstrations/index.ts';
import { plural } from '../../../util/index.ts';
import { RsbSample } from '../sample.ts';
import { suites } from '../suites.ts';
import { closeTabletops, tabletopWorld } from '../world.ts';
import { isLerobot, setFolder } from './demo-set.ts';

export const check: Verb<{ json?: true }> = {
  name: 'check',
  about: 'Checks a set of demonstrations, ours or anybody’s: RoboTwin’s HDF5 or LeRobot.',
  examples: ['sextant rsb check data/rsb_math/rsb_math_train_500'],
  arguments: [{ name: '<folder>', about: 'or what `data pull` fetched, by its name' }],
  async run([name = ''], { json }, tools) {
    const folder = await setFolder(name, tools);
    const { findings, about } = isLerobot(folder)
      ? await checkedLerobot(folder, tools)
      : await checkedRobotwin(folder, tools);
    for (const { severity, text } of findings) tools.say(`${severity}: ${text}`);
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    if (json) tools.printJson({ folder, ...about, findings });
    tools.say(
      `${about.format}, ${plural(about.episodes, 'episode')}: ${errors === 0 ? 'in order' : plural(errors, 'error')}`,
    );
    if (errors > 0) process.exitCode = 1;
  },
};

async function checkedLerobot(folder: string, { openProgress }: VerbTools) {
  const progress = openProgress();
  const { findings, about } = await checkLerobot(folder, {
    onVideo: (done, total) => progress.update({ done, total }),
  });
  progress.done();
  const told = findings.map((finding) => ({ severity: finding.severity, text: describeFinding(finding) }));
  return {
    findings: told,
    about: { format: `LeRobot ${about?.version ?? ''}`.trim(), episodes: about?.episodes ?? 0 },
  };
}

async function checkedRobotwin(folder: string, { openProgress }: VerbTools) {
  const progress = openProgress();
  const { findings, episodes } = await checkRobotwin(folder, {
    redraw,
    onEpisode: (done, total) => progress.update({ done, total }),
  });
  progress.done();
  closeTabletops();
  const told = findings.map(({ severity, where, message }) => ({ severity, text: `${where}: ${message}` }));
  return { findings: told, about: { format: 'RoboTwin', episodes } };
}

const cameras = ['head_camera', 'front_camera', 'left_camera', 'right_camera'];

/** The table of a set that we recorded, as it was laid. */
const redraw: Redraw = async ({ task }, { scene }, { state, size }) => {
  const suite = suites.find(({ taskName }) => taskName === task);
  if (!suite) return undefined;
  const world = await tabletopWorld(suite.blocks);
  const blocks = Object.entries(scene.semantics.blocks).map(([label, block]) => ({ label, ...block }));
  const layout = RsbSample.shape.layout.safeParse({ ...scene.semantics.drawn, blocks }).data;
  return layout && world.pictures(layout, { cameras, ...size, state });
};
