import type { LiveOffer } from '../schema/index.ts';
import { type Filter, FilterMatcher, match } from './filter.ts';
import { type Framing, frameOf, plainFraming } from './framing.ts';
import type { HubCore } from './hub-core.ts';
import { entryKind } from './log/entry.ts';
import { Segment } from './log/segment.ts';
import { isShown, offerEntry } from './log/to-entry.ts';
import { type Shape, snapshotPayload } from './message.ts';

const lookUpsPerPiece = 4_000;
const bytesPerPiece = 64 * 1024;
const messagesPerPiece = 256;

export type SnapshotFacts = {
  readonly filter: Filter;
  readonly shape: Shape;
  readonly framing: Framing;
  readonly sequence: number;
  /** Frames that follow the offers; null where others get a turn. */
  readonly liveQueries: Iterable<Buffer | null>;
};

/**
 * The current offers of a subscription, in pieces. The book changes meanwhile, so every change since the start is sent
 * afterwards: an offer may come twice, with its latest state last.
 */
export class Snapshot {
  /** Changes after this one are sent after the snapshot. */
  readonly sequence: number;
  readonly #hub: HubCore;
  readonly #shape: Shape;
  readonly #matcher: FilterMatcher;
  readonly #frames: Iterator<Buffer | null>;
  readonly #scratch = new Segment(0, 1, 2_048);
  readonly #framing: Framing;
  /** Timestamp of the offers of the current piece; null until it has one. */
  #time: number | null = null;
  #count = 0;

  constructor(hub: HubCore, { filter, shape, framing, sequence, liveQueries }: SnapshotFacts) {
    this.sequence = sequence;
    this.#hub = hub;
    this.#shape = shape;
    const onSale = { ...filter, channels: ['offers'], events: ['Added'], newFloorOnly: false } as const;
    this.#matcher = new FilterMatcher(onSale, shape.sequence, (...item) => hub.bookReader.traits(...item));
    this.#framing = plainFraming(framing);
    this.#frames = this.#each(filter, liveQueries);
  }

  get count(): number {
    return this.#count;
  }

  read(): { readonly bytes: Buffer; readonly messages: number; readonly isEnd: boolean } {
    const frames: Buffer[] = [];
    this.#time = null;
    let bytes = 0;
    let isEnd = false;
    const max = Math.min(messagesPerPiece, Math.ceil(this.#hub.settings.outbox.messages / 2));
    for (let left = lookUpsPerPiece; left > 0 && bytes < bytesPerPiece && frames.length < max; left -= 1) {
      const { value, done } = this.#frames.next();
      isEnd = done === true;
      if (isEnd) break;
      if (value === null) continue;
      frames.push(value);
      bytes += value.length;
    }
    this.#count += frames.length;
    return { bytes: Buffer.concat(frames), messages: frames.length, isEnd };
  }

  /** A frame for each matching offer; null for each lookup and each offer that does not match. */
  *#each(filter: Filter, liveQueries: Iterable<Buffer | null>): Generator<Buffer | null> {
    if (filter.channels.includes('offers')) yield* this.#eachOffer(filter);
    yield* liveQueries;
  }

  *#eachOffer({ games, items, marketplaceIds }: Filter): Generator<Buffer | null> {
    const { bookReader } = this.#hub;
    for (const game of games) {
      for (const name of items ?? bookReader.names(game)) {
        for (const marketplaceId of marketplaceIds) {
          yield null;
          for (const offer of bookReader.offers(marketplaceId, game, name)) yield this.#frameOf(offer);
        }
      }
    }
  }

  #frameOf(offer: LiveOffer): Buffer | null {
    if (!isShown(offer)) return null;
    const { texts, log } = this.#hub;
    this.#scratch.clear();
    this.#time ??= this.#hub.clock.alone();
    const at = this.#time;
    const entry = offerEntry(entryKind.added, offer, at, texts.encoder);
    this.#scratch.add(entry, texts.ofOffer(offer, at));
    if (this.#matcher.of(this.#scratch, 0) === match.no) return null;
    const payload = snapshotPayload(this.#scratch, 0, this.#shape, {
      epoch: log.epochAt(this.sequence),
      sequence: this.sequence,
    });
    return frameOf(payload, this.#framing, null);
  }
}
