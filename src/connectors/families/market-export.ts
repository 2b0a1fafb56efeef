import Type, { type Static } from 'typebox';
import type { About } from '../../contract/connector.ts';
import { moneyOrNone } from '../../contract/money.ts';
import { pageLink } from '../../contract/text.ts';
import { Nullable, type Quote } from '../../schema/index.ts';

// LIS-SKINS and Skin.Land publish the same price file: market_export_json/csgo.json

/** A row of csgo.json: one name, with its price in dollars. */
export const Grouped = Type.Object({
  name: Type.String({ minLength: 1 }),
  price: Type.Number({ minimum: 0 }),
  count: Type.Integer({ minimum: 0 }),
  /** Lowest price of what is not locked; null when everything is. */
  unlocked_price: Type.Optional(Nullable(Type.Number({ minimum: 0 }))),
  url: Type.Optional(Nullable(Type.String())),
});
export type Grouped = Static<typeof Grouped>;

export const parseGrouped = (row: Grouped, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.name,
  phase: null,
  lowest: moneyOrNone(row.price, 'USD'),
  offerCount: row.count,
  purchaseLink: pageLink(row.url),
  marketplaceItemId: null,
  thumbnail: null,
  ...(row.unlocked_price !== undefined && {
    tradableLowest: moneyOrNone(row.unlocked_price, 'USD', 1, 'unlocked_price'),
  }),
});
