/** Where a module asks for another one. */
export interface Specifier {
  text: string;
  line: number;
}

/** `text` is a literal whose content is known; `value` another literal: a regular expression, a template's end. */
interface Token {
  kind: 'word' | 'text' | 'value' | 'mark';
  text: string;
  at: number;
}

/** A quote without its partner ends with the line, so that one surprise cannot swallow the file. */
const token =
  /(?<blank>\s+|\/\/.*|\/\*[\s\S]*?(?:\*\/|$))|(?<word>[\p{ID_Start}$_][\p{ID_Continue}$]*|\d[\w.]*)|(?<quoted>(?<quote>['"])(?:(?!\k<quote>)[^\\\n]|\\[\s\S])*(?:\k<quote>)?)|(?<mark>[\s\S])/uy;
const regex = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
const templateText = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;

/** After these words a slash begins a regular expression; after any other it divides. */
const operators = /^(?:return|typeof|case|of|in|do|else|void|delete|throw|new|yield|await|instanceof)$/;

/**
 * What a TypeScript source imports or re-exports, also dynamically and in types; comments and strings do not count.
 * @example specifiers("import a from './a.ts'; // import './b.ts'") // [{ text: './a.ts', line: 1 }]
 */
export function specifiers(source: string): Specifier[] {
  const tokens = tokenize(source);
  const found = tokens.flatMap(({ kind, text }, index) => {
    if (kind !== 'word' || tokens[index - 1]?.text === '.') return [];
    const next = index + (tokens[index + 1]?.text === '(' ? 2 : 1);
    if (text === 'import' && tokens[next]?.kind === 'text') return [next];
    return text === 'import' || text === 'export' ? afterFrom(tokens, index + 1) : [];
  });
  return [...new Set(found)].flatMap((index) => {
    const { text, at } = tokens[index] ?? { text: '', at: 0 };
    return { text, line: source.slice(0, at).split('\n').length };
  });
}

/** Follows `{ a, b as c } from 'x'` or `* as a from 'x'` to the text; whatever else comes is no such clause. */
function afterFrom(tokens: readonly Token[], start: number): number[] {
  for (let index = start; index < tokens.length; index++) {
    const { kind, text } = tokens[index] ?? { kind: 'mark', text: '' };
    if (text === 'from' && tokens[index + 1]?.kind === 'text') return [index + 1];
    if (kind === 'mark' && !'{},*'.includes(text)) return [];
  }
  return [];
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  /** For every open `${`, how many braces are open inside it. */
  const substitutions: number[] = [];
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const result = pattern.exec(source);
    if (result !== null) at = pattern.lastIndex;
    return result;
  };

  while (at < source.length) {
    const start = at;
    const push = (kind: Token['kind'], text: string) => tokens.push({ kind, text, at: start });
    const { blank, word, quoted, mark = '' } = match(token)?.groups ?? {};
    if (blank !== undefined) continue;
    if (word !== undefined) push('word', word);
    else if (quoted !== undefined) push('text', quoted.slice(1, -1));
    else if (mark === '`' || (mark === '}' && substitutions.at(-1) === 0)) {
      if (mark === '}') substitutions.pop();
      const text = match(templateText)?.[0] ?? '';
      if (source.startsWith('${', at)) {
        at += 2;
        substitutions.push(0);
        push('mark', '`');
      } else {
        at += 1;
        push(mark === '`' ? 'text' : 'value', text);
      }
    } else {
      at = start;
      if (mark === '/' && !endsValue(tokens.at(-1)) && match(regex)) {
        push('value', mark);
        continue;
      }
      at = start + mark.length;
      const depth = substitutions.pop();
      if (depth !== undefined) substitutions.push(depth + (mark === '{' ? 1 : mark === '}' ? -1 : 0));
      push('mark', mark);
    }
  }
  return tokens;
}

function endsValue(last: Token | undefined): boolean {
  if (last === undefined) return false;
  return last.kind === 'word' ? !operators.test(last.text) : last.kind !== 'mark' || ')]}'.includes(last.text);
}
