import type { Page } from 'playwright-core';

/** Milliseconds from the page's load to its first row, told by the page itself. */
export async function listTime(page: Page, address: string): Promise<number> {
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('.sample-row')) performance.mark('first-row');
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName('first-row').length > 0);
  return page.evaluate(() => {
    const [load] = performance.getEntriesByType('navigation');
    const loaded = load instanceof PerformanceNavigationTiming ? load.loadEventEnd : 0;
    return (performance.getEntriesByName('first-row')[0]?.startTime ?? Number.NaN) - loaded;
  });
}

/** Milliseconds from choosing another recipe to its numbers. */
export async function rescoreTime(page: Page, hash: string): Promise<number> {
  const begun = performance.now();
  await page.evaluate((target) => {
    location.hash = target;
  }, hash);
  await page.locator('.rescore', { hasText: 'computed here' }).waitFor();
  return performance.now() - begun;
}

/** Milliseconds from leaving for a unit to its picture being there. */
export function openTime(page: Page, hash: string): Promise<number> {
  return page.evaluate(async (target) => {
    const shown = (now: number) => {
      const id = decodeURIComponent(target.split('/unit/')[1]?.split('?')[0] ?? '');
      const image = document.querySelector<HTMLImageElement>('#root img');
      return document.querySelector('#root')?.textContent.includes(id) && image?.complete && image.naturalWidth > 0
        ? now
        : undefined;
    };
    const begun = performance.now();
    location.hash = target;
    for (;;) {
      await new Promise(requestAnimationFrame);
      const at = shown(performance.now());
      if (at !== undefined) return at - begun;
    }
  }, hash);
}

/** The longest frames while the list is scrolled from its top to its end and back. */
export function scrollFrames(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const list = document.querySelector('.virtual-list');
    if (!list) throw new Error('there is no list');
    const frames: number[] = [];
    const end = list.scrollHeight - list.clientHeight;
    let last = await new Promise(requestAnimationFrame);
    for (let i = 1; i <= 600; i += 1) {
      // Slow at first, a page a frame later, and jumps.
      list.scrollTop = i < 200 ? i * 60 : i < 400 ? i * 700 : (end * ((i * 37) % 200)) / 200;
      const now = await new Promise<number>(requestAnimationFrame);
      frames.push(now - last);
      last = now;
    }
    return frames.sort((a, b) => b - a);
  });
}

/** Frames per second that are really drawn over some seconds. */
export function frameRate(page: Page, seconds: number): Promise<number> {
  return page.evaluate(async (duration) => {
    const begun = performance.now();
    let frames = 0;
    while (performance.now() - begun < duration * 1000) {
      await new Promise(requestAnimationFrame);
      frames += 1;
    }
    return (frames * 1000) / (performance.now() - begun);
  }, seconds);
}

/** Megabytes that scripts hold after the collector was there. */
export async function heapMB(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

/** Milliseconds from leaving for a grid to its first picture on the screen. */
export function firstThumbTime(page: Page, hash: string): Promise<number> {
  return page.evaluate(async (target) => {
    const begun = performance.now();
    location.hash = target;
    for (;;) {
      await new Promise(requestAnimationFrame);
      const image = document.querySelector<HTMLImageElement>('.grid-cell img');
      if (image?.complete && image.naturalWidth > 0) return performance.now() - begun;
    }
  }, hash);
}

/** Scrolls through a grid once, waiting on every screen until all of its pictures are there. */
export function loadGrid(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const list = document.querySelector('.virtual-list');
    if (!list) throw new Error('there is no grid');
    const isLoaded = () => {
      const cells = [...document.querySelectorAll('.grid-cell')];
      return cells.length > 0 && cells.every((cell) => cell.querySelector('img')?.complete);
    };
    for (let top = 0; top < list.scrollHeight; top += list.clientHeight) {
      list.scrollTop = top;
      do await new Promise(requestAnimationFrame);
      while (!isLoaded());
    }
  });
}
