import type { ExtrasFilter } from '../../schema/index.ts';
import { BlockBounds, blockLength } from './block-bounds.ts';
import { BlockMarks } from './block-marks.ts';
import { bytesOf, Column } from './column.ts';
import type { Slot } from './numbers.ts';
import { late, type OfferDetails } from './offer-record.ts';

const share = 65_534;
const longSeed = 65_535;
const minuteMs = 60_000;
const maxStored = 4;
/** Set in a mark that stands for all stickers without their own mark, by bits of each. */
export const moreStickers = 0x8000;
const markBits = 15;

/** Columns that searches filter offers by, 16.5 bytes each. They never exclude a match; what passes is read in full. */
export class OfferTraits {
  // Float in the upper half, pattern in the lower
  readonly looks = new Column<Slot>('int32');
  readonly floatBounds = new BlockBounds('int32');
  // Minutes, rounded down, + 1; 0 is unknown
  readonly tradable = new Column<Slot>('int32');
  // Each half is one sticker, or one of the kinds of things that are on the offer
  readonly firstStickers = new Column<Slot>('int32');
  readonly lastStickers = new Column<Slot>('int32');
  readonly stickerMarks = new BlockMarks();
  readonly #piecesAt: (slot: Slot) => Pieces;

  /** `piecesAt` reads what is on an offer that has more of it than marks; nothing if the slot is empty. */
  constructor(piecesAt: (slot: Slot) => Pieces) {
    this.#piecesAt = piecesAt;
  }

  get bytes(): number {
    const { looks, floatBounds, tradable, firstStickers, lastStickers, stickerMarks } = this;
    return bytesOf([looks, floatBounds, tradable, firstStickers, lastStickers, stickerMarks]);
  }

  set(slot: Slot, offer: OfferDetails): void {
    this.setLooks(slot, offer.float, offer.paintSeed, offer.tradableAt);
    this.setPieces(slot, offer);
  }

  /** As in `floatTrait`. */
  float(slot: Slot): number {
    return this.looks.get(slot) >>> 16;
  }

  setPieces(slot: Slot, pieces: Pieces): void {
    const marks = marksOf(pieces);
    this.setMarks(slot, marks, marks.length);
  }

  setLooks(slot: Slot, float: number | null, paintSeed: number | null, tradableAt: number | null): void {
    const trait = floatTrait(float);
    this.floatBounds.note(slot, this.float(slot), trait);
    this.looks.set(slot, (trait << 16) | seedTrait(paintSeed));
    this.tradable.set(slot, tradableAt === null ? 0 : Math.floor(tradableAt / minuteMs) + 1);
  }

  /** Sets the marks of the first `count` stickers. */
  setMarks(slot: Slot, marks: ArrayLike<number>, count: number): void {
    const mark = (at: number) => (at < count ? (marks[at] as number) : 0);
    let last = mark(maxStored - 1);
    if (count > maxStored) {
      last = moreStickers;
      for (let at = maxStored - 1; at < count; at += 1) last |= bitsOfMark(mark(at));
    }
    const [firstTwo, lastTwo] = [(mark(0) << 16) | mark(1), (mark(2) << 16) | last];
    const previous = this.firstStickers.get(slot);
    const isReplaced = previous !== 0 && (previous !== firstTwo || this.lastStickers.get(slot) !== lastTwo);
    this.firstStickers.set(slot, firstTwo);
    this.lastStickers.set(slot, lastTwo);
    for (let at = 0; at < count; at += 1) this.stickerMarks.add(slot, mark(at));
    if (isReplaced && this.stickerMarks.replace(slot)) this.#markAnew(slot);
  }

  /** Whether the offer may have a sticker with this trait. */
  mayHold(slot: Slot, trait: number): boolean {
    const first = this.firstStickers.get(slot);
    if (first === 0) return false;
    const last = this.lastStickers.get(slot);
    const marks = [first >>> 16, first & 0xffff, last >>> 16, last & 0xffff];
    const bits = moreStickers | bitsOfMark(trait);
    return marks.includes(trait) || (last & bits) === bits;
  }

  /** Rebuilds the marks of a slot's block. */
  #markAnew(slot: Slot): void {
    const first = slot - (slot % blockLength);
    this.stickerMarks.clear(first);
    for (let one = first as Slot; one < first + blockLength; one = (one + 1) as Slot) {
      const firstTwo = this.firstStickers.get(one);
      if (firstTwo === 0) continue;
      const lastTwo = this.lastStickers.get(one);
      const marks =
        (lastTwo & moreStickers) === 0
          ? [firstTwo >>> 16, firstTwo & 0xffff, lastTwo >>> 16, lastTwo & 0xffff]
          : marksOf(this.#piecesAt(one));
      for (const mark of marks) if (mark !== 0) this.stickerMarks.add(one, mark);
    }
  }
}

/** What is on an offer. */
export type Pieces = Pick<OfferDetails, 'stickers' | keyof typeof kindMarks>;

/** The marks of each sticker, and of the kinds of other things. */
function marksOf(pieces: Pieces): number[] {
  const marks = (pieces.stickers ?? []).map(({ name }) => stickerTrait(name));
  const others = late.filled({}, pieces);
  for (const kind of kinds) if (others[kind] !== undefined) marks.push(kindMarks[kind]);
  return marks;
}

/** The marks of what a filter asks for. */
export function marksFor({ charm, nameTag, minStatTrakCount, patch }: ExtrasFilter): number[] {
  const wanted = { charms: charm !== null, nameTag, statTrakCount: minStatTrakCount !== null, patches: patch !== null };
  return kinds.filter((kind) => wanted[kind]).map((kind) => kindMarks[kind]);
}

/** The range of stored values of offers that may be tradable by an instant. */
export const tradableTraits = (by: number): readonly [low: number, high: number] => [1, Math.floor(by / minuteMs) + 1];

/** A float as a whole number from 1, rounded down; 0 is none. */
export const floatTrait = (float: number | null): number => (float === null ? 0 : 1 + Math.floor(float * share));

/** A pattern as a number from 1, the same for all large ones; 0 is none. */
export const seedTrait = (seed: number | null): number => (seed === null ? 0 : Math.min(seed + 1, longSeed));

/** Whether a pattern is one of the large ones. */
export const isLongSeed = (seed: number): boolean => seedTrait(seed) === longSeed;

/** The bits that represent a mark among several. */
export const bitsOfMark = (mark: number): number =>
  (1 << (mark % markBits)) | (1 << (Math.floor(mark / markBits) % markBits));

/** A hash from 1 to 32,767 of the name of a sticker. */
export function stickerTrait(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return 1 + ((hash >>> 0) % (moreStickers - 1));
}

const kindMarks = {
  charms: stickerTrait('charms'),
  nameTag: stickerTrait('nameTag'),
  statTrakCount: stickerTrait('statTrakCount'),
  patches: stickerTrait('patches'),
} as const;
const kinds = Object.keys(kindMarks) as (keyof typeof kindMarks)[];
