import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { views } from '../sample.ts';

const header = 'cate,relative_path,video_type,question,options,GT,others';

/** Rows as the published files have them: quotes, spaces in paths, mixed numbers, a trailing semicolon. */
const rows = [
  '0,CameraBench/M0jm.3.12.mp4,1.0,"In this clip, how does the runner move?",A: Moving backward; B: Moving forward; C: Moving left; D: Moving right,B,',
  '1,k700/skiing mono/rQ_80/video-scene-00000.mp4,0,How does it move?,A: Moving left; B: Moving right; C: Basically unchange; D: Basically unchange;,A,3-7',
  '5,k700/skiing mono/rQ_80/video-scene-00000.mp4,0.0,"How does the ""observer"" turn?",A: left to right; B: right to front; C: right to back; D: left to back,C,reverse moving left',
];

/** The same rows in the other views: what is true turns with the clip, as a letter or because options changed places. */
export const tables: Readonly<Record<string, string[]>> = {
  std: [header, ...rows],
  hflip: [
    header,
    rows[0] ?? '',
    (rows[1] ?? '').replace('unchange;,A', 'unchange;,B'),
    (rows[2] ?? '').replace('C: right to back', 'C: left to back').replace('D: left to back', 'D: right to back'),
  ],
  reverse: [
    header,
    (rows[0] ?? '').replace(',B,', ',A,'),
    (rows[1] ?? '').replace('unchange;,A', 'unchange;,B'),
    rows[2] ?? '',
  ],
  reverse_hflip: [header, (rows[0] ?? '').replace(',B,', ',A,'), rows[1] ?? '', rows[2] ?? ''],
};

const clips = ['CameraBench/M0jm.3.12.mp4', 'k700/skiing mono/rQ_80/video-scene-00000.mp4'];

/** A folder with these files; a name that ends in `.csv` gets lines. */
export function folderWith(files: Readonly<Record<string, string | readonly string[]>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'sextant-dsi-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), typeof content === 'string' ? content : `${content.join('\n')}\n`);
  }
  return dir;
}

/** Clips that differ in content, for every view. Nothing here decodes them. */
export const videos: Readonly<Record<string, string>> = Object.fromEntries(
  views.flatMap((view) => clips.map((clip) => [`videos/${view}/${clip}`, `${view} of ${clip}`])),
);

/** A complete small data set. */
export function smallData(): Record<string, string | readonly string[]> {
  return {
    ...videos,
    ...Object.fromEntries(Object.entries(tables).map(([view, lines]) => [`metadatas/${view}.csv`, lines])),
  };
}
