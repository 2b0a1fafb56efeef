import type { FoundOffer } from '@itemtape/client';

type PricedOffer = Pick<FoundOffer, 'price' | 'usualAsk'>;

/** The first offers that are also below their usual price, where one is known. */
export const newLows = <Offer extends PricedOffer>(offers: readonly Offer[], max: number): readonly Offer[] =>
  offers.filter(({ price, usualAsk }) => price !== null && (usualAsk === null || price < usualAsk)).slice(0, max);
