import { describe, expect, it } from 'vitest';
import { offerFields } from '../../../schema/index.ts';
import { WireFoundOffer } from '../tape/found-offer.ts';
import { WireFullOffer } from './full-shapes.ts';

/** What readers get in place of a field that is declared, where it has another name. */
const readAs: Readonly<Record<string, string>> = {
  price: 'native',
  prices: 'priceUSD',
  offerId: 'id',
  tradableAt: 'daysTradeLocked',
  changedAt: 'updatedAt',
  tf2: 'quality',
};
/** Told once for all offers of an answer. */
const ofAnswer = ['game', 'name', 'marketplaceId'];
/** What rows of `GET /tape/offers` do not have: they are of one currency, and the link identifies an offer. */
const notFound = ['price', 'prices', 'offerId', 'ownerId'];

const lackedBy = (keys: object, without: readonly string[]): string[] =>
  Object.keys(offerFields).filter((name) => !without.includes(name) && !((readAs[name] ?? name) in keys));

describe('every field that is declared of an offer', () => {
  it('reaches readers with `fields=full`', () => {
    expect(lackedBy(WireFullOffer.properties, ofAnswer)).toEqual([]);
  });

  it('reaches readers of a search among offers', () => {
    const { itemPhase: phase, ...keys } = WireFoundOffer.properties;
    expect(lackedBy({ ...keys, phase }, [...ofAnswer, ...notFound])).toEqual([]);
  });
});
