import type { About } from '../../contract/connector.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { rowsByName } from '../../contract/rows.ts';
import { text, urlPart } from '../../contract/text.ts';
import { appIdOf, type Offer, type Quote } from '../../schema/index.ts';
import type { Inventory, Item, Stock, Stocked } from './wire.ts';

/** Only on `www`: the bare domain redirects without the query. */
const pageOfName = (name: string): string => `https://www.rapidskins.com/buy?marketHashNames=${urlPart(name)}`;

export const itemsIn = (payload: unknown): readonly unknown[] =>
  Object.values((payload as Inventory).data.siteInventory).flatMap(({ items }) => items);

/** The name of a row is its key. */
export const stockedNames = (payload: unknown): unknown[] => rowsByName((payload as Stock).listings);

export const parseStocked = ({ name, price, count }: Stocked, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name,
  phase: null,
  lowest: count === 0 ? null : moneyOrNone(price, 'USD', 100),
  offerCount: count,
  purchaseLink: pageOfName(name),
  marketplaceItemId: null,
  thumbnail: null,
});

/** An offer for each item of the stack. */
export function parseItem(row: Item, { game }: About): readonly Offer[] {
  if (row.appId !== appIdOf(game)) return [];
  const price = money(row.price.coinAmount, 'USD', 100);
  return row.stack
    .filter(({ amount }) => amount > 0)
    .map(({ assetId }) => ({
      kind: 'offer',
      game,
      name: row.marketHashName,
      phase: null,
      offerId: assetId,
      price,
      // There is only a page per name; the fragment distinguishes its offers
      purchaseLink: `${pageOfName(row.marketHashName)}#${urlPart(assetId)}`,
      inspectLink: null,
      float: null,
      paintIndex: null,
      paintSeed: null,
      stickers: null,
      tradableAt: null,
      ownerId: text(row.ownerSteamId),
    }));
}
