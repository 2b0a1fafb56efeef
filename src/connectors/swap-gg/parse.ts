import type { About } from '../../contract/connector.ts';
import { moneyOrNone } from '../../contract/money.ts';
import { pageLink } from '../../contract/text.ts';
import { appIdOf, type BuyOrder, type Offer, type Quote } from '../../schema/index.ts';
import type { Held, Priced, Wanted } from './wire.ts';

type Answer = { readonly result: object };

/** The name of a row is its key. */
const named =
  (field: string) =>
  (payload: unknown): unknown[] =>
    Object.entries((payload as Answer).result).map(([name, value]: [string, unknown]) => ({ name, [field]: value }));

export const pricedNames = named('lowest');
export const wantedNames = named('orders');

export const parsePriced = ({ name, lowest }: Priced, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name,
  phase: null,
  lowest: lowest.quantity === 0 ? null : moneyOrNone(lowest.price, 'EUR', 100),
  offerCount: lowest.quantity,
  purchaseLink: pageLink(lowest.link),
  marketplaceItemId: null,
  thumbnail: null,
});

/** The answer gives only the best order, without its quantity. */
export function parseWanted({ name, orders }: Wanted, { game }: About): BuyOrder | null {
  const price = moneyOrNone(orders.maxPrice, 'EUR', 100);
  return price && { kind: 'buyOrder', game, name, phase: null, orderId: `best:${name}`, price, quantity: null };
}

export function parseHeld(row: Held, { game }: About): readonly Offer[] {
  const appId = appIdOf(game);
  const price = moneyOrNone(row.p, 'USD', 100);
  if (price === null || (row.e != null && row.e !== '') || String(row.g) !== String(appId)) return [];
  return row.a.map((assetId) => ({
    kind: 'offer',
    game,
    name: row.n,
    phase: null,
    offerId: assetId,
    price,
    // There is no known page for a single item, so the link is the page of the game with the id as fragment
    purchaseLink: `https://swap.gg/?game=${appId}#${assetId}`,
    inspectLink: null,
    float: null,
    paintIndex: null,
    paintSeed: null,
    stickers: null,
    tradableAt: null,
    ownerId: null,
  }));
}
