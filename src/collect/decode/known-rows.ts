import { digestOf, seedOf } from './row-digest.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

// Longer rows are always read
const longestKnown = 16 * 1024;

/** A pass over rows, which runs synchronously from `open` to `end`. */
export type SeeingAgain = {
  /** Whether the record of a row with this digest is still current; if so, it is marked as seen again. */
  readonly see: (digest: number) => boolean;
  /** How many of the rows seen again have a price. */
  readonly priced: () => number;
  readonly end: () => void;
};

export type KnownRows = {
  /** Name of the source; equal rows of different sources have different digests. */
  readonly source: string;
  readonly open: () => SeeingAgain;
};

/** The rows at the start of some bytes: runs of unknown rows, the digests of these rows, and where the next row begins. */
type Sifted = { readonly unknown: readonly Buffer[]; readonly digests: readonly number[]; readonly next: number };

/** By byte: its effect on the number of open brackets. */
export const nesting = new Int8Array(256);
for (const bracket of '[{') nesting[bracket.charCodeAt(0)] = 1;
for (const bracket of ']}') nesting[bracket.charCodeAt(0)] = -1;

/** Index of the comma or bracket after a row; the length when neither has arrived yet. */
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

/** The bytes from the end of a row to the start of the next, which are mostly the same between all rows of a list. */
function borderAt(bytes: Buffer, comma: number): string {
  let end = comma + 1;
  while (end < bytes.length && (bytes[end] as number) <= 0x20) end += 1;
  return bytes.toString('latin1', comma - 1, end + 1);
}

/**
 * Separates the rows of a list that are known by their bytes from those that have to be read. A row is first guessed to end
 * at the next border. Only whole rows are known, so a guess with a known digest is right; any other row is scanned to its
 * end.
 */
export class RowSieve {
  readonly #known: KnownRows;
  readonly #seed: number;
  #border = '},{';

  constructor(known: KnownRows) {
    this.#known = known;
    this.#seed = seedOf(known.source);
  }

  /** Sifts the rows at the start of some bytes that are followed by a comma. */
  sift(bytes: Buffer): Sifted {
    const { see, end: endSeeing } = this.#known.open();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const unknown: Buffer[] = [];
    const digests: number[] = [];
    let next = 0;
    // Start of the current run of unknown rows, -1 for none
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

  /** `end` is the index of the comma after the row, or -1 when there is none. */
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
