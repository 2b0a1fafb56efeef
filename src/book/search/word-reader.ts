import { isLetter } from './letters.ts';
import { LoweredText } from './lowered-text.ts';

const letter = 1;
const separator = 2;
/** A separator between the parts of a name: the item, its finish, its wear. */
const partSign = 3;

// By code unit; anything else joins the parts of a word
const kinds = new Uint8Array(2 ** 16);
for (let code = 0; code < kinds.length; code += 1) if (isLetter(code)) kinds[code] = letter;
for (const sign of [
  ...'\t\n\v\f\r |()[]{},:;"/\\+（）｜【】\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
])
  kinds[sign.charCodeAt(0)] = separator;
for (const sign of '|()（）｜') kinds[sign.charCodeAt(0)] = partSign;

/** Splits a text into words without the characters that join their parts: "AK-47 | Redline" gives ak47 and redline. */
export class WordReader {
  readonly #lowered = new LoweredText();
  /** The letters of all words, concatenated, as lower-case code units. */
  letters = new Uint16Array(0);
  /** Where each word ends in `letters`; it begins where the previous one ends. */
  readonly ends: number[] = [];
  /** Whether a new part of the name begins with each word. */
  readonly partStarts: boolean[] = [];

  read(text: string): this {
    const { codes, length } = this.#lowered.read(text);
    if (length > this.letters.length) this.letters = new Uint16Array(length * 2);
    const { letters, ends, partStarts } = this;
    ends.length = 0;
    partStarts.length = 0;
    let start = 0;
    let count = 0;
    let isPartStart = true;
    for (let at = 0; at < length; at += 1) {
      const code = codes[at] as number;
      const kind = kinds[code];
      if (kind === letter) {
        letters[count] = code;
        count += 1;
      } else if (kind !== 0) {
        if (count > start) {
          ends.push(count);
          partStarts.push(isPartStart);
          start = count;
          isPartStart = false;
        }
        isPartStart ||= kind === partSign;
      }
    }
    if (count > start) {
      ends.push(count);
      partStarts.push(isPartStart);
    }
    return this;
  }
}

const reader = new WordReader();

export function wordsOf(text: string): string[] {
  const { letters, ends } = reader.read(text);
  return ends.map((end, at) => String.fromCharCode(...letters.subarray(at === 0 ? 0 : ends[at - 1], end)));
}
