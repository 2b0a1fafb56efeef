import Type, { type Static } from 'typebox';
import { Game } from '../../schema/index.ts';
import { ItemHead } from './item.ts';

export const WireMarketplaceGame = Type.Object({
  game: Game,
  itemCount: Type.Integer({ minimum: 0, description: 'Items known' }),
  offerCount: Type.Integer({ minimum: 0, description: 'Offers on sale' }),
  salesCount: Type.Integer({ minimum: 0, description: 'Sales kept' }),
  priceHistoryDays: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'Days of price history kept' }),
});
export type WireMarketplaceGame = Static<typeof WireMarketplaceGame>;

export const WireMarketplace = Type.Object({
  marketplace: ItemHead.properties.marketplace,
  games: Type.Array(WireMarketplaceGame, { description: 'Games that it is read for' }),
});
export type WireMarketplace = Static<typeof WireMarketplace>;
