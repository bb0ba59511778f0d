import type { Extraction, Extractor, Mark } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { after } from '../after.ts';
import { withoutReasoning } from '../lmms/reasoning-tags.ts';
import { PythonException } from '../python/exception.ts';
import { loadJson } from '../python/json.ts';
import { divide, truncate } from '../python/number.ts';
import { pythonRegex } from '../python/regex.ts';
import { strip } from '../python/text.ts';
import { Dict, type PythonValue } from '../python/value.ts';
import { onError, sizeOf } from '../refspatial/write.ts';
import { yesNoOrPoint } from './yes-no-or-point.ts';

/**
 * lmms-eval on RoboSpatial-Home: the last line must have a yes and no "no" in it, or the other way round, so that "I know: yes" is
 * unread; points are `point_2d` in thousandths, inside the first fenced block, which must be JSON. JSON of another form ends the
 * evaluation. `<think>` is cut out first, as lmms-eval does since v0.7.1.
 * @example robospatialLmms.extract('```json\n[{"point_2d": [500, 250]}]\n```', { width: 640, height: 480 }) // { points: [[320, 120]] }
 */
export const robospatialLmms: Extractor = after(
  withoutReasoning,
  yesNoOrPoint({
    id: 'robospatial/lmms',
    about: '',
    word(text) {
      const last = at(strip(answerOf(text)).toLowerCase().split('\n'), -1);
      const [yes, no] = [last.includes('yes'), last.includes('no')];
      return yes === no ? null : yes ? 'yes' : 'no';
    },
    points(text, context) {
      const block = fenced(answerOf(text));
      if (block === null) return { points: [] };
      return onError('abort', () => pointsIn(block, sizeOf(context)));
    },
    writePoint: (x, y) => `\`\`\`json\n[{"point_2d": [${1000 * Number(x)}, ${1000 * Number(y)}]}]\n\`\`\``,
  }),
  {
    id: 'robospatial/lmms',
    about: 'lmms-eval: the only one of yes and no in the last line; point_2d in thousandths in a fenced block of JSON',
  },
);

const open = pythonRegex('<answer>', 'i');
const close = pythonRegex('</answer>', 'i');

/** What follows the thoughts; of that, what stands between the first tags, if there are any. */
function answerOf(text: string): string {
  const said = ['</think>', '</thought>'].reduce((rest, tag) => {
    const at = rest.indexOf(tag);
    return at === -1 ? rest : rest.slice(at + tag.length);
  }, text);
  const start = open.exec(said);
  if (!start) return strip(said);
  const inner = said.slice(start.index + start[0].length);
  const end = close.exec(inner);
  return strip(end ? inner.slice(0, end.index) : said);
}

const fence = pythonRegex('```(?:\\w+)?\\n');

/** What stands in the first block that begins with a fence and a word or nothing; null where it is never closed. */
function fenced(text: string): string | null {
  const start = fence.exec(text);
  if (!start) return null;
  const from = start.index + start[0].length;
  const end = text.indexOf('```', from);
  return end === -1 ? null : strip(text.slice(from, end));
}

function pointsIn(text: string, [width, height]: readonly [number, number]): Extraction {
  let data: PythonValue;
  try {
    data = loadJson(text);
  } catch (error) {
    // Only this one is caught there.
    if (error instanceof PythonException && error.name === 'JSONDecodeError') return { points: [] };
    throw error;
  }
  return { points: itemsOf(data).flatMap((item): Mark[] => pointOf(item, width, height)) };
}

/** What `for item in data` gives: keys of an object, characters of a text. */
function itemsOf(data: PythonValue): PythonValue[] {
  if (Array.isArray(data)) return data;
  if (typeof data === 'string') return [...data];
  if (data instanceof Dict) return [...data.entries.values()].map(([key]) => key);
  throw new PythonException('TypeError', 'the JSON is nothing that can be gone through');
}

function pointOf(item: PythonValue, width: number, height: number): Mark[] {
  if (typeof item === 'string') {
    if (!item.includes('point_2d')) return [];
    throw new PythonException('TypeError', "string indices must be integers, not 'str'");
  }
  if (Array.isArray(item)) {
    if (!item.includes('point_2d')) return [];
    throw new PythonException('TypeError', 'list indices must be integers or slices, not str');
  }
  if (!(item instanceof Dict)) throw new PythonException('TypeError', 'this cannot hold "point_2d"');
  const pair = item.get('point_2d');
  if (!Array.isArray(pair) || pair.length !== 2) return [];
  const [x = null, y = null] = pair;
  return [[pixel(x, width), pixel(y, height)]];
}

/** `int(value / 1000 * side)`. */
function pixel(value: PythonValue, side: number): number {
  const whole = typeof value === 'boolean' ? BigInt(value) : value;
  if (typeof whole !== 'number' && typeof whole !== 'bigint')
    throw new PythonException('TypeError', 'unsupported operand type(s) for /');
  return Number(truncate(divide(whole, 1000) * side));
}
