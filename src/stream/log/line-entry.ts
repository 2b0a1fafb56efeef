import { itemKey } from '../../names/item-key.ts';
import { ChangeLine } from '../../tape/change-line.ts';
import { LineWriter } from '../../tape/line-writer.ts';
import { unpackRecord } from '../../tape/pack.ts';
import type { StreamEncoder } from '../encoder.ts';
import { entryOf, type OfferFacts, publishedRange, recordEntry } from '../to-entry.ts';
import { type EntryKind, entryKind, type GoneReason, type LogEntry, type OfferTraits } from './entry.ts';
import type { Segment } from './segment.ts';

const kindOf = { a: entryKind.added, u: entryKind.updated, r: entryKind.removed } as const;

/**
 * Writes lines of the tape into segments, with the same messages that `recordEntry` makes. For most lines no record is
 * parsed: their cells are copied from bytes to bytes.
 */
export class LineEntries {
  readonly #encoder: StreamEncoder;
  readonly #line = new ChangeLine();
  readonly #writer = new LineWriter();
  #idLength = 0;

  constructor(encoder: StreamEncoder) {
    this.#encoder = encoder;
  }

  /** Writes a line, given without its line end, into a segment; false when the segment is full. */
  put(segment: Segment, bytes: Buffer, start: number, end: number): boolean {
    this.#writer.clear();
    this.#idLength = 0;
    const entry = this.#line.take(bytes, start, end) ? this.#entry() : null;
    if (entry !== null) return segment.addWritten(entry, this.#writer, this.#idLength);
    return segment.add(recordEntry(unpackRecord(bytes.toString('utf8', start, end)), this.#encoder));
  }

  /** The columns of the line, with its text written to `#writer`; null when the record has to be parsed. */
  #entry(): LogEntry | null {
    const line = this.#line;
    switch (line.letter) {
      case 'q':
      case 'k':
        return this.#entryOf(entryKind.silent, line.at, null);
      case 'f':
        return this.#floor();
      default:
        return line.isSilent ? this.#entryOf(entryKind.silent, line.at, null) : this.#offer(line.letter);
    }
  }

  #floor(): LogEntry {
    const line = this.#line;
    const { cells } = line;
    const id = this.#beginId();
    const { name } = line;
    const key = itemKey(name);
    if (key === name) line.copyInside(cells.name, id);
    else id.copy(Buffer.from(JSON.stringify(key).slice(1, -1)));
    if (!line.isNull(cells.phase)) line.copyInside(cells.phase, id.raw(':'));
    this.#endId();
    this.#encoder.floorLine(line, this.#writer);
    return this.#entryOf(entryKind.price, line.at, line.price(cells.floorPrices, 0));
  }

  #offer(letter: keyof typeof kindOf): LogEntry | null {
    const line = this.#line;
    const { cells } = line;
    const usd = line.isNull(cells.purchaseLink) ? null : line.price(cells.prices, 0);
    const facts = usd === null ? null : this.#facts(letter);
    if (facts === null) return null;
    line.copyInside(cells.offerId, this.#beginId());
    this.#endId();
    this.#encoder.offerLine(line, this.#writer);
    const traits = { float: line.number(cells.float), paintSeed: line.number(cells.paintSeed) };
    return this.#entryOf(kindOf[letter], line.at, usd, traits, facts);
  }

  #facts(letter: keyof typeof kindOf): OfferFacts | null {
    const line = this.#line;
    const { cells } = line;
    if (letter === 'r') {
      return { reason: line.text(cells.reason) as GoneReason, shownUsd: publishedRange(line.range, this.#encoder) };
    }
    const isNewFloor = line.number(cells.isNewFloor) === 1;
    const isNewItemFloor = line.number(cells.isNewItemFloor) === 1;
    if (letter === 'a') return { isNewFloor, isNewItemFloor };
    const { rangeBefore } = line;
    if (rangeBefore === undefined) return null;
    return { isNewFloor, isNewItemFloor, shownUsd: publishedRange(rangeBefore, this.#encoder) };
  }

  #beginId(): LineWriter {
    const { marketplaceId, game } = this.#line;
    return this.#writer.raw('"').number(marketplaceId).raw(':').raw(game).raw(':');
  }

  #endId(): void {
    this.#idLength = this.#writer.raw('"').length;
  }

  #entryOf(
    kind: EntryKind,
    at: number,
    thousandths: number | null,
    traits: Pick<OfferTraits, 'float' | 'paintSeed'> | null = null,
    facts: OfferFacts | null = null,
  ): LogEntry {
    const usd = this.#encoder.price(thousandths);
    // The text is in `#writer`
    return entryOf(kind, this.#line, { id: '', at, usd, tail: '' }, traits, facts);
  }
}
