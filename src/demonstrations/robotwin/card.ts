import type { EpisodeEntry, SetAbout } from './set-record.ts';

const orders = {
  upstream: 'Red and blue are swapped in the JPEGs, as upstream has it: `cv2.imdecode` gives RGB, other decoders BGR.',
  standard: 'The JPEGs have the usual colours: `cv2.imdecode` gives BGR, other decoders RGB.',
};

/** README.md: what is in the set, how it is balanced, and what it looks like. */
export function cardOf(about: SetAbout, entries: readonly EpisodeEntry[], shown: readonly EpisodeEntry[]): string {
  const { instructions, paths } = entries[0]?.files ?? {};
  const files = [
    `- \`data/episode<i>.hdf5\`: cameras, joints and hands of every frame. ${orders[about.rgbOrder]}`,
    `- \`video/episode<i>.mp4\`: the head camera, ${about.fps} frames per second.`,
    instructions && '- `instructions/episode<i>.json`: `seen` wordings for training, `unseen` ones for evaluation.',
    paths && '- `_traj_data/episode<i>.pkl`: the planned joint paths.',
    '- `scene_info.json`: `info` fills instruction templates; `semantics` has question, options, right answer and blocks.',
    '- `seed.txt`: the seeds of the tables, in the order of episodes.',
    '- `sextant-demos.json`, `episodes.ndjson`: how it was made; size and sha256 of every file.',
  ];
  const blocks = [
    '---\ntask_categories:\n  - robotics\n---',
    `# ${about.task} / ${about.setting}`,
    `Demonstrations in the format of RoboTwin 2.0, recorded by Sextant in the world \`${about.world}\` with the robot ${about.robot}.`,
    "The world is not the authors': scores of policies trained with these files are not comparable with published ones.",
    counts(entries),
    ...shown.map(({ episode }) => `![The table in episode ${episode}](pictures/episode${episode}.jpg)`),
    '## Balance',
    'How often each label is right, and where the right block lies, beside where all blocks lie.',
    ...balance(entries),
    '## Files',
    files.filter((line) => line !== undefined).join('\n'),
    '## How it was made',
    `\`\`\`json\n${JSON.stringify(about.made, null, 2)}\n\`\`\``,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function counts(entries: readonly EpisodeEntry[]): string {
  return table([
    ['episodes', 'different motions', 'frames', 'numbers'],
    [
      entries.length,
      new Set(entries.map(({ files }) => files.hdf5.sha256)).size,
      entries.reduce((sum, { frames }) => sum + frames, 0),
      `${entries[0]?.episode} … ${entries.at(-1)?.episode}`,
    ],
  ]);
}

function balance(entries: readonly EpisodeEntry[]): string[] {
  const scenes = entries.map(({ scene }) => scene.semantics);
  const right = scenes.flatMap(({ blocks, answer }) => blocks[answer] ?? []);
  const all = scenes.flatMap(({ blocks }) => Object.values(blocks));
  const labels = scenes.flatMap(({ options }) => Object.keys(options));
  const middle = all.map(({ y }) => y).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  const place = ({ x, y }: { x: number; y: number }) => `${x < 0 ? 'left' : 'right'}, ${y < middle ? 'near' : 'far'}`;
  const colour = (block: { colour: string }) => block.colour;
  return [
    shares(
      'right answer',
      scenes.map(({ answer }) => answer),
      labels,
    ),
    shares('place of the right block', right.map(place), all.map(place)),
    shares('colour of the right block', right.map(colour), all.map(colour)),
  ];
}

function shares(what: string, chosen: readonly string[], all: readonly string[]): string {
  const count = (list: readonly string[], key: string) => list.filter((each) => each === key).length;
  const percent = (list: readonly string[], key: string) => `${((100 * count(list, key)) / list.length).toFixed(1)} %`;
  return table([
    [what, 'episodes', 'share', 'share of all blocks'],
    ...[...new Set(all)].sort().map((key) => [key, count(chosen, key), percent(chosen, key), percent(all, key)]),
  ]);
}

function table([head = [], ...rows]: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
