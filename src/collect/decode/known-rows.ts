import { digestOf, seedOf } from './row-digest.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

// Longer ones are always read
const longestKnown = 16 * 1024;

/** One row after the other, with nothing in between. */
export type SeeingAgain = {
  /** Whether what was made of a row with this digest still stands, and is taken as seen again. */
  readonly see: (digest: number) => boolean;
  readonly end: () => void;
};

export type KnownRows = {
  /** Rows of other sources have other digests. */
  readonly source: string;
  readonly open: () => SeeingAgain;
};

/** Some of the rows that begin a list: what is left to be read, without the commas between, and where the next row begins. */
type Sifted = { readonly unknown: readonly Buffer[]; readonly digests: readonly number[]; readonly next: number };

/** What each byte adds to the number of open brackets. */
export const nesting = new Int8Array(256);
for (const bracket of '[{') nesting[bracket.charCodeAt(0)] = 1;
for (const bracket of ']}') nesting[bracket.charCodeAt(0)] = -1;

/** The comma behind a value, or the bracket where it is the last one; the length where neither has come yet. */
function endOfRow(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === quote) at = lastOfString(bytes, at + 1);
    else if (byte === comma && depth === 0) return at;
    else {
      depth += nesting[byte] as number;
      if (depth < 0) return at;
    }
  }
  return bytes.length;
}

function lastOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length && bytes[at] !== quote; at += 1) if (bytes[at] === backslash) at += 1;
  return at;
}

/** From the byte before a comma to the one that begins the next row, which is mostly the same between any two rows. */
function borderAt(bytes: Buffer, comma: number): string {
  let end = comma + 1;
  while (end < bytes.length && (bytes[end] as number) <= 0x20) end += 1;
  return bytes.toString('latin1', comma - 1, end + 1);
}

/**
 * Tells the rows of a list that are known by their bytes from those that have to be read. Where one begins it is guessed to end at
 * the next border; bytes that are known are those of a whole row, so that a guess that is known is right. Any other row is gone
 * through to its end.
 */
export class RowSieve {
  readonly #known: KnownRows;
  readonly #seed: number;
  #border = '},{';

  constructor(known: KnownRows) {
    this.#known = known;
    this.#seed = seedOf(known.source);
  }

  /** Takes the rows at the beginning of some bytes that end with a comma. */
  sift(bytes: Buffer): Sifted {
    const { see, end: endSeeing } = this.#known.open();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const unknown: Buffer[] = [];
    const digests: number[] = [];
    let next = 0;
    // Where the rows begin that are to be read and come right before the next one
    let run = -1;
    const endRun = (): void => {
      if (run >= 0) unknown.push(bytes.subarray(run, next - 1));
      run = -1;
    };
    for (;;) {
      const { end, digest, isRead } = this.#rowAt(bytes, view, next, see);
      if (end < 0) break;
      if (!isRead) endRun();
      else {
        if (run < 0) run = next;
        digests.push(digest);
      }
      next = end + 1;
    }
    endRun();
    endSeeing();
    return { unknown, digests, next };
  }

  /** The comma behind a row, or -1 where there is none. */
  #rowAt(bytes: Buffer, view: DataView, from: number, see: SeeingAgain['see']) {
    const guess = bytes.indexOf(this.#border, from, 'latin1') + 1;
    if (guess > 0 && guess - from <= longestKnown) {
      const digest = digestOf(view, from, guess, this.#seed);
      if (see(digest)) return { end: guess, digest, isRead: false };
    }
    const end = endOfRow(bytes, from);
    if (bytes[end] !== comma) return { end: -1, digest: 0, isRead: true };
    if (end - from > longestKnown) return { end, digest: 0, isRead: true };
    const digest = digestOf(view, from, end, this.#seed);
    if (end === guess) return { end, digest, isRead: true };
    this.#border = borderAt(bytes, end);
    return { end, digest, isRead: !see(digest) };
  }
}
