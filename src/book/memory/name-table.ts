import { ownText } from './packed-text.ts';

const segmentLength = 8192;
const samples = 16;
const fewWords = 8;
const letterA = 0x61;

/** Numbers of names, and for each how far it is from what was searched for: 0 for the text itself, 1 where it starts so, 2 otherwise. */
export type FoundNames = { readonly names: Int32Array; readonly likeness: Uint8Array; count: number };

/** The lower-cased names of one stretch of numbers, joined, so that one scan searches them all. */
export type NameSegment = {
  readonly first: number;
  readonly count: number;
  readonly text: string;
  /** Where each name starts in the text; one more at the end. */
  readonly starts: Int32Array;
  /** Which of the letters a to z each name holds. */
  readonly letters: Int32Array;
};

/** The names of one game, numbered from 0 in the order in which they became known; names are never forgotten. */
export class NameTable {
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #thumbnails: (string | undefined)[] = [];
  readonly #pictures = new Map<number, { readonly thumbnail: string; readonly rank: number }>();
  readonly #segments: NameSegment[] = [];
  readonly #added: (number: number) => void;

  /** Tells of every name that becomes known. */
  constructor(added: (number: number) => void = () => {}) {
    this.#added = added;
  }

  get size(): number {
    return this.#names.length;
  }

  /** The number of a name, or -1 when it is not known. */
  numberOf(name: string): number {
    return this.#numbers.get(name) ?? -1;
  }

  numberFor(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const kept = ownText(name);
    const number = this.#names.push(kept) - 1;
    this.#numbers.set(kept, number);
    // A stretch is joined as soon as it is full, so that a search has one to join at most
    if (this.size % segmentLength === 0) this.segments();
    this.#added(number);
    return number;
  }

  name(number: number): string {
    return this.#names[number] as string;
  }

  *all(): Generator<string> {
    yield* this.#names;
  }

  /** The picture first seen with a name, which quotes that show the same one refer to. */
  thumbnail(number: number): string | null {
    return this.#thumbnails[number] ?? null;
  }

  /** The picture for marketplaces that show none: that of the first in the registry, in whatever order they were read. */
  picture(number: number): string | null {
    return this.#pictures.get(number)?.thumbnail ?? null;
  }

  /** Of several, the last one of the lowest rank is lent; every quote of a name has a rank of its own. */
  offerThumbnail(number: number, thumbnail: string, rank: number): void {
    const picture = this.#pictures.get(number);
    const isFirst = picture === undefined || rank <= picture.rank;
    if (isFirst && (picture?.thumbnail !== thumbnail || picture.rank !== rank))
      this.#pictures.set(number, { thumbnail: ownText(thumbnail), rank });
    if (this.#thumbnails[number] !== undefined) return;
    while (this.#thumbnails.length < number) this.#thumbnails.push(undefined);
    this.#thumbnails[number] = this.#pictures.get(number)?.thumbnail;
  }

  /** All names in stretches; only the last one is ever joined anew. */
  segments(): readonly NameSegment[] {
    const last = this.#segments.at(-1);
    const covered = last === undefined ? 0 : last.first + last.count;
    if (covered === this.size) return this.#segments;
    if (last !== undefined && last.count < segmentLength) this.#segments.pop();
    for (let first = this.#segments.length * segmentLength; first < this.size; first += segmentLength) {
      this.#segments.push(joinNames(this.#names.slice(first, first + segmentLength), first));
    }
    return this.#segments;
  }

  /** The names in which every word of a text occurs, in any case. */
  containing(text: string): FoundNames {
    const wanted = text.trim().toLowerCase();
    const words = [...new Set(wanted.split(/\s+/))].filter((word) => word !== '');
    const found = { names: new Int32Array(this.size), likeness: new Uint8Array(this.size), count: 0 };
    const rarest = this.#rarest(words);
    if (rarest === undefined) return found;
    const others = words.filter((word) => word !== rarest);
    for (const segment of this.segments()) searchSegment(segment, rarest, others, wanted, found);
    return found;
  }

  // Scanning for the rarest word leaves the least to look at again; a few names tell which one that is
  #rarest(words: readonly string[]): string | undefined {
    const segments = this.segments();
    const longest = [...words].sort((a, b) => b.length - a.length).slice(0, fewWords);
    let rarest: string | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const word of longest) {
      const count = longest.length === 1 ? 0 : segments.reduce((sum, one) => sum + sampleCount(one, word), 0);
      if (count >= fewest) continue;
      fewest = count;
      rarest = word;
    }
    return rarest;
  }
}

function joinNames(names: readonly string[], first: number): NameSegment {
  const lowered = names.map((name) => name.toLowerCase());
  const starts = new Int32Array(names.length + 1);
  for (const [at, name] of lowered.entries()) starts[at + 1] = (starts[at] as number) + name.length + 1;
  // No word holds a line break, so none is found across two names
  const text = `${lowered.join('\n')}\n`;
  return { first, count: names.length, text, starts, letters: Int32Array.from(lowered, lettersOf) };
}

const letterBit = (code: number): number => (code >= letterA && code < letterA + 26 ? 1 << (code - letterA) : 0);

function lettersOf(name: string): number {
  let letters = 0;
  for (let at = 0; at < name.length; at += 1) letters |= letterBit(name.charCodeAt(at));
  return letters;
}

function searchSegment(
  segment: NameSegment,
  word: string,
  others: readonly string[],
  wanted: string,
  found: FoundNames,
): void {
  const { text, starts, first, count } = segment;
  const bit = word.length === 1 ? letterBit(word.charCodeAt(0)) : 0;
  const next =
    bit === 0 ? (name: number) => nextHolding(segment, word, name) : (name: number) => nextWith(segment, bit, name);
  for (let name = next(0); name < count; name = next(name + 1)) {
    const start = starts[name] as number;
    const end = starts[name + 1] as number;
    if (others.length > 0 && !hasAll(text.slice(start, end), others)) continue;
    found.names[found.count] = first + name;
    found.likeness[found.count] = likenessOf(text, start, end, wanted);
    found.count += 1;
  }
}

/** The first name from `from` on with a word in it, or the number of names. */
function nextHolding({ text, starts, count }: NameSegment, word: string, from: number): number {
  const at = text.indexOf(word, starts[from]);
  if (at < 0) return count;
  let name = from;
  while ((starts[name + 1] as number) <= at) name += 1;
  return name;
}

// A single letter stands in nearly every name, and one look at each is the fastest there is
function nextWith({ letters, count }: NameSegment, bit: number, from: number): number {
  let name = from;
  while (name < count && ((letters[name] as number) & bit) === 0) name += 1;
  return name;
}

function likenessOf(text: string, start: number, end: number, wanted: string): 0 | 1 | 2 {
  if (text.charCodeAt(start) !== wanted.charCodeAt(0) || !text.startsWith(wanted, start)) return 2;
  return end === start + wanted.length + 1 ? 0 : 1;
}

function sampleCount({ text, starts, count }: NameSegment, word: string): number {
  const step = Math.ceil(count / samples);
  let holding = 0;
  for (let name = 0; name < count; name += step) {
    if (text.slice(starts[name], starts[name + 1]).includes(word)) holding += 1;
  }
  return holding;
}

const hasAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));
