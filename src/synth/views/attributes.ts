import type { Item, Shot } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import type { Referent } from './ask.ts';
import { apart, compass, points } from './directions.ts';
import { type Brief, capital, direction, figures, listed, type Template, whereShown } from './template.ts';

/** Which of four things is nearest to a fifth, or farthest from it. */
export const nearest: Template = function* (brief) {
  const { graph, random, margins } = brief;
  const style = brief.style();
  const count = figures(brief, style);
  const kind = style.pick(['nearest', 'farthest'] as const);
  const most = kind === 'nearest' ? 'closest to' : 'farthest from';
  const stem = style.pick([
    (name: string) => `Which of these is ${most} ${name}?`,
    (name: string) => `Which of the following objects is located ${most} ${name}?`,
    (name: string) =>
      `Somebody measures the way between ${name} and each of the four things below. Which one turns out to be ${most} it?`,
    (name: string) => `Rank the candidates by their horizontal distance from ${name}: which is ${most} ${name}?`,
  ]);
  for (const shots of graph.chains(count)) {
    const shown = graph.shown(shots).filter(({ furniture }) => !furniture);
    // What stands on a shelf is mostly far away, and what carries something is near to it: such things would be known by name.
    const alone = shown.filter(({ id, on }) => on === null && graph.place.items.every((item) => item.on !== id));
    if (alone.length < 4) continue;
    for (let tries = 0; tries < 12; tries += 1) {
      const among = random.shuffle(alone).slice(0, 4);
      const [from] = random.shuffle(shown.filter((item) => !among.includes(item)));
      if (!from) continue;
      const spots = among.map(({ id }): Referent => ({ item: id }));
      if (graph.together(shots, [{ item: from.id }, ...spots])) continue;
      const ranked = among
        .map((item, n) => ({ n, distance: distance(from, item) }))
        .sort((a, b) => (kind === 'nearest' ? a.distance - b.distance : b.distance - a.distance));
      const [best, next] = ranked;
      if (!best || !next || best.distance < graph.near / 3) continue;
      const ratio = Math.max(best.distance, next.distance) / Math.min(best.distance, next.distance);
      if (ratio < margins.ratio) continue;
      const name = `the ${from.name}`;
      yield {
        shots,
        stem: stem(name),
        options: among.map((item) => capital(`the ${item.name}`)),
        right: best.n,
        named: [{ item: from.id }, ...spots],
        ask: { kind, from: { item: from.id }, among: spots },
        thought: `${whereShown(graph, shots, [{ item: from.id }, ...spots])}From ${name} it is about ${listed(among.map((item) => `${metres(distance(from, item))} to the ${item.name}`))}.`,
        steps: count + 2,
      };
    }
  }
};

const ratios = [0.5, 0.8, 1.25, 2];

/** How far two things are apart, when two others are 1 apart: no length in metres, so that nothing can be guessed from it. */
export const ratio: Template = function* (brief) {
  const { graph, random, right } = brief;
  const style = brief.style();
  const count = figures(brief, style);
  const stem = style.pick([
    (a: string, b: string, c: string, d: string) =>
      `Take the distance between the ${a} and the ${b} as 1, from middle to middle. About how far apart are the ${c} and the ${d}?`,
    (a: string, b: string, c: string, d: string) =>
      `The middles of the ${a} and of the ${b} are one unit apart. How many units are there between the middles of the ${c} and of the ${d}, approximately?`,
    (a: string, b: string, c: string, d: string) =>
      `A string just reaches from the centre of the ${a} to the centre of the ${b}. How many such strings, roughly, span the gap from the ${c} to the ${d}, again between centres?`,
  ]);
  for (const shots of graph.chains(count)) {
    const shown = graph.shown(shots).filter(({ furniture }) => !furniture);
    if (shown.length < 4) continue;
    for (let tries = 0; tries < 40; tries += 1) {
      const [a, b, c, d] = random.shuffle(shown);
      if (!a || !b || !c || !d) continue;
      const [unit, of] = [distance(a, b), distance(c, d)];
      if (Math.min(unit, of) < graph.near / 2) continue;
      if (Math.abs(Math.log(of / unit / at(ratios, right))) > 0.08) continue;
      const spots = [a, b, c, d].map(({ id }): Referent => ({ item: id }));
      if (graph.together(shots, spots)) continue;
      yield {
        shots,
        stem: stem(a.name, b.name, c.name, d.name),
        options: ratios.map(String),
        right,
        named: spots,
        ask: { kind: 'ratio', unit: [{ item: a.id }, { item: b.id }], of: [{ item: c.id }, { item: d.id }] },
        thought: `${whereShown(graph, shots, spots)}The ${a.name} and the ${b.name} are about ${metres(unit)} apart, the ${c.name} and the ${d.name} about ${metres(of)}: ${ratios[right]} times as much.`,
        steps: count + 2,
      };
    }
  }
};

/** Pictures from two sides of something. */
export const side: Template = function* (brief) {
  const { graph } = brief;
  const style = brief.style();
  const count = figures(brief, style);
  const scheme = style.pick(compass);
  const called = style.int(4);
  const stem = style.pick([
    (name: string) =>
      `Figure 1 shows the ${points[called]} side of the ${name}. Which side of it does Figure ${count} show?`,
    (name: string) =>
      `Assuming that Figure 1 was taken from the ${points[called]} of the ${name}, from which side of it was Figure ${count} taken?`,
    (name: string) =>
      `Call the face of the ${name} that is turned to the camera of Figure 1 its ${points[called]} face. Which face is turned to the camera of Figure ${count}?`,
  ]);
  for (const shots of graph.chains(count)) {
    const [first, last] = [shots[0], shots.at(-1)];
    if (!first || !last) continue;
    for (const { id, name } of brief.random.shuffle(graph.shown(shots))) {
      if (!large(first, id) || !large(last, id)) continue;
      const frame = { at: { item: id }, ahead: { towards: { figure: 0 } } };
      const to = { figure: count - 1 };
      const question = direction(brief, { shots, frame, to, scheme, called, stem: stem(name), steps: count - 1 });
      if (question) yield question;
    }
  }

  function large(shot: Shot, id: number): boolean {
    return (
      graph.clear(shot, id) && (shot.visible.get(id)?.pixels ?? 0) > 0.003 * shot.picture.width * shot.picture.height
    );
  }
};

/** Kinds that come in any number: of others, the name would say how many there are. */
const countable = new Set([
  ...[
    'stool',
    'waste bin',
    'bucket',
    'beach ball',
    'cushion',
    'traffic cone',
    'bollard',
    'barrel',
    'crate',
    'flower tub',
  ],
  ...['mug', 'can', 'cube', 'bottle', 'candle', 'cone', 'toy duck', 'book', 'bowl'],
]);

/** The number of figures and the least of the options; both are drawn with the question. */
function counting(brief: Pick<Brief, 'style' | 'views'>) {
  const style = brief.style();
  return { style, number: figures(brief, style), least: 2 };
}

/** How many alike things a place needs for the count that is to be right. */
export function alikeFor(brief: Pick<Brief, 'style' | 'views' | 'right'>): number {
  return counting(brief).least + brief.right;
}

/** How many of a kind there are in all figures: some are in several. Wants a place with as many. */
export const count: Template = function* (brief) {
  const { graph, right } = brief;
  const { style, number, least } = counting(brief);
  const stem = style.pick([
    (kind: string) => `How many different ${kind} can be seen in these figures altogether?`,
    (kind: string) => `The figures show one place. How many ${kind} do they show in total, each counted once?`,
    (kind: string) =>
      `Make an inventory of what these figures show, without listing anything twice. What number belongs next to ${kind}?`,
  ]);
  const kinds = Map.groupBy(
    graph.place.items.filter(({ kind }) => countable.has(kind)),
    ({ kind }) => kind,
  );
  for (const shots of graph.chains(number)) {
    for (const [kind, items] of brief.random.shuffle([...kinds])) {
      const shown = items.filter(({ id }) => shots.some((shot) => graph.clear(shot, id)));
      const hidden = items.filter(({ id }) => shots.every((shot) => graph.absent(shot, id)));
      if (shown.length !== least + right || shown.length + hidden.length !== items.length) continue;
      // Not all in every figure, and no single one rules out more than the least of the options.
      const counts = shots.map((shot) => items.filter(({ id }) => !graph.absent(shot, id)).length);
      if (Math.max(...counts) > least + 1 || counts.every((one) => one === shown.length)) continue;
      const spots = shown.map(({ id }): Referent => ({ item: id }));
      yield {
        shots,
        stem: stem(plural(kind)),
        options: [0, 1, 2, 3].map((more) => String(least + more)),
        right,
        named: spots,
        ask: { kind: 'count', items: items.map(({ id }) => id) },
        thought: `${listed(counts.map((one, n) => `Figure ${n + 1} shows ${one}`))}. Each counted once, there are ${shown.length}.`,
        steps: number + 1,
      };
    }
  }
};

function distance(a: Item, b: Item): number {
  return apart([a.position[0], a.position[1]], [b.position[0], b.position[1]]);
}

function metres(value: number): string {
  return `${value.toFixed(value < 1 ? 2 : 1)} m`;
}

function plural(kind: string): string {
  if (/(s|x|ch|sh)$/.test(kind)) return `${kind}es`;
  return kind.endsWith('lf') ? `${kind.slice(0, -1)}ves` : `${kind}s`;
}
