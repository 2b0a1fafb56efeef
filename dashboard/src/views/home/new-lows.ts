import type { FoundOffer } from '@itemtape/client';

type Priced = Pick<FoundOffer, 'price' | 'usualAsk'>;

/** The first of what is below others: what costs no less than it usually does there is no new low. */
export const newLows = <Offer extends Priced>(offers: readonly Offer[], most: number): readonly Offer[] =>
  offers.filter(({ price, usualAsk }) => price !== null && (usualAsk === null || price < usualAsk)).slice(0, most);
