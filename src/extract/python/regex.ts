// Python's classes, spelled for the inside of a JavaScript [class].
const space = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const word = '\\p{L}\\p{N}_';
const boundary = `(?:(?<![${word}])(?=[${word}])|(?<=[${word}])(?![${word}]))`;

/** What Python's IGNORECASE adds to the two cases of a letter: dotted capital and dotless small I, Kelvin sign, long s. */
const relatives: Record<string, string> = { i: '\\u0130\\u0131', k: '\\u212a', s: '\\u017f' };

/**
 * A regular expression with the meaning that Python's `re` gives it on text: `\d`, `\s`, `\w` and `\b` know all of Unicode,
 * and so does IGNORECASE (flag `i`), for ASCII letters. The other flags are JavaScript's.
 * `.`, `$` and named groups are not translated, because nobody needs them.
 * @example pythonRegex('<answer>\\s*([A-D])', 'i').exec('<anſwer>\x1cb')?.[1] // 'b'
 */
export function pythonRegex(source: string, flags = ''): RegExp {
  const anyCase = flags.includes('i');
  let inClass = false;
  const translated = source.replace(/\\.|\[|\]|[a-z]-[a-z]|[a-z]/gi, (token) => {
    if (token === '[' || token === ']') inClass = token === '[';
    const wrap = (members: string) => (inClass ? members : `[${members}]`);
    if (token === '\\d') return '\\p{Nd}';
    if (token === '\\s') return wrap(space);
    if (token === '\\w') return wrap(word);
    if (token === '\\b') return boundary;
    // Outside a class, a-b is three characters.
    if (/^[a-z]/i.test(token) && anyCase) return inClass ? bothCases(token) : [...token].map(oneLetter).join('');
    return token;
  });
  return new RegExp(translated, `${flags.replace('i', '')}u`);
}

const oneLetter = (letter: string) => (letter === '-' ? letter : `[${bothCases(letter)}]`);

/** A letter or a range of letters, in both cases and with their relatives. */
function bothCases(range: string): string {
  const lower = range.toLowerCase();
  const [first = '', last = ''] = [lower.at(0), lower.at(-1)];
  const extra = Object.entries(relatives).map(([letter, more]) => (first <= letter && letter <= last ? more : ''));
  return `${lower}${range.toUpperCase()}${extra.join('')}`;
}
