import type { Extractor } from '../../contracts/index.ts';
import { PythonException } from '../python/exception.ts';
import { loadJson } from '../python/json.ts';
import { divide, truncate } from '../python/number.ts';
import { pythonRegex } from '../python/regex.ts';
import { strip } from '../python/text.ts';
import { Dict, type PythonValue, typeName } from '../python/value.ts';
import { pointArray } from './point-array.ts';
import { onError, onGrid, pixelsOf, sizeOf } from './write.ts';

/**
 * RoboRefer's json2pts for Gemini: `{"point": [y, x]}` in thousandths of the sides, from the first fenced block.
 * What is no JSON has no points; JSON of another shape raises an exception, which drops the sample.
 * @example refspatialGeminiJson.extract('```json\n[{"point": [500, 250]}]\n```', { width: 640, height: 480 }) // { points: [[160, 240]] }
 */
export const refspatialGeminiJson: Extractor = {
  id: 'refspatial/gemini-json',
  about: 'RoboRefer: {"point": [y, x]} in thousandths of the sides, in a fenced block of JSON',
  extract(text, context) {
    const [width, height] = sizeOf(context);
    return onError('dropped', () =>
      pointArray(
        itemsOf(fencedJson(text)).flatMap((item) => {
          const [y, x] = pointOf(item);
          return x === undefined || y === undefined ? [] : [{ x: pixel(x, width), y: pixel(y, height) }];
        }),
      ),
    );
  },
  write(answer, context) {
    const points = onGrid(pixelsOf(answer), context, 1000).map(([x, y]) => `{"point": [${y}, ${x}]}`);
    return `\`\`\`json\n[${points.join(', ')}]\n\`\`\``;
  },
};

const tag = pythonRegex('\\w*\\n', 'y');

function fencedJson(text: string): PythonValue {
  try {
    return loadJson(strip(firstFence(text, tag) ?? ''));
  } catch (error) {
    if (error instanceof PythonException && error.name === 'JSONDecodeError') return [];
    throw error;
  }
}

/** What `for item in data` visits: the keys of a dict, the characters of a str. */
function itemsOf(data: PythonValue): PythonValue[] {
  if (Array.isArray(data)) return data;
  if (data instanceof Dict) return [...data.entries.values()].map(([key]) => key);
  if (typeof data === 'string') return [...data];
  throw new PythonException('TypeError', `'${typeName(data)}' object is not iterable`);
}

/** `item['point']` when it is a list of two, else nothing. */
function pointOf(item: PythonValue): PythonValue[] {
  if (item instanceof Dict) {
    const point = item.get('point');
    return Array.isArray(point) && point.length === 2 ? point : [];
  }
  if (typeof item === 'string' || Array.isArray(item)) {
    if (!item.includes('point')) return [];
    const indices = typeof item === 'string' ? "integers, not 'str'" : 'integers or slices, not str';
    throw new PythonException(
      'TypeError',
      `${typeof item === 'string' ? 'string' : 'list'} indices must be ${indices}`,
    );
  }
  throw new PythonException('TypeError', `argument of type '${typeName(item)}' is not iterable`);
}

function pixel(value: PythonValue, side: number): bigint {
  const number = typeof value === 'boolean' ? BigInt(value) : value;
  if (typeof number === 'bigint' || typeof number === 'number') return truncate(divide(number, 1000) * side);
  throw new PythonException('TypeError', `unsupported operand type(s) for /: '${typeName(value)}' and 'int'`);
}

/**
 * What stands in the first ``` fence, for `` re.search('```TAG(.*?)```', text, re.DOTALL) ``, where `tag` is sticky.
 * A closing fence opens the next one if it can: Python looks at the text, not at Markdown.
 */
export function firstFence(text: string, tag: RegExp): string | undefined {
  for (let fence = text.indexOf('```'); fence !== -1; fence = text.indexOf('```', fence + 1)) {
    tag.lastIndex = fence + 3;
    if (!tag.test(text)) continue;
    const end = text.indexOf('```', tag.lastIndex);
    // Nothing closes this one, so nothing closes a later one.
    return end === -1 ? undefined : text.slice(tag.lastIndex, end);
  }
  return undefined;
}
