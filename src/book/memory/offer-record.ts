import { type LiveOffer, offerFields } from '../../schema/index.ts';
import type { ByteArena } from './byte-arena.ts';
import type { ByteReader, ByteWriter } from './byte-writer.ts';
import { type LateDetails, LateFields } from './late-fields.ts';
import { areStickers, readStickers, writeStickers } from './packed-pieces.ts';
import { isText, matchText, readText, writeText } from './packed-text.ts';
import type { StringPool } from './string-pool.ts';

/** The part of an offer that is stored as bytes; the rest is in columns. */
export type OfferDetails = Pick<
  LiveOffer,
  | 'offerId'
  | 'purchaseLink'
  | 'inspectLink'
  | 'float'
  | 'paintIndex'
  | 'paintSeed'
  | 'stickers'
  | 'tradableAt'
  | 'ownerId'
> &
  LateDetails;

/** Texts shared by all records. */
export type StringPools = {
  readonly linkStarts: StringPool;
  /** Also of charms, patches and the qualities of TF2. */
  readonly stickerNames: StringPool;
};

/** Memory, buffers and string pools shared by all market books. */
export type Memory = {
  readonly arena: ByteArena;
  readonly writer: ByteWriter;
  readonly reader: ByteReader;
  readonly strings: StringPools;
};

const has = {
  purchaseLink: 1,
  inspectLink: 2,
  float: 4,
  paintIndex: 8,
  paintSeed: 16,
  stickers: 32,
  tradableAt: 64,
  // Beyond the first byte of a number of variable length
  ownerId: 128,
} as const;
export const late = new LateFields(offerFields, 256);

const flag = (value: unknown, bit: number): number => (value === null ? 0 : bit);

const flagsOf = (offer: OfferDetails): number =>
  flag(offer.purchaseLink, has.purchaseLink) |
  flag(offer.inspectLink, has.inspectLink) |
  flag(offer.float, has.float) |
  flag(offer.paintIndex, has.paintIndex) |
  flag(offer.paintSeed, has.paintSeed) |
  flag(offer.stickers, has.stickers) |
  flag(offer.tradableAt, has.tradableAt) |
  flag(offer.ownerId, has.ownerId) |
  late.flagsOf(offer);

/** Writes everything after the id, which must be written first. */
export function writeOffer(writer: ByteWriter, offer: OfferDetails, strings: StringPools, isNew: boolean): void {
  writer.varint(flagsOf(offer));
  if (offer.purchaseLink !== null) writeLink(writer, offer.purchaseLink, offer.offerId, strings.linkStarts, isNew);
  if (offer.inspectLink !== null) writeLink(writer, offer.inspectLink, offer.offerId, strings.linkStarts, isNew);
  if (offer.float !== null) writer.number(offer.float);
  if (offer.paintIndex !== null) writer.number(offer.paintIndex);
  if (offer.paintSeed !== null) writer.number(offer.paintSeed);
  if (offer.stickers !== null) writeStickers(writer, offer.stickers, strings.stickerNames, isNew);
  if (offer.tradableAt !== null) writer.number(offer.tradableAt);
  if (offer.ownerId !== null) writeText(writer, offer.ownerId);
  late.write(writer, offer, strings.stickerNames, isNew);
}

export function readOffer(reader: ByteReader, strings: StringPools): OfferDetails {
  const offerId = readText(reader);
  const flags = reader.varint();
  const link = (bit: number) => ((flags & bit) === 0 ? null : readLink(reader, offerId, strings.linkStarts));
  const number = (bit: number) => ((flags & bit) === 0 ? null : reader.number());
  // Evaluated in order, which is the order of writing
  return {
    offerId,
    purchaseLink: link(has.purchaseLink),
    inspectLink: link(has.inspectLink),
    float: number(has.float),
    paintIndex: number(has.paintIndex),
    paintSeed: number(has.paintSeed),
    stickers: (flags & has.stickers) === 0 ? null : readStickers(reader, strings.stickerNames),
    tradableAt: number(has.tradableAt),
    ownerId: (flags & has.ownerId) === 0 ? null : readText(reader),
    ...late.read(reader, flags, strings.stickerNames),
  };
}

/** Whether the record at the reader's position equals the offer, without decoding it into an object. */
export function isOfferWritten(
  reader: ByteReader,
  offer: OfferDetails,
  { linkStarts, stickerNames }: StringPools,
): boolean {
  const { offerId: id, purchaseLink, inspectLink, stickers, ownerId } = offer;
  const flags = flagsOf(offer);
  if (!isText(reader, id) || reader.varint() !== flags) return false;
  for (const link of [purchaseLink, inspectLink]) {
    if (link !== null && !isLink(reader, link, id, linkStarts)) return false;
  }
  const areNumbers = [offer.float, offer.paintIndex, offer.paintSeed].every((value) => isNumber(reader, value));
  if (!areNumbers) return false;
  if (stickers !== null && !areStickers(reader, stickers, stickerNames)) return false;
  if (!isNumber(reader, offer.tradableAt)) return false;
  return (ownerId === null || isText(reader, ownerId)) && late.areWritten(reader, flags, offer, stickerNames);
}

const isNumber = (reader: ByteReader, value: number | null): boolean => value === null || reader.number() === value;

/**
 * Writes a link as its shared start, the record's own id where it occurs, and the rest.
 * Without the id the start ends after the last separator.
 */
export function writeLink(writer: ByteWriter, link: string, id: string, starts: StringPool, isNew: boolean): void {
  const idAt = id === '' ? -1 : link.indexOf(id);
  const hasId = idAt >= 0;
  const startLength = hasId ? idAt : lengthOfStart(link);
  const number = starts.numberOf(link, isNew, startLength);
  writer.varint(number * 2 + (hasId ? 1 : 0));
  if (number === 0) writeText(writer, link, 0, startLength);
  writeText(writer, link, hasId ? idAt + id.length : startLength);
}

export function readLink(reader: ByteReader, id: string, starts: StringPool): string {
  const head = reader.varint();
  const number = head >>> 1;
  const start = number === 0 ? readText(reader) : starts.phrase(number);
  const rest = readText(reader);
  return (head & 1) === 0 ? start + rest : start + id + rest;
}

export function isLink(reader: ByteReader, link: string, id: string, starts: StringPool): boolean {
  const head = reader.varint();
  const number = head >>> 1;
  let at = number === 0 ? matchText(reader, link, 0) : starts.matched(number, link);
  if ((head & 1) === 1 && at >= 0) at = link.startsWith(id, at) ? at + id.length : -1;
  return at >= 0 && matchText(reader, link, at) === link.length;
}

const isSeparator = new Uint8Array(128);
for (const letter of '/=?&# ') isSeparator[letter.charCodeAt(0)] = 1;
export const percent = 0x25;

function lengthOfStart(link: string): number {
  for (let at = link.length - 1; at >= 0; at -= 1) {
    const code = link.charCodeAt(at);
    if (isSeparator[code] === 1) return at + 1;
    if (code === percent && link.startsWith('20', at + 1)) return at + 3;
  }
  return 0;
}
