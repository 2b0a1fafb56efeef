import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

// Steam's ids of the currencies in which prices are stored, and of some in which it answers visitors from other countries
const known: Readonly<Record<number, string>> = { 1: 'USD', 3: 'EUR', 5: 'RUB', 23: 'CNY' };
const others: Readonly<Record<number, string>> = {
  ...{ 2: 'GBP', 4: 'CHF', 6: 'PLN', 7: 'BRL', 8: 'JPY', 9: 'NOK', 10: 'IDR', 11: 'MYR', 12: 'PHP', 13: 'SGD' },
  ...{ 14: 'THB', 15: 'VND', 16: 'KRW', 17: 'TRY', 18: 'UAH', 19: 'MXN', 20: 'CAD', 21: 'AUD', 22: 'NZD', 24: 'INR' },
  ...{ 28: 'ZAR', 29: 'HKD', 30: 'TWD', 31: 'SAR', 32: 'AED', 35: 'ILS', 37: 'KZT', 38: 'KWD', 39: 'QAR' },
};

/** The currency of one of Steam's ids; rows in other currencies are rejected. */
export const steamCurrency = (number: number): string => known[number] ?? '';

const foreign = (number: number): string =>
  `Steam answers in ${others[number] ?? `its currency ${number}`}, which goes by the country it is asked from; prices are read in USD, EUR, RUB and CNY, so ask it from a country with one of these`;

const SteamCurrency = Type.Refine(Type.Integer(), (number: number) => Object.hasOwn(known, number), foreign);

const maybe = <S extends Type.TSchema>(schema: S) => Type.Optional(Nullable(schema));
const Links = maybe(Type.Array(Nullable(Type.Object({ link: maybe(Type.String()) }))));
const Name = Type.String({ minLength: 1 });

export const Property = Type.Object({
  propertyid: maybe(Type.Integer()),
  int_value: maybe(Type.String()),
  float_value: maybe(Type.Number()),
  string_value: maybe(Type.String()),
});
export type Property = Static<typeof Property>;

const Accessory = Type.Object({
  description: maybe(Type.Object({ market_hash_name: maybe(Type.String()), market_actions: Links })),
});

export const Listing = Type.Object({
  listingid: Type.String({ pattern: '^\\d+$' }),
  unPrice: Type.Integer({ minimum: 0 }),
  unFee: Type.Integer({ minimum: 0 }),
  eCurrency: SteamCurrency,
  description: Type.Object({
    appid: Type.Integer(),
    market_hash_name: Name,
    market_actions: Links,
    type: maybe(Type.String()),
  }),
  asset: maybe(
    Type.Object({
      assetid: maybe(Type.String()),
      asset_properties: maybe(Type.Array(Nullable(Property))),
      asset_accessories: maybe(Type.Array(Nullable(Accessory))),
    }),
  ),
});
export type Listing = Static<typeof Listing>;

/** `rgCompact…` are price, count, price, count …, best price first; each count is that of its level. */
export const OrderBook = Type.Object({
  eCurrency: SteamCurrency,
  cSellOrders: Type.Integer({ minimum: 0 }),
  rgCompactBuyOrders: Type.Array(Type.Integer({ minimum: 0 })),
  rgCompactSellOrders: Type.Array(Type.Integer({ minimum: 0 })),
});
export type OrderBook = Static<typeof OrderBook>;

// The page stores three kinds of rows, under keys that name their item
const ListingOnPage = Type.Object({ of: Type.Literal('listing'), listing: Listing });
const BookOnPage = Type.Object({ of: Type.Literal('orderBook'), appId: Type.Integer(), name: Name, book: OrderBook });
const PointOnPage = Type.Object({
  of: Type.Literal('pastPrice'),
  appId: Type.Integer(),
  name: Name,
  currency: SteamCurrency,
  point: Type.Object({
    time: Type.Integer({ minimum: 0 }),
    price_median: Type.Number(),
    purchases: Type.Integer({ minimum: 0 }),
  }),
});
export type PointOnPage = Static<typeof PointOnPage>;

export const PageRow = Type.Union([ListingOnPage, BookOnPage, PointOnPage]);
export type PageRow = Static<typeof PageRow>;

export const SearchResult = Type.Object({
  hash_name: Name,
  sell_listings: Type.Integer({ minimum: 0 }),
  sell_price: Type.Integer({ minimum: 0 }),
  // Nothing else gives the currency; texts of other currencies are rejected
  sell_price_text: Type.String({ pattern: '^\\$\\d|€' }),
  asset_description: Type.Object({
    appid: Type.Integer(),
    icon_url: maybe(Type.String()),
    /** "Inscribed Mythical Belt". */
    type: maybe(Type.String()),
  }),
});
export type SearchResult = Static<typeof SearchResult>;

/** Without the number of all results, the first page would count as the whole list. */
export const SearchPage = Type.Object({ total_count: Type.Integer({ minimum: 1 }) });
