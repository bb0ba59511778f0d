/** One step through an XML text. Names come without their prefix: `x:c` is `c`. */
export type XmlToken =
  | { open: string; attributes: Readonly<Record<string, string>>; closed: boolean }
  | { close: string }
  | { text: string };

const ATTRIBUTE = /([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Keeps the search for attributes short. */
const MAX_TAG = 2 ** 16;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Steps through the XML of a spreadsheet in linear time. Document types, and with them entities of any kind, are
 * refused. Line ends are normalised as XML demands, so that "\r\n" in a cell reads "\n", as it does in Python.
 */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  let at = xml.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < xml.length) {
    const tag = xml.indexOf('<', at);
    const end = tag === -1 ? xml.length : tag;
    if (end > at) yield { text: decode(lines(xml.slice(at, end))) };
    if (tag === -1) return;
    if (xml.startsWith('<!--', tag)) {
      at = after(xml, '-->', tag);
    } else if (xml.startsWith('<![CDATA[', tag)) {
      at = after(xml, ']]>', tag);
      yield { text: lines(xml.slice(tag + 9, at - 3)) };
    } else if (xml.startsWith('<?', tag)) {
      at = after(xml, '?>', tag);
    } else if (xml.startsWith('<!', tag)) {
      throw new RangeError('XML with a document type is refused');
    } else {
      at = after(xml, '>', tag);
      yield element(xml.slice(tag + 1, at - 1));
    }
  }
}

function element(inside: string): XmlToken {
  if (inside.length > MAX_TAG) throw new RangeError('XML with an endless tag');
  if (inside.startsWith('/')) return { close: local(inside.slice(1).trim()) };
  const closed = inside.endsWith('/');
  const name = /^[^\s/]+/.exec(inside)?.[0];
  if (name === undefined) throw new RangeError(`"<${inside.slice(0, 20)}>" is not XML`);
  const attributes: [string, string][] = [];
  for (const [, key = '', double, single] of inside.slice(name.length).matchAll(ATTRIBUTE)) {
    attributes.push([local(key), decode(double ?? single ?? '')]);
  }
  return { open: local(name), attributes: Object.fromEntries(attributes), closed };
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function lines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-z]+));/g, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

function after(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  if (at === -1) throw new RangeError(`XML that ends before "${mark}"`);
  return at + mark.length;
}
