import type { FoundOffer } from '@itemtape/client';

type Priced = Pick<FoundOffer, 'price' | 'usualAsk'>;

/** The first offers that are also below their usual price, where one is known. */
export const newLows = <Offer extends Priced>(offers: readonly Offer[], most: number): readonly Offer[] =>
  offers.filter(({ price, usualAsk }) => price !== null && (usualAsk === null || price < usualAsk)).slice(0, most);
