import { ownText } from './packed-text.ts';

const segmentLength = 8192;

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

  /** 0 for the name itself in any case, 1 for a name that starts so, 2 for any other; the text is lower-cased. */
  likeness(number: number, lowered: string): 0 | 1 | 2 {
    const segment = this.segments()[Math.floor(number / segmentLength)] as NameSegment;
    const start = segment.starts[number - segment.first] as number;
    if (segment.text.charCodeAt(start) !== lowered.charCodeAt(0) || !segment.text.startsWith(lowered, start)) return 2;
    return segment.starts[number - segment.first + 1] === start + lowered.length + 1 ? 0 : 1;
  }

  /** Numbers of the names in which every word occurs; words are lower-cased and hold no blanks. */
  containing(words: readonly string[]): number[] {
    const [longest, ...others] = [...words].sort((a, b) => b.length - a.length);
    const found: number[] = [];
    if (longest === undefined) return found;
    for (const segment of this.segments()) searchSegment(segment, longest, others, found);
    return found;
  }
}

function joinNames(names: readonly string[], first: number): NameSegment {
  const lowered = names.map((name) => name.toLowerCase());
  const starts = new Int32Array(names.length + 1);
  for (const [at, name] of lowered.entries()) starts[at + 1] = (starts[at] as number) + name.length + 1;
  // No word holds a line break, so none is found across two names
  return { first, count: names.length, text: `${lowered.join('\n')}\n`, starts };
}

function searchSegment(segment: NameSegment, word: string, others: readonly string[], found: number[]): void {
  const { text, starts, first } = segment;
  let at = text.indexOf(word);
  for (let name = 0; at >= 0; at = text.indexOf(word, starts[name])) {
    while ((starts[name + 1] as number) <= at) name += 1;
    if (others.length === 0 || hasAll(text.slice(starts[name], starts[name + 1]), others)) found.push(first + name);
    name += 1;
  }
}

const hasAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));
