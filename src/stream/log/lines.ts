import { lineStarts, unpackRecord } from '../../tape/pack.ts';
import type { TapeRecord } from '../../tape/record.ts';
import type { MessageEncoder } from '../encoder.ts';
import { recordEntry } from '../to-entry.ts';
import type { EntryText, LaterTexts } from './entry-text.ts';

/** The lines of a tape batch; the text of an entry is made from its line on demand. */
export class Lines implements LaterTexts {
  readonly #bytes: Buffer;
  readonly #encoder: MessageEncoder;
  /** Start of each line, and the end; computed on first use. */
  #starts: readonly number[] | null = null;

  constructor(bytes: Buffer, encoder: MessageEncoder) {
    this.#bytes = bytes;
    this.#encoder = encoder;
  }

  get size(): number {
    return this.#bytes.length;
  }

  of(number: number): EntryText {
    return recordEntry(this.#record(number), this.#encoder);
  }

  idOf(number: number): string {
    return recordEntry(this.#record(number), textlessEncoder(this.#encoder)).id;
  }

  #record(number: number): TapeRecord {
    this.#starts ??= lineStarts(this.#bytes);
    const start = this.#starts[number] as number;
    const end = this.#starts[number + 1] as number;
    return unpackRecord(this.#bytes.toString('utf8', start, end - 1));
  }
}

const nothing = (): string => '';

/** An encoder without texts, for when only the columns of an entry are needed. */
export const textlessEncoder = ({ price }: MessageEncoder): MessageEncoder => ({
  price,
  offer: nothing,
  sale: nothing,
  buyOrder: nothing,
  floor: nothing,
  source: nothing,
  gap: nothing,
  batch: nothing,
});
