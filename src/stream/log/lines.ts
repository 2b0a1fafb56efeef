import { lineStarts, unpackRecord } from '../../tape/pack.ts';
import type { EntryText, LaterTexts } from './entry-text.ts';
import type { EntryTexts, Extent } from './entry-texts.ts';

/** The lines of a tape batch; the text of an entry is made from its line on demand. */
export class Lines implements LaterTexts {
  readonly #bytes: Buffer;
  readonly #texts: EntryTexts;
  /** Start of each line, and the end; computed on first use. */
  #starts: readonly number[] | null = null;

  constructor(bytes: Buffer, texts: EntryTexts) {
    this.#bytes = bytes;
    this.#texts = texts;
  }

  get size(): number {
    return this.#bytes.length;
  }

  of(number: number): EntryText {
    return this.#text(number, 'all');
  }

  idOf(number: number): EntryText {
    return this.#text(number, 'id');
  }

  #text(number: number, extent: Extent): EntryText {
    this.#starts ??= lineStarts(this.#bytes);
    const start = this.#starts[number] as number;
    const end = (this.#starts[number + 1] as number) - 1;
    const record = () => unpackRecord(this.#bytes.toString('utf8', start, end));
    return this.#texts.ofTaken(this.#texts.line.take(this.#bytes, start, end), record, extent);
  }
}
