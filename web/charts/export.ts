/** What decides how our drawings look; a file has no style sheet beside it. */
const properties = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'paint-order', 'opacity'],
  ...['font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'],
];

/** A drawing as a file that looks the same without our page: colours and fonts written into it, on the page's own ground. */
export function svgText(drawn: SVGSVGElement): string {
  const copy = drawn.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new Error('a drawing is a drawing');
  const originals = drawn.querySelectorAll('*');
  for (const [at, element] of [...copy.querySelectorAll('*')].entries()) {
    for (const name of ['class', 'style', 'href']) element.removeAttribute(name);
    const computed = originals[at] && getComputedStyle(originals[at]);
    // Attributes and not a style: the page's policy forbids styles in markup.
    for (const name of properties) element.setAttribute(name, computed?.getPropertyValue(name) ?? '');
  }
  const { width, height } = drawn.getBoundingClientRect();
  const ground = document.createElementNS(copy.namespaceURI, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(document.documentElement).backgroundColor);
  copy.prepend(ground);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  return new XMLSerializer().serializeToString(copy);
}

/** The same as a picture, with twice as many pixels as on the page. */
export async function pngOf(drawn: SVGSVGElement): Promise<Blob> {
  const { width, height } = drawn.getBoundingClientRect();
  const picture = new Image();
  // A data address and not an object's: it is what the page's policy allows for pictures everywhere.
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(drawn))}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(Math.ceil(2 * width), Math.ceil(2 * height));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw');
  context.scale(2, 2);
  context.drawImage(picture, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/png' });
}
