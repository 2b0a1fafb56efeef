import type { Book } from '../../book/book.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Change, Confirmation, SourceBatch, SourceGap } from '../../schema/index.ts';
import type { Hub } from '../../stream/hub.ts';
import type { StreamSale, StreamSource } from '../../tape/record.ts';
import type { Recorder } from '../../tape/recorder.ts';
import type { ReceivedTimes } from '../as-of/received-times.ts';
import { GapCounts } from './gap-counts.ts';
import type { SaleDedup } from './sale-dedup.ts';

type TapePublisherParts = {
  readonly book: Pick<Book, 'takeItemStatements' | 'takeRetold' | 'takeTopBids'>;
  readonly recorder: Recorder;
  readonly hub: Pick<Hub, 'publish'>;
  readonly sales: Pick<SaleDedup, 'isNew'>;
  /** Null where past states are not kept. */
  readonly received: ReceivedTimes | null;
  readonly now: Clock['now'];
};

/** Publishes everything that happens: first onto the tape, and once it is there to the readers of the stream and to others. */
export class TapePublisher {
  readonly #book: TapePublisherParts['book'];
  readonly #recorder: Recorder;
  readonly #sales: TapePublisherParts['sales'];
  readonly #noteReceived: () => void;
  readonly gaps = new GapCounts();

  constructor({ book, recorder, hub, sales, received, now }: TapePublisherParts) {
    this.#book = book;
    this.#recorder = recorder;
    this.#noteReceived = () => received?.note(recorder.last, now());
    this.#sales = sales;
    recorder.follow((records, _, lines) => hub.publish(records, lines));
  }

  /**
   * Publishes changes of the book, the top bids that they moved, and what is new about their items. These two come first: what
   * a kill cuts off is read again, but they are published again only together with the change that brought them.
   */
  publish(changes: readonly Change[]): void {
    this.#recorder.add(this.#book.takeItemStatements().map((item) => ({ what: 'item', item })));
    this.#recorder.add(this.#book.takeTopBids().map((topBid) => ({ what: 'topBid', topBid })));
    this.#recorder.add(changes.map((change) => ({ what: 'change', change })));
    this.publishConfirmations(this.#book.takeRetold());
    this.#noteReceived();
  }

  /** Publishes a sale unless it was published before, as sales are read repeatedly; returns whether it was new. */
  publishSale(sale: StreamSale): boolean {
    const isNew = this.#sales.isNew(sale);
    if (isNew) this.#recorder.add([{ what: 'sale', sale }]);
    return isNew;
  }

  publishConfirmations(confirmations: readonly Confirmation[]): void {
    this.#recorder.add(confirmations.map((confirmation) => ({ what: 'confirmation', confirmation })));
  }

  publishSource(source: StreamSource): void {
    this.#recorder.add([{ what: 'source', source }]);
  }

  publishGap(gap: SourceGap): void {
    this.#recorder.add([{ what: 'gap', gap }]);
    this.gaps.note(gap);
  }

  publishBatch(batch: SourceBatch): void {
    this.#recorder.add([{ what: 'batch', batch }]);
  }

  /** Throws once nothing more can be published. */
  checkOpen(): void {
    this.#recorder.checkOpen();
  }

  /** Sequence of the newest record, published or not. */
  get last(): number {
    return this.#recorder.last;
  }

  /** Resolves when the queue for the tape is short enough for more. */
  ready(): Promise<void> {
    return this.#recorder.ready();
  }
}
