import type { Floor, LiveBuyOrder, LiveOffer, SourceBatch, SourceGap } from '../schema/index.ts';
import type { ChangeLine } from '../tape/change-line.ts';
import type { LineWriter } from '../tape/line-writer.ts';
import type { StreamSale, StreamSource } from '../tape/record.ts';

/** The public words for what happened: JSON from the marketplace on, with the leading comma and the closing brace. */
export type MessageEncoder = {
  /** Thousandths as they are published. */
  readonly price: (thousandths: number | null) => number | null;
  readonly offer: (offer: LiveOffer, at: number) => string;
  readonly sale: (sale: StreamSale, at: number) => string;
  readonly buyOrder: (order: LiveBuyOrder, at: number) => string;
  readonly floor: (floor: Floor, at: number) => string;
  readonly source: (source: StreamSource, at: number) => string;
  readonly gap: (gap: SourceGap, at: number) => string;
  readonly batch: (batch: SourceBatch, at: number) => string;
};

/** The same words of changes as they stand on the tape. */
export type LineEncoder = {
  readonly price: MessageEncoder['price'];
  readonly offerLine: (line: ChangeLine, to: LineWriter) => void;
  readonly floorLine: (line: ChangeLine, to: LineWriter) => void;
};

export type StreamEncoder = MessageEncoder & LineEncoder;
