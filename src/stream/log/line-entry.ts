import { unpackRecord } from '../../tape/pack.ts';
import type { TapeRecord } from '../../tape/record.ts';
import type { StreamEncoder } from './encoder.ts';
import { type EntryKind, entryKind, type GoneReason, type LogEntry, type OfferTraits } from './entry.ts';
import { EntryTexts } from './entry-texts.ts';
import type { Segment } from './segment.ts';
import { entryOf, type OfferFacts, publishedRange, recordEntry } from './to-entry.ts';

const kindOf = { a: entryKind.added, u: entryKind.updated, r: entryKind.removed } as const;

/** Writes lines of the tape into segments, with the columns that `recordEntry` makes. For most lines no record is parsed. */
export class LineEntries {
  readonly #texts: EntryTexts;

  constructor(encoder: StreamEncoder) {
    this.#texts = new EntryTexts(encoder);
  }

  /** Writes a line, given without its line end, into a segment; false when the segment is full. */
  put(segment: Segment, bytes: Buffer, start: number, end: number): boolean {
    let parsed: TapeRecord | null = null;
    const record = () => {
      parsed ??= unpackRecord(bytes.toString('utf8', start, end));
      return parsed;
    };
    const isTaken = this.#texts.line.take(bytes, start, end);
    const entry = (isTaken ? this.#entry() : null) ?? recordEntry(record(), this.#texts.encoder);
    return segment.add(entry, this.#texts.ofTaken(isTaken, record));
  }

  /** The columns of the line; null when the record has to be parsed. */
  #entry(): LogEntry | null {
    const { line } = this.#texts;
    switch (line.letter) {
      case 'q':
      case 'k':
        return this.#entryOf(entryKind.silent, null);
      case 'f':
        return this.#entryOf(entryKind.price, line.usd(line.cells.floorPrices));
      default:
        return line.isSilent ? this.#entryOf(entryKind.silent, null) : this.#offer(line.letter);
    }
  }

  #offer(letter: keyof typeof kindOf): LogEntry | null {
    const { line } = this.#texts;
    const { cells } = line;
    const usd = line.isNull(cells.purchaseLink) ? null : line.usd(cells.prices);
    const facts = usd === null ? null : this.#facts(letter);
    if (facts === null) return null;
    const traits = { float: line.number(cells.float), paintSeed: line.number(cells.paintSeed) };
    return this.#entryOf(kindOf[letter], usd, traits, facts);
  }

  #facts(letter: keyof typeof kindOf): OfferFacts | null {
    const { line, encoder } = this.#texts;
    const { cells } = line;
    if (letter === 'r')
      return { reason: line.text(cells.reason) as GoneReason, shownUsd: publishedRange(line.range, encoder) };
    const isNewFloor = line.number(cells.isNewFloor) === 1;
    const isNewItemFloor = line.number(cells.isNewItemFloor) === 1;
    if (letter === 'a') return { isNewFloor, isNewItemFloor };
    const { rangeBefore } = line;
    if (rangeBefore === undefined) return null;
    return { isNewFloor, isNewItemFloor, shownUsd: publishedRange(rangeBefore, encoder) };
  }

  #entryOf(
    kind: EntryKind,
    thousandths: number | null,
    traits: Pick<OfferTraits, 'float' | 'paintSeed'> | null = null,
    facts: OfferFacts | null = null,
  ): LogEntry {
    const { line, encoder } = this.#texts;
    return entryOf(kind, line, { at: line.at, usd: encoder.price(thousandths) }, traits, facts);
  }
}
