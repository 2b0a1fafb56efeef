import type { LiveBuyOrder, SourceBatch, SourceGap } from '../../schema/index.ts';
import type { LineWriter } from '../../tape/line-writer.ts';
import type { StreamSale, StreamSource } from '../../tape/record.ts';
import type { MessageCells } from './message-cells.ts';

/** Encodes messages as JSON, from the comma before the marketplace to the closing brace. */
export type StreamEncoder = {
  /** The published price of an amount in thousandths. */
  readonly price: (thousandths: number | null) => number | null;
  /** Of cells, mostly those of a line of the tape; the same holds for floors. */
  readonly offer: (from: MessageCells, to: LineWriter) => void;
  readonly floor: (from: MessageCells, to: LineWriter) => void;
  readonly sale: (sale: StreamSale, at: number) => string;
  readonly buyOrder: (order: LiveBuyOrder, at: number) => string;
  readonly source: (source: StreamSource, at: number) => string;
  readonly gap: (gap: SourceGap, at: number) => string;
  readonly batch: (batch: SourceBatch, at: number) => string;
};
