const primes = [0x5bd1e995, 0x2c1b3c6d] as const;
const wordRange = 2 ** 32;

/** The seed for digests, from a text. */
export function seedOf(text: string): number {
  let seed = 0x811c9dc5;
  for (const byte of Buffer.from(text)) seed = Math.imul(seed ^ byte, 0x01000193);
  return seed;
}

/** A 53-bit digest of some bytes, never 0. Different seeds give different digests for the same bytes. */
export function digestOf(bytes: DataView, from: number, to: number, seed: number): number {
  let low = seed ^ (to - from);
  let high = ~seed;
  let at = from;
  for (; at + 8 <= to; at += 8) {
    const word = bytes.getInt32(at, true);
    const next = bytes.getInt32(at + 4, true);
    low = (Math.imul(low ^ word, primes[0]) + next) | 0;
    high = (Math.imul(high ^ next, primes[1]) + word) | 0;
    low ^= low >>> 15;
    high ^= high >>> 13;
  }
  for (; at < to; at += 1) {
    low = Math.imul(low ^ bytes.getUint8(at), primes[0]);
    high = Math.imul(high ^ bytes.getUint8(at), primes[1]);
    low ^= low >>> 15;
    high ^= high >>> 13;
  }
  return (high & 0x1fffff) * wordRange + (low >>> 0) || 1;
}
