import type { Floor, LiveBuyOrder, LiveOffer, SourceBatch, SourceGap } from '../schema/index.ts';
import type { ChangeLine } from '../tape/change-line.ts';
import type { LineWriter } from '../tape/line-writer.ts';
import type { StreamSale, StreamSource } from '../tape/record.ts';

/** Encodes messages as JSON, from the comma before the marketplace to the closing brace. */
export type MessageEncoder = {
  /** The published price of an amount in thousandths. */
  readonly price: (thousandths: number | null) => number | null;
  readonly offer: (offer: LiveOffer, at: number) => string;
  readonly sale: (sale: StreamSale, at: number) => string;
  readonly buyOrder: (order: LiveBuyOrder, at: number) => string;
  readonly floor: (floor: Floor, at: number) => string;
  readonly source: (source: StreamSource, at: number) => string;
  readonly gap: (gap: SourceGap, at: number) => string;
  readonly batch: (batch: SourceBatch, at: number) => string;
};

/** Encodes the same messages directly from lines of the tape. */
export type LineEncoder = {
  readonly price: MessageEncoder['price'];
  readonly offerLine: (line: ChangeLine, to: LineWriter) => void;
  readonly floorLine: (line: ChangeLine, to: LineWriter) => void;
};

export type StreamEncoder = MessageEncoder & LineEncoder;
