import { itemKey } from '../../names/item-key.ts';
import type { LiveOffer } from '../../schema/index.ts';
import { ChangeLine } from '../../tape/change-line.ts';
import { LineWriter } from '../../tape/line-writer.ts';
import { packRecord } from '../../tape/pack.ts';
import type { TapeRecord } from '../../tape/record.ts';
import type { StreamEncoder } from '../encoder.ts';
import { isShown, linkOf, offerAsShown } from '../to-entry.ts';
import type { EntryText } from './entry-text.ts';

/** How much of a text; the id comes first. */
export type Extent = 'id' | 'all';

/**
 * Writes the texts of entries. Those of offers and floors are made from lines of the tape, whose cells are copied from bytes
 * to bytes. One instance has one text at a time.
 */
export class EntryTexts implements EntryText {
  readonly encoder: StreamEncoder;
  readonly writer = new LineWriter();
  readonly line = new ChangeLine();
  idLength = 0;
  readonly #packed = new LineWriter();
  #bytes = Buffer.alloc(0);

  constructor(encoder: StreamEncoder) {
    this.encoder = encoder;
  }

  /** The text of a line, given without its line end; its record is asked for only where it is needed. */
  ofLine(bytes: Buffer, start: number, end: number, record: () => TapeRecord, extent: Extent = 'all'): this {
    return this.ofTaken(this.line.take(bytes, start, end), record, extent);
  }

  /** The text of a line that `line` has taken, or has not because it is of another kind. */
  ofTaken(isTaken: boolean, record: () => TapeRecord, extent: Extent = 'all'): this {
    this.writer.clear();
    this.idLength = 0;
    if (!isTaken) this.#putOther(record(), extent);
    else if (this.line.letter === 'f') this.#putFloor(extent);
    else if (this.#isShownOffer()) this.#putOffer(extent);
    else if (this.line.letter === 'u' && !this.line.isSilent) this.#putOutside(record(), extent);
    return this;
  }

  /** The text of a record of which there is no line. */
  ofRecord(record: TapeRecord, extent: Extent = 'all'): this {
    packRecord(this.#packed, record);
    const { length } = this.#packed;
    if (length > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(2 * length);
    this.#packed.moveTo(this.#bytes, 0);
    return this.ofLine(this.#bytes, 0, length - 1, () => record, extent);
  }

  #isShownOffer(): boolean {
    const { line } = this;
    if (line.letter === 'q' || line.letter === 'k' || line.isSilent) return false;
    return !line.isNull(line.cells.purchaseLink) && line.price(line.cells.prices, 0) !== null;
  }

  #putOffer(extent: Extent): void {
    this.line.copyInside(this.line.cells.offerId, this.#beginId());
    this.#endId();
    if (extent === 'all') this.encoder.offer(this.line, this.writer);
  }

  #putFloor(extent: Extent): void {
    const { line } = this;
    const id = this.#beginId();
    const { name } = line;
    const key = itemKey(name);
    if (key === name) line.copyInside(line.cells.name, id);
    else id.plain(JSON.stringify(key).slice(1, -1));
    if (!line.isNull(line.cells.phase)) line.copyInside(line.cells.phase, id.raw(':'));
    this.#endId();
    if (extent === 'all') this.encoder.floor(line, this.writer);
  }

  /** An offer that is no longer shown is reported as it was shown last. */
  #putOutside({ at, ...record }: TapeRecord, extent: Extent): void {
    const change = record.what === 'change' ? record.change : null;
    if (change?.kind === 'updated' && isShown(change.former))
      this.ofRecord(offerRecord(offerAsShown(change), at), extent);
  }

  #putOther(record: TapeRecord, extent: Extent): void {
    const link = linkOf(record);
    if (link === null) return;
    this.writer.json(link);
    this.idLength = this.writer.length;
    if (extent === 'all') this.writer.plain(this.#tailOf(record));
  }

  #tailOf(record: TapeRecord): string {
    const { encoder } = this;
    const { at } = record;
    switch (record.what) {
      case 'change':
        return 'buyOrder' in record.change ? encoder.buyOrder(record.change.buyOrder, at) : '';
      case 'sale':
        return encoder.sale(record.sale, at);
      case 'source':
        return encoder.source(record.source, at);
      case 'gap':
        return encoder.gap(record.gap, at);
      case 'batch':
        return encoder.batch(record.batch, at);
      default:
        return '';
    }
  }

  #beginId(): LineWriter {
    const { marketplaceId, game } = this.line;
    return this.writer.raw('"').number(marketplaceId).raw(':').raw(game).raw(':');
  }

  #endId(): void {
    this.idLength = this.writer.raw('"').length;
  }
}

/** The record of an offer as its message tells it, whatever has happened to it. */
export const offerRecord = (offer: LiveOffer, at: number): TapeRecord => ({
  what: 'change',
  at,
  change: { kind: 'added', at, offer, isNewFloor: false, isNewItemFloor: false },
});
