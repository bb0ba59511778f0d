import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SextantError } from '../contracts/index.ts';
import { at } from '../util/index.ts';
import type { Made } from './family.ts';

/** Writes `scenes.jsonl`, and the maps of those pictures that have some. */
export class SceneFile {
  readonly #dir: string;
  readonly #lines: FileHandle;
  #scenes = 0;

  static async create(dir: string): Promise<SceneFile> {
    return new SceneFile(dir, await open(join(dir, 'scenes.jsonl'), 'w'));
  }

  private constructor(dir: string, lines: FileHandle) {
    this.#dir = dir;
    this.#lines = lines;
  }

  async add({ samples, scene, maps }: Made): Promise<void> {
    const number = this.#scenes;
    this.#scenes += 1;
    if (!scene) throw new SextantError('internal', `scene ${number} was made without its record`);
    const kept = new Set(samples.map(({ id }) => id));
    const line = {
      scene: number,
      ...scene,
      pictures: scene.pictures.map((picture, n) => (maps ? { ...picture, ...namesOf(number, n) } : picture)),
      // The last scene may have more questions than were asked for.
      samples: scene.samples.filter(({ id }) => kept.has(id)),
    };
    await this.#lines.write(`${JSON.stringify(line)}\n`);
    if (!maps) return;
    await mkdir(join(this.#dir, 'maps', String(number)), { recursive: true });
    for (const n of scene.pictures.keys()) {
      const names = namesOf(number, n);
      await writeFile(join(this.#dir, names.segmentation), at(maps, n).segmentation);
      await writeFile(join(this.#dir, names.depth), at(maps, n).depth);
    }
  }

  async close(): Promise<void> {
    await this.#lines.close();
  }
}

function namesOf(scene: number, picture: number) {
  const name = `maps/${scene}/${picture}`;
  return { segmentation: `${name}-segmentation.png`, depth: `${name}-depth.png` };
}
