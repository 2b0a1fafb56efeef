import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { text, urlPart } from '../../contract/text.ts';
import { appIdOf, type Offer } from '../../schema/index.ts';

import type { Inventory, Item } from './wire.ts';

export const itemsIn = (payload: unknown): readonly unknown[] =>
  Object.values((payload as Inventory).data.siteInventory).flatMap(({ items }) => items);

/** An offer for each item of the stack. */
export function parseItem(row: Item, { game }: About): readonly Offer[] {
  const price = money(row.price.coinAmount, 'USD', 100);
  if (price === null || row.appId !== appIdOf(game)) return [];
  return row.stack
    .filter(({ amount }) => amount > 0)
    .map(({ assetId }) => ({
      kind: 'offer',
      game,
      name: row.marketHashName,
      phase: null,
      offerId: assetId,
      price,
      // There is the shop alone; what stands behind the mark tells its offers apart
      purchaseLink: `https://rapidskins.com/#${urlPart(assetId)}`,
      inspectLink: null,
      float: null,
      paintIndex: null,
      paintSeed: null,
      stickers: null,
      tradableAt: null,
      ownerId: text(row.ownerSteamId),
    }));
}
