import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import MiniSearch from 'minisearch';
import { addressOf, escapeHtml, type Page, renderPage, type Section } from './page.ts';

/** How sections are searched; the page must load the index with the same. */
const searchOptions = { fields: ['heading', 'title', 'text'], storeFields: ['title', 'heading', 'text'] };

/** Every page that the site is made of, as a path from the repository's root. */
function pagesOf(root: string): string[] {
  return globSync(['*.md', 'docs/**/*.md', 'examples/*.md', 'training/**/*.md'], { cwd: root }).sort();
}

/** Makes a site of the repository's Markdown that opens from disk and is searched without a server. */
export function buildSite(root: string, out: string): void {
  const pages = new Map<string, Page>();
  for (const path of pagesOf(root)) pages.set(path, renderPage(path, readFileSync(join(root, path), 'utf8')));
  for (const path of new Set([...pages.values()].flatMap(({ uses }) => uses))) {
    if (pages.has(path) || pages.has(join(path, 'README.md'))) continue;
    if (addressOf(path) === path) copy(join(root, path), join(out, path));
    else pages.set(path, sourcePage(root, path, pages));
  }
  const nav = navigation(readFileSync(join(root, 'docs/README.md'), 'utf8'));
  for (const [path, page] of pages) write(join(out, addressOf(path)), htmlOf(path, page, nav));
  const sections = [...pages.values()].flatMap((page) => page.sections);
  const index = new MiniSearch<Section>(searchOptions);
  index.addAll(sections);
  // A script and not JSON: what opens from disk may load scripts beside it, but fetch nothing.
  write(
    join(out, 'search-index.js'),
    `globalThis.searchIndex = ${JSON.stringify({ index, options: searchOptions }).replaceAll('<', '\\u003c')};\n`,
  );
  const umd = new URL('../umd/index.js', import.meta.resolve('minisearch'));
  copy(fileURLToPath(umd), join(out, 'minisearch.js'));
  for (const name of ['search.js', 'style.css']) copy(join(import.meta.dirname, name), join(out, name));
}

/** A source file that a page links to, or what is in a folder. */
function sourcePage(root: string, path: string, pages: Map<string, Page>): Page {
  const file = join(root, path);
  if (!existsSync(file)) throw new Error(`a page links to ${path}, which is not there`);
  const inside = [...pages].filter(([name]) => dirname(name) === path.replace(/\/$/, ''));
  const list = inside.map(
    ([name, { title }]) =>
      `<li><a href="${relative(dirname(addressOf(path)), addressOf(name))}">${escapeHtml(title)}</a></li>`,
  );
  const body = statSync(file).isDirectory()
    ? `<ul>${list.join('\n')}</ul>`
    : `<pre><code>${escapeHtml(readFileSync(file, 'utf8'))}</code></pre>`;
  return { title: path, body: `<h1>${escapeHtml(path)}</h1>\n${body}`, sections: [], uses: [] };
}

interface NavGroup {
  title: string;
  links: { text: string; path: string }[];
}

/** The tables of docs/README.md: its parts are groups, and what stands first in a row is a link. */
function navigation(markdown: string): NavGroup[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const rows = part.split('\n').filter((line) => /^\| \[/.test(line));
      const links = rows.flatMap((row) => {
        const first = row.split(' | ')[0] ?? '';
        return [...first.matchAll(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g)];
      });
      return {
        title: part.split('\n')[0] ?? '',
        links: links.map(([, text = '', to = '']) => ({ text: text.replaceAll('`', ''), path: join('docs', to) })),
      };
    })
    .filter(({ links }) => links.length > 0);
}

function htmlOf(path: string, { title, body }: Page, nav: NavGroup[]): string {
  const here = addressOf(path);
  const to = (address: string) => relative(dirname(here), address);
  const groups = nav.map(({ title, links }) => {
    const items = links.map((link) => {
      const current = link.path === path ? ' aria-current="page"' : '';
      return `<li><a href="${to(addressOf(link.path))}"${current}>${escapeHtml(link.text)}</a></li>`;
    });
    return `<h2>${escapeHtml(title)}</h2>\n<ul>${items.join('\n')}</ul>`;
  });
  return `<!doctype html>
<html lang="en" data-root="${to('index.html').replace(/index\.html$/, '')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file:; base-uri 'none'; form-action 'none'">
<title>${escapeHtml(title)} – Sextant</title>
<link rel="stylesheet" href="${to('style.css')}">
<script defer src="${to('minisearch.js')}"></script>
<script defer src="${to('search-index.js')}"></script>
<script defer src="${to('search.js')}"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header>
<a class="home" href="${to('index.html')}">Sextant</a>
<a href="${to('docs/index.html')}">Documentation</a>
<search><input type="search" id="search" placeholder="Search (press /)" aria-label="Search the documentation" autocomplete="off"><ol id="found" hidden></ol></search>
</header>
<div class="sides">
<nav aria-label="Pages"><details open><summary>Pages</summary>
${groups.join('\n')}
</details></nav>
<main id="content">
${body}</main>
</div>
</body>
</html>
`;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
