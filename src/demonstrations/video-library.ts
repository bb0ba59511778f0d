/** mediabunny finds encoder and decoder among the globals, as in a browser. */
export async function loadVideoLibrary(): Promise<typeof import('mediabunny')> {
  await import('@napi-rs/webcodecs/polyfill');
  return import('mediabunny');
}

/** Encoder and decoder work on their own threads and do not keep the process alive; this does, until it is called. */
export function keepAlive(): () => void {
  const timer = setInterval(() => {}, 60_000);
  return () => clearInterval(timer);
}
