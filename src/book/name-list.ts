import { ownText } from './packed-text.ts';

const segmentLength = 8192;
const samples = 16;
const fewWords = 8;
const nearby = 48;

/** Numbers of names, and for each 0 where it is the text searched for, 1 where it starts so, and 2 otherwise. */
export type FoundNames = { readonly names: number[]; readonly likeness: number[] };

/** The lower-cased names of one stretch of numbers, joined, so that one scan searches them all. */
export type NameSegment = {
  readonly first: number;
  readonly count: number;
  readonly text: string;
  /** Where each name starts in the text; one more at the end. */
  readonly starts: Int32Array;
};

/** The names of one game, numbered from 0 in the order in which they became known; names are never forgotten. */
export class NameList {
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #thumbnails: (string | undefined)[] = [];
  readonly #segments: NameSegment[] = [];

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
    return number;
  }

  name(number: number): string {
    return this.#names[number] as string;
  }

  *all(): Generator<string> {
    yield* this.#names;
  }

  /** The picture first seen with a name. */
  thumbnail(number: number): string | null {
    return this.#thumbnails[number] ?? null;
  }

  offerThumbnail(number: number, thumbnail: string): void {
    if (this.#thumbnails[number] !== undefined) return;
    while (this.#thumbnails.length < number) this.#thumbnails.push(undefined);
    this.#thumbnails[number] = ownText(thumbnail);
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
    const found: FoundNames = { names: [], likeness: [] };
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
  return { first, count: names.length, text: `${lowered.join('\n')}\n`, starts };
}

function searchSegment(
  { text, starts, first }: NameSegment,
  word: string,
  others: readonly string[],
  wanted: string,
  found: FoundNames,
): void {
  let at = text.indexOf(word);
  for (let name = 0; at >= 0; at = nextPlace(text, word, starts[name] as number)) {
    while ((starts[name + 1] as number) <= at) name += 1;
    const start = starts[name] as number;
    const end = starts[name + 1] as number;
    if (others.length === 0 || hasAll(text.slice(start, end), others)) {
      found.names.push(first + name);
      found.likeness.push(likenessOf(text, start, end, wanted));
    }
    name += 1;
  }
}

// A letter that nearly every name holds is found sooner by looking than by a call into the engine
function nextPlace(text: string, word: string, from: number): number {
  if (word.length > 1) return text.indexOf(word, from);
  const code = word.charCodeAt(0);
  const end = Math.min(from + nearby, text.length);
  for (let at = from; at < end; at += 1) if (text.charCodeAt(at) === code) return at;
  return text.indexOf(word, end);
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
