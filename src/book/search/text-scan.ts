const segmentLength = 8192;
const letterA = 0x61;

/** A segment of numbered texts, joined so that one scan searches them all. */
type TextSegment = {
  readonly first: number;
  readonly count: number;
  readonly text: string;
  /** Where each text starts, plus the end of the last one. */
  readonly starts: Int32Array;
  /** The letters a to z in each text, one bit each. */
  readonly letters: Int32Array;
};

/** Finds texts that contain another one by a full scan. They are numbered from 0, lower-case and without line breaks. */
export class TextScan {
  readonly #texts: string[] = [];
  readonly #segments: TextSegment[] = [];

  add(text: string): void {
    this.#texts.push(text);
    // A segment is joined as soon as it is full, so that a search has at most one to join
    if (this.#texts.length % segmentLength === 0) this.#joined();
  }

  /** The numbers of the texts that contain a text, in order. */
  holding(text: string): Int32Array {
    const found = new Int32Array(this.#texts.length);
    let count = 0;
    const bit = text.length === 1 ? letterBit(text.charCodeAt(0)) : 0;
    for (const segment of this.#joined()) {
      const next = (from: number) => (bit === 0 ? nextHolding(segment, text, from) : nextWith(segment, bit, from));
      for (let at = next(0); at < segment.count; at = next(at + 1)) {
        found[count] = segment.first + at;
        count += 1;
      }
    }
    return found.subarray(0, count);
  }

  /** All texts as segments; only the last one is ever joined again. */
  #joined(): readonly TextSegment[] {
    const last = this.#segments.at(-1);
    const covered = last === undefined ? 0 : last.first + last.count;
    if (covered === this.#texts.length) return this.#segments;
    if (last !== undefined && last.count < segmentLength) this.#segments.pop();
    for (let first = this.#segments.length * segmentLength; first < this.#texts.length; first += segmentLength) {
      this.#segments.push(join(this.#texts.slice(first, first + segmentLength), first));
    }
    return this.#segments;
  }
}

function join(texts: readonly string[], first: number): TextSegment {
  const starts = new Int32Array(texts.length + 1);
  for (const [at, text] of texts.entries()) starts[at + 1] = (starts[at] as number) + text.length + 1;
  // Texts contain no line breaks, so there is no match across two of them
  return {
    first,
    count: texts.length,
    text: `${texts.join('\n')}\n`,
    starts,
    letters: Int32Array.from(texts, lettersOf),
  };
}

const letterBit = (code: number): number => (code >= letterA && code < letterA + 26 ? 1 << (code - letterA) : 0);

function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= letterBit(text.charCodeAt(at));
  return letters;
}

/** The first text from `from` on that contains `held`, or the number of texts. */
function nextHolding({ text, starts, count }: TextSegment, held: string, from: number): number {
  const at = text.indexOf(held, starts[from]);
  if (at < 0) return count;
  let next = from;
  while ((starts[next + 1] as number) <= at) next += 1;
  return next;
}

// Nearly every text contains a single letter: testing each is faster than a scan
function nextWith({ letters, count }: TextSegment, bit: number, from: number): number {
  let next = from;
  while (next < count && ((letters[next] as number) & bit) === 0) next += 1;
  return next;
}
