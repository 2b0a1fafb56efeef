import {
  currencies,
  type Fields,
  floorFields,
  type Game,
  offerFields,
  subjectFields,
  type UsdRange,
  type Variant,
  variantNamed,
} from '../schema/index.ts';
import type { LineWriter } from './line-writer.ts';
import { type PackedChange, type PackedPrevious, type PackedRange, rangeIn } from './pack.ts';
import { cellsOf } from './record-lines.ts';

const quote = 34;
const comma = 44;
const zero = 48;
const one = 49;
const nine = 57;
const open = 91;
const backslash = 92;
const close = 93;
const firstOfNull = 110;
const nowhere = -1;

const ofOffer = cellsOf(offerFields);
const ofFloor = cellsOf(floorFields);
const behindOffer = Object.keys(offerFields).length;

/** Indices of cells; which of them a line has depends on its kind. Cells after an offer come behind all that it can have. */
export const cells = {
  ...ofOffer,
  floorPrices: ofFloor.prices,
  floorOfferCount: ofFloor.offerCount,
  isNewFloor: behindOffer,
  isNewItemFloor: behindOffer + 1,
  previous: behindOffer + 2,
  reason: behindOffer,
  range: behindOffer + 1,
} as const;
const maxCells = behindOffer + 3;

const sizeOf = (fields: Fields) => ({
  certain: Object.values(fields).filter(({ presence }) => presence !== 'late').length,
  all: Object.keys(fields).length,
});

/** How many cells are located within the subject of a change, and how many after it. */
const looked = {
  a: { ...sizeOf(offerFields), behind: 2 },
  u: { ...sizeOf(offerFields), behind: 3 },
  r: { ...sizeOf(offerFields), behind: 2 },
  f: { ...sizeOf(floorFields), behind: 0 },
  q: { ...sizeOf(subjectFields), behind: 0 },
  k: { ...sizeOf(subjectFields), behind: 0 },
} as const satisfies Partial<Record<PackedChange[0], object>>;
type Letter = keyof typeof looked;

/**
 * A line of the tape of which only the positions of the cells are known. Messages mostly repeat the bytes of a line, and
 * parsing them into objects and encoding those again took most of the time. One instance is reused for many lines.
 */
export class ChangeLine {
  readonly cells = cells;
  #bytes: Buffer = Buffer.alloc(0);
  readonly #starts = new Int32Array(maxCells);
  readonly #ends = new Int32Array(maxCells);
  readonly #prices: (number | null)[] = currencies.map(() => null);
  #letter: Letter = 'k';
  #game: Game | null = null;
  #isSilent = false;
  #at = 0;

  /** Letter of the kind, as packed. */
  get letter(): Letter {
    return this.#letter;
  }

  /** Whether the stream sends no message about the change; those who keep current state still need it. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** `timestamp` of the message. */
  get at(): number {
    return this.#at;
  }

  get game(): Game {
    this.#game ??= this.text(cells.game) as Game;
    return this.#game;
  }

  get name(): string {
    return this.text(cells.name);
  }

  get phase(): Variant | null {
    return this.isNull(cells.phase) ? null : variantNamed(this.text(cells.phase));
  }

  get marketplaceId(): number {
    return this.number(cells.marketplaceId) as number;
  }

  /** Loads a line, given without its line end; false when it is of another kind or malformed. */
  take(bytes: Buffer, start: number, end: number): boolean {
    const letter = String.fromCharCode(bytes[start + 2] ?? 0);
    if (bytes[start + 3] !== quote || !isLooked(letter)) return false;
    this.#isSilent = false;
    this.#bytes = bytes;
    this.#letter = letter;
    this.#game = null;
    const atEnd = endOf(bytes, start + 5, end);
    const changedEnd = endOf(bytes, atEnd + 1, end);
    if (bytes[changedEnd + 1] !== open) return false;
    this.#at = numberIn(bytes, start + 5, atEnd);
    const { certain, all, behind } = looked[letter];
    let last = this.#find(0, certain, changedEnd + 2, end);
    if (last === 0 || behind === 0) return last > 0;
    this.#starts.fill(nowhere, certain, all);
    for (let index = certain; bytes[last] === comma; index += 1) {
      const start = last + 1;
      last = endOf(bytes, start, end);
      if (index < all) {
        this.#starts[index] = start;
        this.#ends[index] = last;
      }
    }
    const found = this.#find(all, behind, last + 2, end);
    // The flag is written only when it is set
    this.#isSilent = letter === 'u' && bytes[found] === comma && bytes[found + 1] === one;
    return found > 0;
  }

  /** Also of a cell that the line lacks. */
  isNull(index: number): boolean {
    const start = this.#starts[index] as number;
    return start === nowhere || this.#bytes[start] === firstOfNull;
  }

  number(index: number): number | null {
    if (this.isNull(index)) return null;
    return numberIn(this.#bytes, this.#starts[index] as number, this.#ends[index] as number);
  }

  text(index: number): string {
    const text = this.#bytes.toString('utf8', (this.#starts[index] as number) + 1, (this.#ends[index] as number) - 1);
    return text.includes('\\') ? JSON.parse(`"${text}"`) : text;
  }

  json(index: number): unknown {
    return JSON.parse(this.#bytes.toString('utf8', this.#starts[index], this.#ends[index]));
  }

  /** The four prices in a cell, in the order of `currencies`; they are valid until the next call. */
  prices(index: number): readonly (number | null)[] {
    const end = this.#ends[index] as number;
    let at = (this.#starts[index] as number) + 1;
    for (let currency = 0; currency < this.#prices.length; currency += 1) {
      const next = endOf(this.#bytes, at, end);
      this.#prices[currency] = this.#bytes[at] === firstOfNull ? null : numberIn(this.#bytes, at, next);
      at = next + 1;
    }
    return this.#prices;
  }

  usd(index: number): number | null {
    return this.prices(index)[0] as number | null;
  }

  /** Whether a cell is null or a list of nothing. */
  isEmpty(index: number): boolean {
    return this.isNull(index) || this.#bytes[(this.#starts[index] as number) + 1] === close;
  }

  get range(): UsdRange | null {
    return rangeIn(this.json(cells.range) as PackedRange);
  }

  /** Range of prices it was shown at before; undefined when it was not shown, or when other traits changed too. */
  get rangeBefore(): UsdRange | null | undefined {
    const [[usd], range, traits] = this.json(cells.previous) as PackedPrevious;
    return usd === null || traits !== undefined ? undefined : rangeIn(range);
  }

  /** Copies the bytes of a cell. */
  copy(index: number, to: LineWriter): void {
    to.copy(this.#bytes, this.#starts[index], this.#ends[index]);
  }

  /** Copies the bytes of a text without its quotes. */
  copyInside(index: number, to: LineWriter): void {
    to.copy(this.#bytes, (this.#starts[index] as number) + 1, (this.#ends[index] as number) - 1);
  }

  /** Locates the next cells; returns where the last one ends, 0 when some are missing. */
  #find(first: number, count: number, start: number, end: number): number {
    let at = start;
    for (let index = first; index < first + count; index += 1) {
      const next = endOf(this.#bytes, at, end);
      if (next >= end || next === at) return 0;
      this.#starts[index] = at;
      this.#ends[index] = next;
      at = next + 1;
    }
    return at - 1;
  }
}

const isLooked = (letter: string): letter is Letter => Object.hasOwn(looked, letter);

/** Where the value that begins at `start` ends. */
export function endOf(bytes: Buffer, start: number, end: number): number {
  const first = bytes[start];
  if (first === quote) return endOfText(bytes, start, end);
  if (first === open) return endOfList(bytes, start, end);
  let at = start;
  while (at < end && bytes[at] !== comma && bytes[at] !== close) at += 1;
  return at;
}

function endOfList(bytes: Buffer, start: number, end: number): number {
  let depth = 0;
  for (let at = start; at < end; ) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at, end);
    else {
      if (byte === open) depth += 1;
      else if (byte === close) depth -= 1;
      at += 1;
      if (depth === 0) return at;
    }
  }
  return end;
}

function endOfText(bytes: Buffer, start: number, end: number): number {
  let at = start + 1;
  for (let byte = bytes[at]; byte !== quote && at < end; byte = bytes[at]) at += byte === backslash ? 2 : 1;
  return at + 1;
}

function numberIn(bytes: Buffer, start: number, end: number): number {
  // Longer numbers could lose precision on the way
  if (end - start > 15) return Number(bytes.toString('latin1', start, end));
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte < zero || byte > nine) return Number(bytes.toString('latin1', start, end));
    number = 10 * number + byte - zero;
  }
  return number;
}
