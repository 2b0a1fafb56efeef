import { type Game, type PayoutChoice, pays, whatOneGets } from '../../schema/index.ts';
import type { RouteContext } from '../route.ts';

/** The marketplaces that pay this out, of those that the key can see. */
export const payingMarketplaces = (
  { availability, terms }: Pick<RouteContext, 'availability' | 'terms'>,
  game: Game,
  payout: PayoutChoice,
): number[] =>
  availability.map(({ marketplaceId }) => marketplaceId).filter((id) => pays(whatOneGets(terms.get(id), game), payout));
