import { editDistance } from '../../text/edit-distance.ts';
import type { NameTable } from '../memory/name-table.ts';
import type { NameId } from '../memory/numbers.ts';
import { bestOf } from './best-of.ts';
import { withRoom } from './grown-array.ts';
import { bitsIn, isLetter, lettersOf } from './letters.ts';

// A name's groups of three letters or digits as bits of 128
const words = 4;
const closest = 200;
// Largest edit distance, as a share of the longer text
const farthest = 1 / 3;

/** Finds the known name that a misspelt one most likely means: by shared groups of three letters, then by edit distance. */
export class NearestName {
  readonly #names: NameTable;
  #prints = new Int32Array(0);
  #printed = 0;

  constructor(names: NameTable) {
    this.#names = names;
  }

  get bytes(): number {
    return this.#prints.byteLength;
  }

  /** Adds a name. Names must come in the order of their numbers. */
  add(name: NameId, key: string): void {
    this.#prints = withRoom(this.#prints, (name + 1) * words - 1);
    addPrint(this.#prints, name * words, key);
    this.#printed = name + 1;
  }

  find(wrong: string): string | null {
    const wanted = lettersOf(wrong);
    if (wanted === '') return null;
    const print = new Int32Array(words);
    addPrint(print, 0, wanted);
    const misses = new Int32Array(this.#printed);
    for (let name = 0 as NameId; name < this.#printed; name = (name + 1) as NameId)
      misses[name] = this.#missed(print, name);
    const near = bestOf(misses.length, closest, (a, b) => (misses[a] as number) - (misses[b] as number) || a - b);
    return this.#closest(near, wanted);
  }

  #closest(near: readonly number[], wanted: string): string | null {
    let best: string | null = null;
    let bestDistance = Number.POSITIVE_INFINITY;
    for (const number of near) {
      const name = this.#names.name(number as NameId);
      const letters = lettersOf(name);
      const limit = Math.min(Math.floor(Math.max(letters.length, wanted.length) * farthest), bestDistance - 1);
      const distance = editDistance(letters, wanted, limit);
      if (distance > limit) continue;
      best = name;
      bestDistance = distance;
    }
    return best;
  }

  #missed(print: Int32Array, name: NameId): number {
    let apart = 0;
    for (let word = 0; word < words; word += 1) {
      apart += bitsIn((print[word] as number) ^ (this.#prints[name * words + word] as number));
    }
    return apart;
  }
}

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
