import type { NormalQuote } from '../../schema/index.ts';
import type { ByteReader, ByteWriter } from './byte-writer.ts';
import { isLink, readLink, writeLink } from './offer-record.ts';
import { isText, readText, writeText } from './packed-text.ts';
import type { StringPool } from './string-pool.ts';

/** The part of a quote that is stored as bytes; the rest is in columns. */
export type QuoteDetails = Pick<NormalQuote, 'purchaseLink' | 'marketplaceItemId' | 'thumbnail' | 'tradableAmount'>;

const hasLink = 1;
const hasItemId = 2;
const hasThumbnail = 4;
// Pictures are long and mostly the same on every marketplace; a shared one is stored once with the name
const hasSharedThumbnail = 8;
const hasTradable = 16;

const flag = (value: unknown, bit: number): number => (value == null ? 0 : bit);

const flagsOf = (
  { purchaseLink, marketplaceItemId, thumbnail, tradableAmount }: QuoteDetails,
  shared: string | null,
): number =>
  flag(purchaseLink, hasLink) |
  flag(marketplaceItemId, hasItemId) |
  flag(thumbnail, thumbnail === shared ? hasSharedThumbnail : hasThumbnail) |
  flag(tradableAmount, hasTradable);

export function writeQuote(
  writer: ByteWriter,
  quote: QuoteDetails,
  sharedThumbnail: string | null,
  starts: StringPool,
  isNew: boolean,
): void {
  const { purchaseLink, marketplaceItemId: id, thumbnail, tradableAmount } = quote;
  const flags = flagsOf(quote, sharedThumbnail);
  writer.byte(flags);
  if (tradableAmount !== undefined) writer.varint(tradableAmount);
  if (id !== null) writeText(writer, id);
  if (purchaseLink !== null) writeLink(writer, purchaseLink, id ?? '', starts, isNew);
  if (thumbnail !== null && (flags & hasThumbnail) !== 0) writeLink(writer, thumbnail, id ?? '', starts, isNew);
}

export function readQuote(reader: ByteReader, sharedThumbnail: string | null, starts: StringPool): QuoteDetails {
  const flags = reader.byte();
  const tradable = (flags & hasTradable) === 0 ? {} : { tradableAmount: reader.varint() };
  const marketplaceItemId = (flags & hasItemId) === 0 ? null : readText(reader);
  const id = marketplaceItemId ?? '';
  const purchaseLink = (flags & hasLink) === 0 ? null : readLink(reader, id, starts);
  const own = (flags & hasThumbnail) === 0 ? null : readLink(reader, id, starts);
  const thumbnail = (flags & hasSharedThumbnail) === 0 ? own : sharedThumbnail;
  return { purchaseLink, marketplaceItemId, thumbnail, ...tradable };
}

/** Whether the record at the reader's position equals the quote, without decoding it into an object. */
export function isQuoteWritten(
  reader: ByteReader,
  quote: QuoteDetails,
  sharedThumbnail: string | null,
  starts: StringPool,
): boolean {
  const { purchaseLink, marketplaceItemId: id, thumbnail, tradableAmount } = quote;
  const flags = flagsOf(quote, sharedThumbnail);
  if (reader.byte() !== flags) return false;
  if (tradableAmount !== undefined && reader.varint() !== tradableAmount) return false;
  if (id !== null && !isText(reader, id)) return false;
  if (purchaseLink !== null && !isLink(reader, purchaseLink, id ?? '', starts)) return false;
  return thumbnail === null || (flags & hasThumbnail) === 0 || isLink(reader, thumbnail, id ?? '', starts);
}
