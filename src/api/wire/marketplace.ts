import Type, { type Static } from 'typebox';
import { Game } from '../../schema/index.ts';
import { ItemHead } from './item.ts';

export const WireMarketplaceGame = Type.Object({
  game: Game,
  itemCount: Type.Integer({ minimum: 0, description: 'Number of known items' }),
  offerCount: Type.Integer({ minimum: 0, description: 'Number of offers on sale' }),
  salesCount: Type.Integer({ minimum: 0, description: 'Number of sales kept' }),
  priceHistoryDays: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'Days of price history kept' }),
});
export type WireMarketplaceGame = Static<typeof WireMarketplaceGame>;

export const WireMarketplace = Type.Object({
  marketplace: ItemHead.properties.marketplace,
  games: Type.Array(WireMarketplaceGame, { description: 'Games for which it is read' }),
});
export type WireMarketplace = Static<typeof WireMarketplace>;
