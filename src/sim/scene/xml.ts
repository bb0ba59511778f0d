/** Attribute values of MJCF: numbers are written so that reading them back gives the same bits. */
type Value = string | number | readonly number[];

/**
 * One MJCF element as text.
 * @example element('geom', { type: 'box', size: [1, 2, 3] }) // '<geom type="box" size="1 2 3"/>'
 */
export function element(name: string, attributes: Record<string, Value>, children: readonly string[] = []): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'object' ? value.join(' ') : value}"`)
    .join('');
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`;
}
