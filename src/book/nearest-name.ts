import { bestOf } from './best-of.ts';
import type { NameList } from './name-list.ts';

// Groups of three letters or digits of a name, one bit of 128 each
const words = 4;
const closest = 200;
// Of the longer of the two texts
const farthest = 1 / 3;

/** Finds the known name that a wrong one most likely means: by shared groups of three letters, then by edit distance. */
export class NearestName {
  readonly #names: NameList;
  #prints = new Int32Array(0);
  #printed = 0;

  constructor(names: NameList) {
    this.#names = names;
  }

  find(wrong: string): string | null {
    this.#printAll();
    const wanted = lettersOf(wrong);
    if (wanted === '') return null;
    const print = new Int32Array(words);
    addPrint(print, 0, wanted);
    const misses = new Int32Array(this.#printed);
    for (let name = 0; name < this.#printed; name += 1) misses[name] = this.#missed(print, name);
    const near = bestOf(misses.length, closest, (a, b) => (misses[a] as number) - (misses[b] as number) || a - b);
    return this.#closest(near, wanted);
  }

  #closest(near: readonly number[], wanted: string): string | null {
    let best: string | null = null;
    let bestDistance = Number.POSITIVE_INFINITY;
    for (const number of near) {
      const name = this.#names.name(number);
      const letters = lettersOf(name);
      const limit = Math.min(Math.floor(Math.max(letters.length, wanted.length) * farthest), bestDistance - 1);
      const distance = editDistance(letters, wanted, limit);
      if (distance > limit) continue;
      best = name;
      bestDistance = distance;
    }
    return best;
  }

  #missed(print: Int32Array, name: number): number {
    let apart = 0;
    for (let word = 0; word < words; word += 1) {
      apart += bitsIn((print[word] as number) ^ (this.#prints[name * words + word] as number));
    }
    return apart;
  }

  #printAll(): void {
    const { size } = this.#names;
    if (size * words > this.#prints.length) {
      const grown = new Int32Array(Math.ceil(size * 1.25) * words);
      grown.set(this.#prints);
      this.#prints = grown;
    }
    for (; this.#printed < size; this.#printed += 1) {
      addPrint(this.#prints, this.#printed * words, this.#names.name(this.#printed));
    }
  }
}

/** A text in lower case without blanks and signs. */
export function lettersOf(text: string): string {
  const lowered = text.toLowerCase();
  let letters = '';
  for (let at = 0; at < lowered.length; at += 1) if (isLetter(lowered.charCodeAt(at))) letters += lowered[at];
  return letters;
}

// Digits, Latin letters, and everything beyond punctuation and signs
const isLetter = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0xc0 && code < 0x2000) || code >= 0x2e80;

function addPrint(prints: Int32Array, at: number, text: string): void {
  const lowered = text.toLowerCase();
  let before = 0;
  let last = 0;
  for (let from = 0; from < lowered.length; from += 1) {
    const code = lowered.charCodeAt(from);
    if (!isLetter(code)) continue;
    const hash = Math.imul((before * 31 + last) * 31 + code, 0x9e3779b1) >>> 25;
    prints[at + (hash >>> 5)] = (prints[at + (hash >>> 5)] as number) | (1 << (hash & 31));
    before = last;
    last = code;
  }
}

function bitsIn(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Insertions, deletions and replacements between two texts, with early end above the limit. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY;
  let row = Uint16Array.from({ length: b.length + 1 }, (_, at) => at);
  let next = new Uint16Array(b.length + 1);
  for (let i = 1; i <= a.length; i += 1) {
    next[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] as number) + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      const shifted = Math.min(row[j] as number, next[j - 1] as number) + 1;
      const distance = Math.min(replaced, shifted);
      next[j] = distance;
      if (distance < least) least = distance;
    }
    if (least > limit) return Number.POSITIVE_INFINITY;
    [row, next] = [next, row];
  }
  return row[b.length] as number;
}
