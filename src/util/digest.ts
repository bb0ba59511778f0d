/**
 * JSON with sorted keys: the same value always gives the same text, so that it can be hashed.
 * @example canonicalJson({ b: 1, a: [2] }) // '{"a":[2],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}

/** SHA-256 of bytes, here and in a browser alike, at once: Web Crypto only answers later. */
export function sha256Hex(bytes: Uint8Array): string {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) << 6) + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);

  const hash = Int32Array.from(squareRoots);
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const a = words[i - 15] ?? 0;
      const b = words[i - 2] ?? 0;
      const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
      const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
      words[i] = ((words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1) | 0;
    }
    compress(hash, words);
  }
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Whole numbers of 32 bits throughout, and no lists: every state of every world goes through it. */
function compress(hash: Int32Array, words: Int32Array): void {
  let a = hash[0] ?? 0;
  let b = hash[1] ?? 0;
  let c = hash[2] ?? 0;
  let d = hash[3] ?? 0;
  let e = hash[4] ?? 0;
  let f = hash[5] ?? 0;
  let g = hash[6] ?? 0;
  let h = hash[7] ?? 0;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (cubeRoots[i] ?? 0) + (words[i] ?? 0)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  hash[0] = ((hash[0] ?? 0) + a) | 0;
  hash[1] = ((hash[1] ?? 0) + b) | 0;
  hash[2] = ((hash[2] ?? 0) + c) | 0;
  hash[3] = ((hash[3] ?? 0) + d) | 0;
  hash[4] = ((hash[4] ?? 0) + e) | 0;
  hash[5] = ((hash[5] ?? 0) + f) | 0;
  hash[6] = ((hash[6] ?? 0) + g) | 0;
  hash[7] = ((hash[7] ?? 0) + h) | 0;
}

function rotate(x: number, by: number): number {
  return (x >>> by) | (x << (32 - by));
}

/** The first 32 bits of the fractional part of a root, bit by bit in whole numbers: powers may round differently elsewhere. */
function fractionOfRoot(prime: bigint, degree: bigint): number {
  const target = prime << (32n * degree);
  let root = 0n;
  for (let bit = 1n << 36n; bit > 0n; bit >>= 1n) if ((root + bit) ** degree <= target) root += bit;
  return Number(root & 0xffffffffn);
}

const primes = Array.from({ length: 310 }, (_, n) => n + 2).filter((n, _, all) =>
  all.every((d) => d >= n || n % d !== 0),
);
const squareRoots = primes.slice(0, 8).map((prime) => fractionOfRoot(BigInt(prime), 2n));
const cubeRoots = Int32Array.from(primes.slice(0, 64), (prime) => fractionOfRoot(BigInt(prime), 3n) | 0);
