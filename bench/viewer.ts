import { rmSync } from 'node:fs';
import { serveViewer } from '../src/viewer/index.ts';
import type { RowPage, RunHead } from '../src/viewer/wire.ts';
import { openBrowser, openPage } from '../web/testing/browser.ts';
import { median } from './measure.ts';
import {
  firstThumbTime,
  frameRate,
  heapMB,
  listTime,
  loadGrid,
  openTime,
  rescoreTime,
  scrollFrames,
} from './viewer-parts/in-page.ts';
import { longList } from './viewer-parts/long-list.ts';
import { makeRuns } from './viewer-parts/runs.ts';
import { longestTask } from './viewer-parts/tasks.ts';

/** The viewer in a real browser against what it promises. */
function tell(what: string, value: number, unit: string, goal: string, met: boolean): void {
  console.log(
    `${what.padEnd(60)} ${value.toFixed(0).padStart(6)} ${unit.padEnd(4)} goal ${goal}${met ? '' : '   MISSED'}`,
  );
}

const { root, runs, long } = await makeRuns();
const browser = await openBrowser();
for (const cold of [true, false]) {
  const { rows, filtered, counted } = await longList(browser, long, { cold });
  const server = cold ? 'server just started' : 'server has read them';
  const told = (what: string, ms: number, goal = true) =>
    tell(`100,000 of tiny, ${server}: ${what}`, ms, 'ms', goal ? '< 2000' : 'none', !goal || ms < 2000);
  told('first rows', rows);
  told('filtered', filtered);
  // A filter that counts needs every answer scored: that takes as long as reading the run.
  told('filtered and counted', counted, !cold);
}
const begun = performance.now();
const serving = await serveViewer({ roots: [runs], port: 0, openData: async () => undefined });
try {
  const ask = async <T>(path: string): Promise<T> => (await fetch(`${serving.address}api/${path}`)).json();
  const heads = await ask<RunHead[]>('runs');
  const idOf = (name: string) => heads.find((head) => head.name === name)?.id ?? '';
  const idsOf = async (name: string) =>
    (await ask<RowPage>(`runs/${idOf(name)}/units`)).rows.map(({ result }) => result.id);
  const hashOf = (name: string, id: string) => `#/run/${idOf(name)}/unit/${encodeURIComponent(id)}?epoch=0`;
  await idsOf('many');
  tell('10,000 samples: read and scored by the server', performance.now() - begun, 'ms', 'none', true);

  const reading = performance.now();
  await idsOf('most');
  tell('100,000 samples: read and scored by the server', performance.now() - reading, 'ms', 'none', true);

  const { page } = await openPage(browser);
  const lists = [];
  for (let i = 0; i < 5; i += 1) {
    lists.push(await listTime(page, `${serving.address}#/run/${idOf('most')}?view=samples`));
  }
  tell('100,000 samples: first rows after load', median(lists), 'ms', '< 2000', median(lists) < 2000);
  const times = [];
  for (let i = 0; i < 5; i += 1) {
    times.push(await listTime(page, `${serving.address}#/run/${idOf('many')}?view=samples`));
  }
  tell('10,000 samples: first rows after load', median(times), 'ms', '< 1000', median(times) < 1000);

  let frames: number[] = [];
  const task = await longestTask(browser, page, async () => {
    frames = await scrollFrames(page);
  });
  tell('10,000 samples: longest of 600 frames of scrolling', frames[0] ?? 0, 'ms', '< 50', (frames[0] ?? 0) < 50);
  tell('10,000 samples: longest task, processor time', task, 'ms', '< 50', task < 50);

  // Half of what stands in a window is a picture with a mask.
  const first = await firstThumbTime(page, `#/run/${idOf('thousand')}?view=samples&look=grid`);
  tell('1,000 samples as a grid: first thumbnail', first, 'ms', '< 300', first < 300);
  await loadGrid(page);
  let gridFrames: number[] = [];
  const gridTask = await longestTask(browser, page, async () => {
    gridFrames = await scrollFrames(page);
  });
  const slowest = gridFrames[0] ?? Number.NaN;
  tell('1,000 thumbnails, loaded: longest of 600 frames of scrolling', slowest, 'ms', '< 50', slowest < 50);
  tell('1,000 thumbnails, loaded: longest task, processor time', gridTask, 'ms', '< 50', gridTask < 50);

  const rescored = await rescoreTime(page, `#/run/${idOf('many')}?protocol=tiny%2Fstrict`);
  tell('10,000 units, half with masks: rescored', rescored, 'ms', '< 5000', rescored < 5000);

  const pictures = await idsOf('pictures');
  const opened = [];
  // In leaps: a neighbour would be there already.
  for (const i of pictures.keys())
    opened.push(await openTime(page, hashOf('pictures', pictures[(i * 37) % pictures.length] ?? '')));
  tell('sample with its picture, median of 200', median(opened), 'ms', '< 150', median(opened) < 150);
  const heap = await heapMB(page);
  tell('heap after 200 samples with pictures', heap, 'MB', '< 300', heap < 300);

  const [robot = ''] = await idsOf('robot');
  await page.goto(`${serving.address}${hashOf('robot', robot)}`);
  await page.locator('.replay-check.is-hit').waitFor();
  await page.locator('.replay-controls button').first().click();
  let rate = 0;
  const drawing = await longestTask(browser, page, async () => {
    rate = await frameRate(page, 5);
  });
  tell('replay of ten blocks, software WebGL', rate, 'fps', '≥ 30', rate >= 30);
  tell('replay of ten blocks: longest task, processor time', drawing, 'ms', '< 33', drawing < 33);
} finally {
  await browser.close();
  await serving.close();
  rmSync(root, { recursive: true, force: true });
}
