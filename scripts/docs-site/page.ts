import { dirname, join, relative } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { anchorNames } from './anchors.ts';

/** A part of a page, from one heading to the next: what a search finds. */
export interface Section {
  /** Address within the site, with the heading behind `#`. */
  id: string;
  /** Of the page. */
  title: string;
  heading: string;
  text: string;
}

export interface Page {
  title: string;
  body: string;
  sections: Section[];
  /** What the page links to or shows, as paths from the repository's root. */
  uses: string[];
}

/** Where a file of the repository stands in the site. */
export function addressOf(path: string): string {
  if (path === '' || path === '.') return 'index.html';
  if (path.endsWith('README.md')) return path.replace(/README\.md$/, 'index.html');
  if (path.endsWith('.md')) return path.replace(/md$/, 'html');
  if (path.endsWith('/')) return `${path}index.html`;
  return /\.(png|webp|svg)$/.test(path) ? path : `${path}.html`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Turns one page of Markdown into HTML, with links that lead to pages of the site. */
export function renderPage(path: string, markdown: string): Page {
  const anchor = anchorNames();
  const here = addressOf(path);
  const uses: string[] = [];
  const sections: Section[] = [];
  const resolve = (href: string) => {
    if (/^[a-z]+:/.test(href)) return href;
    const [to = '', hash] = href.split('#');
    const target = to === '' ? path : join(dirname(path), to);
    uses.push(target);
    const address = relative(dirname(here), addressOf(target));
    return hash === undefined ? address : `${address}#${hash}`;
  };
  const marked = new Marked({
    renderer: {
      heading({ depth, text, tokens }) {
        const name = anchor(text);
        const words = this.parser.parseInline(tokens);
        return `<h${depth} id="${name}">${words} <a class="anchor" href="#${name}" aria-label="Link to this part">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(resolve(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escapeHtml(resolve(href))}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      table(table) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens, align }) => `<${tag}${align ? ` class="${align}"` : ''}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>\n`;
        const body = table.rows.map((cells) => row(cells, 'td')).join('');
        return `<div class="wide"><table><thead>\n${row(table.header, 'th')}</thead><tbody>\n${body}</tbody></table></div>\n`;
      },
      // Comments are for scripts; anything else would be a slip, and is shown as it was typed.
      html: ({ raw }) => (raw.trimStart().startsWith('<!--') ? '' : escapeHtml(raw)),
    },
  });
  const tokens = marked.lexer(markdown);
  const title = plain(tokens.find(({ type }) => type === 'heading')) || path;
  const name = anchorNames();
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plain(token);
      sections.push({ id: `${here}#${name(headingText(token))}`, title, heading, text: '' });
    } else {
      const section = sections.at(-1);
      if (section) section.text += `${plain(token)} `;
    }
  }
  return { title, body: marked.parser(tokens), sections, uses };
}

function headingText(token: Token): string {
  return 'text' in token ? token.text : '';
}

/** The words of a part, without what makes them bold, links or cells. */
function plain(token: Token | undefined): string {
  if (!token || token.type === 'html') return '';
  const text = 'text' in token ? token.text : token.raw;
  const bare = token.type === 'table' ? token.raw.replace(/^[|\s:-]+$/gm, '').replaceAll('|', ' ') : text;
  return token.type === 'code'
    ? bare
    : bare
        .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/[*`_]{1,2}(?=\S)|(?<=\S)[*`_]{1,2}/g, '')
        .replace(/\s+/g, ' ')
        .trim();
}
