import { expect, test } from 'vitest';
import { Renderer } from '../../render/index.ts';
import { makePlace, renderShot, settings } from '../../scenes/index.ts';
import { random } from '../../stats/index.ts';
import type { ViewsQuestion } from './ask.ts';
import { categories } from './categories.ts';
import { ShotGraph } from './shot-graph.ts';
import { solve } from './solve.ts';

const margins = { degrees: 12, visible: 0.6, ratio: 1.3 };
const rights = [0, 1, 2, 3] as const;

/** Some questions of every template, as the generator draws them: before any solver has looked at them. */
function* questions(): Generator<ViewsQuestion> {
  const renderer = new Renderer();
  for (const setting of settings) {
    for (const seed of [1, 2]) {
      const place = makePlace({ seed: ['solve', seed], setting, objects: 9, alike: 4 });
      const take = (camera: Parameters<typeof renderShot>[2]) => renderShot(renderer, place, camera);
      const graph = new ShotGraph({ place, take, random: random('cameras', seed), visible: margins.visible });
      for (let k = 0; k < 12; k += 1) graph.grow();
      for (const { name, templates } of categories) {
        for (const [n, template] of templates.entries()) {
          for (const right of rights) {
            const style = () => random('style', name, n, right, seed);
            const names = () => random('names', name, n, right, seed);
            const choice = random('choice', name, n, right, seed);
            const brief = { graph, margins, views: 3, right, style, names, random: choice };
            for (const question of template(brief)) {
              yield question;
              break;
            }
          }
        }
      }
    }
  }
}

test('pictures and poses lead to the same answers', () => {
  let [asked, agreed] = [0, 0];
  for (const { ask, options, shots, right } of questions()) {
    const verdicts = solve(ask, options, { shots, margins });
    const yes = verdicts.flatMap((verdict, n) => (verdict === 'yes' ? [n] : []));
    // It may be unsure, for it sees only one side of things; it never comes to another answer.
    expect(yes.filter((n) => n !== right)).toEqual([]);
    asked += 1;
    if (yes.length === 1) agreed += 1;
  }
  expect(asked).toBeGreaterThan(200);
  expect(agreed / asked).toBeGreaterThan(0.9);
});
