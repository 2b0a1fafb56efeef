import { itemKey } from '../../names/item-key.ts';
import type { LiveOffer } from '../../schema/index.ts';
import { ChangeLine } from '../../tape/change-line.ts';
import { LineWriter } from '../../tape/line-writer.ts';
import type { TapeRecord } from '../../tape/record.ts';
import type { StreamEncoder } from './encoder.ts';
import type { EntryText } from './entry-text.ts';
import { type MessageCells, RecordCells } from './message-cells.ts';
import { linkOf, offerToShow } from './to-entry.ts';

/** How much of a text; the id comes first. */
export type Extent = 'id' | 'all';

/**
 * Writes the texts of entries. Those of offers and floors are made of cells, which are mostly those of lines of the tape and
 * copied from bytes to bytes. One instance has one text at a time.
 */
export class EntryTexts implements EntryText {
  readonly encoder: StreamEncoder;
  readonly writer = new LineWriter();
  readonly line = new ChangeLine();
  idLength = 0;
  readonly #cells = new RecordCells();

  constructor(encoder: StreamEncoder) {
    this.encoder = encoder;
  }

  /** The text of a line that `line` has taken, or has not because it is of another kind; `record` parses it. */
  ofTaken(isTaken: boolean, record: () => TapeRecord, extent: Extent = 'all'): this {
    const { line } = this;
    if (!isTaken) return this.ofRecord(record(), extent);
    this.#clear();
    if (line.letter === 'f') this.#putFloor(line, extent);
    else if (this.#isShownOffer()) this.#putOffer(line, extent);
    // Perhaps no longer shown
    else if (line.letter === 'u' && !line.isSilent) return this.ofRecord(record(), extent);
    return this;
  }

  /** The text of a record without its line. */
  ofRecord(record: TapeRecord, extent: Extent = 'all'): this {
    this.#clear();
    const change = record.what === 'change' ? record.change : null;
    if (change?.kind === 'floor') this.#putFloor(this.#cells.ofFloor(change.floor, record.at), extent);
    else if (change === null || 'buyOrder' in change) this.#putOther(record, extent);
    else if ('offer' in change) {
      const offer = offerToShow(change);
      if (offer !== null) return this.ofOffer(offer, record.at, extent);
    }
    return this;
  }

  /** The text of an offer that is shown. */
  ofOffer(offer: LiveOffer, at: number, extent: Extent = 'all'): this {
    this.#clear();
    this.#putOffer(this.#cells.ofOffer(offer, at), extent);
    return this;
  }

  #clear(): void {
    this.writer.clear();
    this.idLength = 0;
  }

  #isShownOffer(): boolean {
    const { line } = this;
    if (line.letter === 'q' || line.letter === 'k' || line.isSilent) return false;
    return !line.isNull(line.cells.purchaseLink) && line.usd(line.cells.prices) !== null;
  }

  #putOffer(from: MessageCells, extent: Extent): void {
    from.copyInside(from.cells.offerId, this.#beginId(from));
    this.#endId();
    if (extent === 'all') this.encoder.offer(from, this.writer);
  }

  #putFloor(from: MessageCells, extent: Extent): void {
    const id = this.#beginId(from);
    const { name } = from;
    const key = itemKey(name);
    if (key === name) from.copyInside(from.cells.name, id);
    else id.plain(JSON.stringify(key).slice(1, -1));
    if (from.phase !== null) from.copyInside(from.cells.phase, id.raw(':'));
    this.#endId();
    if (extent === 'all') this.encoder.floor(from, this.writer);
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

  #beginId({ marketplaceId, game }: MessageCells): LineWriter {
    return this.writer.raw('"').number(marketplaceId).raw(':').raw(game).raw(':');
  }

  #endId(): void {
    this.idLength = this.writer.raw('"').length;
  }
}
