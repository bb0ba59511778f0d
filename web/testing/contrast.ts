import type { Page } from 'playwright-core';

export interface FaintText {
  text: string;
  /** Of which element it is. */
  of: string;
  ratio: number;
}

/** What WCAG asks of text. */
const LEAST = 4.5;

/**
 * Every text on the page that is hard to read: its colour against everything that is painted beneath it, layer by layer, at the
 * place where it stands. Controls that are switched off are left out, as WCAG does.
 */
export async function faintTexts(page: Page): Promise<{ seen: number; faint: FaintText[] }> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  // What lies at a place is only known of what is in the window.
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, whole + 200) });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const found = await page.evaluate(measure, LEAST);
  await page.setViewportSize({ width, height });
  return found;
}

/** Runs in the page: it may name nothing from outside. */
function measure(least: number): { seen: number; faint: FaintText[] } {
  type Colour = [red: number, green: number, blue: number, alpha: number];
  const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!brush) throw new Error('there is no canvas');
  const known = new Map<string, Colour>();
  /** The browser itself says what a colour comes to, however it is written. */
  const colourOf = (css: string): Colour => {
    const before = known.get(css);
    if (before) return before;
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = css;
    brush.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data;
    const colour: Colour = [red, green, blue, alpha / 255];
    known.set(css, colour);
    return colour;
  };
  const faded = ([red, green, blue, alpha]: Colour, by: number): Colour => [red, green, blue, alpha * by];
  const over = (top: Colour, ground: Colour): Colour => {
    const mix = (at: 0 | 1 | 2) => top[at] * top[3] + ground[at] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const brightness = ([red, green, blue]: Colour): number => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratioOf = (a: Colour, b: Colour): number => {
    const [dark = 0, light = 0] = [brightness(a), brightness(b)].sort((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  };
  const opacityOf = (element: Element | null): number =>
    element === null ? 1 : Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement);
  /** What an element paints: its ground, and one more for every colour of a gradient over it. */
  const paints = (element: Element): Colour[] => {
    const style = getComputedStyle(element);
    const fade = opacityOf(element);
    if (element instanceof SVGElement) {
      const isShape = element instanceof SVGGeometryElement && style.fill !== 'none';
      return isShape ? [faded(colourOf(style.fill), fade * Number(style.fillOpacity))] : [];
    }
    const isDrawn = !/^(0px|0%) /.test(style.backgroundSize);
    const stops = isDrawn ? (style.backgroundImage.match(/(?:rgba?|color|oklab)\([^()]*\)/g) ?? []) : [];
    return [style.backgroundColor, ...stops].map((css) => faded(colourOf(css), fade));
  };
  /** The grounds that a text may stand on: of several colours of one layer the worst decides. */
  const groundsUnder = (layers: readonly Element[]): Colour[] => {
    let grounds: Colour[] = [[255, 255, 255, 1]];
    for (const layer of layers.toReversed()) {
      const [own, ...stops] = paints(layer);
      if (!own) continue;
      const plain = grounds.map((ground) => over(own, ground));
      grounds = [...plain, ...stops.flatMap((stop) => plain.map((ground) => over(stop, ground)))];
    }
    return grounds;
  };
  const ancestors = (element: Element | null): Element[] =>
    element === null ? [] : [element, ...ancestors(element.parentElement)];
  const faint: FaintText[] = [];
  let seen = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const owner = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!owner || text === '' || owner.closest('.visually-hidden, :disabled, title')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getClientRects()[0];
    if (!box || box.width < 2 || box.height < 2) continue;
    const stack = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const at = stack.indexOf(owner);
    // Scrolled away within its own box: nothing but its ancestors is sure to be beneath it.
    const layers = at < 0 ? ancestors(owner) : stack.slice(at);
    const style = getComputedStyle(owner);
    if (style.visibility !== 'visible') continue;
    const isDrawn = owner instanceof SVGElement;
    const ink = faded(colourOf(isDrawn ? style.fill : style.color), opacityOf(owner));
    const halo = isDrawn && style.stroke !== 'none' && Number.parseFloat(style.strokeWidth) >= 2;
    const grounds = halo ? [colourOf(style.stroke)] : groundsUnder(layers);
    seen += 1;
    const ratio = Math.min(...grounds.map((ground) => ratioOf(over(ink, ground), ground)));
    if (ratio < least)
      faint.push({
        text: text.slice(0, 40),
        of: `${owner.tagName.toLowerCase()}.${owner.getAttribute('class') ?? ''}`,
        ratio: Math.round(100 * ratio) / 100,
      });
  }
  return { seen, faint };
}
