/** Encoder and decoder work on their own threads and do not keep the process alive; this does, until it is called. */
export function keepAlive(): () => void {
  const timer = setInterval(() => {}, 60_000);
  return () => clearInterval(timer);
}

/** How much of a file is collected before it is written. The library's own choice, 16 MB, costs more than a clip is worth. */
export const WRITE_BYTES = 2 ** 18;
