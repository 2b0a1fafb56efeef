import { Buffer } from 'node:buffer';
import type { OfferPosition } from '../../../book/offers/offer-query.ts';
import { invalid, quoted } from '../../errors.ts';

/** Encodes a place in an order of offers as the `next` of an answer. */
export const cursorOf = ({ rank, marketplaceId, hash, offerId }: OfferPosition, sort: string): string =>
  Buffer.from(JSON.stringify([sort, rank, marketplaceId, hash, offerId])).toString('base64url');

/** Decodes an `after`; throws the `ApiError` to respond with. */
export function positionIn(cursor: string, sort: string): OfferPosition {
  const parts = partsOf(cursor);
  const [of, rank, marketplaceId, hash, offerId] = parts;
  const isPosition =
    typeof rank === 'number' &&
    typeof marketplaceId === 'number' &&
    typeof hash === 'number' &&
    typeof offerId === 'string';
  if (!isPosition) throw invalid(`the parameter "after" is ${quoted(cursor)}; give the "next" of an answer`);
  if (of !== sort)
    throw invalid(`the parameter "after" comes from the order ${quoted(String(of))}; give sort=${of} with it`);
  return { rank, marketplaceId, hash, offerId };
}

function partsOf(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
