import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { openPage } from '../../web/testing/browser.ts';

const main = join(import.meta.dirname, '../../src/cli/main.ts');
const Listening = z.object({ event: z.literal('listening'), url: z.string() });
const Heads = z.array(z.object({ id: z.string() }));

export interface ListTimes {
  /** Milliseconds from navigating to the first rows on the screen. */
  rows: number;
  /** Milliseconds from choosing a filter to its rows on the screen, and to the count over the whole run. */
  filtered: number;
  counted: number;
}

/** The samples of the only run in a folder, listed in a browser; the server is a process of its own, as it is for people. */
export async function longList(browser: Browser, runs: string, opts: { cold: boolean }): Promise<ListTimes> {
  const first = await serve(runs);
  const [head] = Heads.parse(await (await fetch(`${first.url}api/runs`)).json());
  const id = head?.id ?? '';
  // Cold: a server that has read nothing yet. Warm: one that has read the run.
  const server = opts.cold ? await first.stop().then(() => serve(runs)) : first;
  try {
    if (!opts.cold) {
      // A server does all of this ahead; here somebody waits until it has.
      await (await fetch(`${server.url}api/runs/${id}/journal`)).body?.cancel();
      for (const part of ['', '/list']) await fetch(`${server.url}api/runs/${id}${part}`);
    }
    const { page } = await openPage(browser);
    await page.addInitScript(() => {
      const painted = (mark: string, there: () => boolean) => {
        const look = () => {
          // One frame later it has been painted.
          if (there()) requestAnimationFrame(() => performance.mark(mark));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      const status = () => document.querySelector('.samples [role=status]')?.textContent ?? '';
      painted('rows', () => document.querySelector('.sample-row') !== null);
      addEventListener('change', () => {
        const before = status();
        performance.mark('chosen');
        painted('filtered', () => status() !== before && document.querySelector('.sample-row') !== null);
        painted('counted', () => /^\d[\d,]* of 100,000 samples$/.test(status()) && status() !== before);
      });
    });
    const at = (mark: string) =>
      page
        .waitForFunction((name) => performance.getEntriesByName(name)[0]?.startTime, mark)
        .then((found) => found.jsonValue())
        .then((time) => time ?? Number.NaN);
    await page.goto(`${server.url}#/run/${id}?view=samples`);
    const rows = await at('rows');
    await page.getByLabel('score', { exact: true }).selectOption('right');
    const [chosen, filtered, counted] = [await at('chosen'), await at('filtered'), await at('counted')];
    await page.close();
    return { rows, filtered: filtered - chosen, counted: counted - chosen };
  } finally {
    await server.stop();
  }
}

async function serve(runs: string): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [main, 'view', runs, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGINT');
    await exited;
  };
  for await (const line of createInterface(child.stdout)) return { url: Listening.parse(JSON.parse(line)).url, stop };
  throw new Error('the viewer did not start');
}
