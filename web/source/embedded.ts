/** What a report in one file carries inside: base64 in elements that no browser runs. */
function embedded(id: string): Uint8Array<ArrayBuffer> | null {
  const element = document.getElementById(id);
  if (!element) return null;
  const text = element.textContent ?? '';
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** The packed runs inside this page, if it has any. */
export function embeddedPack(): Uint8Array | null {
  const bytes = embedded('sextant-pack');
  // Once is enough: the text is larger than the bytes.
  document.getElementById('sextant-pack')?.remove();
  return bytes;
}

/** A file that the page would otherwise fetch; null where it can. */
export async function embeddedFile(name: 'mujoco.wasm'): Promise<Uint8Array | null> {
  const packed = embedded(`sextant-${name}`);
  if (!packed) return null;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
