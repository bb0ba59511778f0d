import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const cache = join(import.meta.dirname, '../../node_modules/.cache');
const packed = join(import.meta.dirname, '../../node_modules/@sparticuz/chromium');

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'chrome.exe'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

/** A real browser, ours to close: the system's own, or the one that npm brought along. */
export async function openBrowser(extra: string[] = []): Promise<Browser> {
  const { path, libraries } = systemBrowser() ?? (await broughtBrowser());
  return chromium.launch({
    executablePath: path,
    timeout: 300_000,
    // Containers allow no sandbox; what is shown here is made by the tests. Drawn without a graphics card, as a browser
    // does by itself where there is none: the same everywhere.
    args: ['--no-sandbox', '--use-angle=swiftshader-webgl', '--enable-unsafe-swiftshader', ...extra],
    ...(libraries === undefined ? {} : { env: { ...process.env, LD_LIBRARY_PATH: libraries } }),
  });
}

/** Without a graphics card the browser reads back what WebGL has drawn, and says of itself that this is slow. */
const ABOUT_READING = /^\[\.WebGL-\w+\]GL Driver Message .* GPU stall due to ReadPixels/;

/** A page, and everything it complains about: errors, refusals of the policy, requests that failed. */
export async function openPage(
  browser: Browser,
  opts: { width?: number; height?: number; dark?: boolean } = {},
): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({
    viewport: { width: opts.width ?? 1280, height: opts.height ?? 800 },
    colorScheme: opts.dark ? 'dark' : 'light',
  });
  // Only a page that hangs meets this.
  page.setDefaultTimeout(300_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if ((message.type() === 'error' || message.type() === 'warning') && !ABOUT_READING.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, complaints };
}

interface Found {
  path: string;
  libraries?: string;
}

function systemBrowser(): Found | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const path = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere].find((each) =>
    existsSync(each),
  );
  return path === undefined ? undefined : { path };
}

/** Unpacked once. Into a folder of its own first: several test processes may come here at the same time. */
async function broughtBrowser(): Promise<Found> {
  const dir = join(cache, 'chromium');
  if (!existsSync(join(dir, 'chromium'))) {
    mkdirSync(cache, { recursive: true });
    const draft = mkdtempSync(join(cache, 'chromium-'));
    await unpack(draft);
    try {
      renameSync(draft, dir);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      // Another process was faster.
      if (!existsSync(join(dir, 'chromium'))) throw error;
    }
  }
  const path = join(dir, 'chromium');
  const { stdout } = spawnSync('ldd', [path], { encoding: 'utf8' });
  // A bare machine lacks libraries that the package has, too.
  return stdout?.includes('not found') ? { path, libraries: join(dir, 'al2023', 'lib') } : { path };
}

async function unpack(dir: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium');
  const before = process.env.TMPDIR;
  // The package unpacks to the temporary folder, and asks for it each time.
  process.env.TMPDIR = dir;
  try {
    const parts = ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(parts.map((part) => inflate(join(packed, 'bin', part))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
