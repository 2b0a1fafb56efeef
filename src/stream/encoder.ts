import type { LiveBuyOrder, SourceBatch, SourceGap } from '../schema/index.ts';
import type { ChangeLine } from '../tape/change-line.ts';
import type { LineWriter } from '../tape/line-writer.ts';
import type { StreamSale, StreamSource } from '../tape/record.ts';

/** Encodes messages as JSON, from the comma before the marketplace to the closing brace. */
export type StreamEncoder = {
  /** The published price of an amount in thousandths. */
  readonly price: (thousandths: number | null) => number | null;
  /** From a line of the tape, most of which the message repeats; the same holds for floors. */
  readonly offer: (line: ChangeLine, to: LineWriter) => void;
  readonly floor: (line: ChangeLine, to: LineWriter) => void;
  readonly sale: (sale: StreamSale, at: number) => string;
  readonly buyOrder: (order: LiveBuyOrder, at: number) => string;
  readonly source: (source: StreamSource, at: number) => string;
  readonly gap: (gap: SourceGap, at: number) => string;
  readonly batch: (batch: SourceBatch, at: number) => string;
};
