import { type Game, isDataSet, type Position } from '../schema/index.ts';
import type { TapeRecord } from '../tape/record.ts';
import { match } from './filter.ts';
import type { StreamEncoder } from './log/encoder.ts';
import { type Channel, kindFacts } from './log/entry.ts';
import { EntryTexts } from './log/entry-texts.ts';
import { Segment } from './log/segment.ts';
import { recordEntry } from './log/to-entry.ts';
import { payloadOf } from './message.ts';

/** The message of a record, as readers of the whole stream get it that asked for sequences. */
export type RecordMessage = {
  readonly origin: Position;
  readonly type: string;
  readonly game: Game;
  readonly payload: Buffer;
};

const shape = { tag: null, sequence: true } as const;
const defaultBytes = 4_096;

/** Makes the messages of records on some channels. */
export class RecordMessages {
  readonly #texts: EntryTexts;
  readonly #channels: ReadonlySet<Channel>;
  readonly #segment = new Segment(0, 1, defaultBytes);

  constructor(encoder: StreamEncoder, channels: readonly Channel[]) {
    this.#texts = new EntryTexts(encoder);
    this.#channels = new Set(channels);
  }

  /** Null if the record has none. */
  of(record: TapeRecord, origin: Position): RecordMessage | null {
    const entry = recordEntry(record, this.#texts.encoder);
    const facts = kindFacts[entry.kind];
    if (facts === null || !this.#channels.has(facts.channel) || isDataSet(entry.marketplaceId)) return null;
    this.#segment.clear();
    this.#segment.add(entry, this.#texts.ofRecord(record));
    const payload = payloadOf({ segment: this.#segment, at: 0 }, match.yes, shape, origin);
    return { origin, type: facts.type, game: entry.game, payload };
  }
}
