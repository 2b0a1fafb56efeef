import type { NormalQuote } from '../schema/index.ts';
import type { ByteReader, ByteWriter } from './byte-writer.ts';
import { readLink, writeLink } from './offer-record.ts';
import { readText, writeText } from './packed-text.ts';
import type { PhraseBook } from './phrase-book.ts';

/** What is kept of a quote as bytes; the rest stands in columns. */
export type QuoteDetails = Pick<NormalQuote, 'purchaseLink' | 'marketplaceItemId' | 'thumbnail'>;

const hasLink = 1;
const hasItemId = 2;
const hasThumbnail = 4;
// The picture is mostly the same on every marketplace, long, and then kept once with the name
const hasSharedThumbnail = 8;

const link = (hasOne: number, value: string | null): number => (value === null ? 0 : hasOne);

export function writeQuote(
  writer: ByteWriter,
  quote: QuoteDetails,
  sharedThumbnail: string | null,
  starts: PhraseBook,
  isNew: boolean,
): void {
  const { purchaseLink, marketplaceItemId: id, thumbnail } = quote;
  const isShared = thumbnail !== null && thumbnail === sharedThumbnail;
  writer.byte(
    link(hasLink, purchaseLink) | link(hasItemId, id) | (isShared ? hasSharedThumbnail : link(hasThumbnail, thumbnail)),
  );
  if (id !== null) writeText(writer, id);
  if (purchaseLink !== null) writeLink(writer, purchaseLink, id ?? '', starts, isNew);
  if (thumbnail !== null && !isShared) writeLink(writer, thumbnail, id ?? '', starts, isNew);
}

export function readQuote(reader: ByteReader, sharedThumbnail: string | null, starts: PhraseBook): QuoteDetails {
  const flags = reader.byte();
  const marketplaceItemId = (flags & hasItemId) === 0 ? null : readText(reader);
  const id = marketplaceItemId ?? '';
  const purchaseLink = (flags & hasLink) === 0 ? null : readLink(reader, id, starts);
  const own = (flags & hasThumbnail) === 0 ? null : readLink(reader, id, starts);
  return { purchaseLink, marketplaceItemId, thumbnail: (flags & hasSharedThumbnail) === 0 ? own : sharedThumbnail };
}

export const isSameQuote = (a: QuoteDetails, b: QuoteDetails): boolean =>
  a.purchaseLink === b.purchaseLink && a.marketplaceItemId === b.marketplaceItemId && a.thumbnail === b.thumbnail;
