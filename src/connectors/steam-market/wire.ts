import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';
import { englishAmount, isConvertible, misprinted, printedCurrency, unconvertible } from './currency.ts';

const SteamCurrency = Type.Refine(Type.Integer(), isConvertible, unconvertible);

const Links = Maybe(Type.Array(Nullable(Type.Object({ link: Maybe(Type.String()) }))));
const Name = Type.String({ minLength: 1 });

export const Property = Type.Object({
  propertyid: Maybe(Type.Integer()),
  int_value: Maybe(Type.String()),
  float_value: Maybe(Type.Number()),
  string_value: Maybe(Type.String()),
});
export type Property = Static<typeof Property>;

const Accessory = Type.Object({
  standalone_properties: Maybe(Type.Array(Nullable(Property))),
  description: Maybe(Type.Object({ market_hash_name: Maybe(Type.String()), market_actions: Links })),
});

const Tag = Type.Object({
  category: Maybe(Type.String()),
  internal_name: Maybe(Type.String()),
  localized_tag_name: Maybe(Type.String()),
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
    /** "StatTrak™ Covert Rifle", "Inscribed Mythical Belt". */
    type: Maybe(Type.String()),
    tags: Maybe(Type.Array(Nullable(Tag))),
  }),
  asset: Maybe(
    Type.Object({
      assetid: Maybe(Type.String()),
      asset_properties: Maybe(Type.Array(Nullable(Property))),
      asset_accessories: Maybe(Type.Array(Nullable(Accessory))),
    }),
  ),
});
export type Listing = Static<typeof Listing>;

/** One page of the listings action, nested in `data`. */
export const ListingsPage = Type.Object({
  data: Type.Object({ total_count: Type.Integer({ minimum: 0 }), listings: Type.Array(Type.Unknown()) }),
});

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
const BookOnPage = Type.Object({
  of: Type.Literal('orderBook'),
  appId: Type.Integer(),
  name: Name,
  /** Of the page's group, "G180D20900A3004"; null outside CS2, where a page is that of a name. */
  groupId: Maybe(Type.String()),
  book: OrderBook,
});
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

export const SearchResult = Type.Refine(
  Type.Object({
    hash_name: Name,
    sell_listings: Type.Integer({ minimum: 0 }),
    sell_price: Type.Integer({ minimum: 0 }),
    sell_price_text: Type.String(),
    asset_description: Type.Object({
      appid: Type.Integer(),
      icon_url: Maybe(Type.String()),
      market_bucket_group_id: Maybe(Type.String()),
      type: Maybe(Type.String()),
    }),
  }),
  (row) => printedCurrency(row) !== null,
  misprinted,
);
export type SearchResult = Static<typeof SearchResult>;

/** A result of the search action. */
export const FoundItem = Type.Refine(
  Type.Object({
    strHash: Name,
    cSellOrders: Type.Integer({ minimum: 0 }),
    eCurrency: SteamCurrency,
    strMinSellSubtotal: Maybe(Type.String()),
    asset_description: Maybe(
      Type.Object({ icon_url: Maybe(Type.String()), market_bucket_group_id: Maybe(Type.String()) }),
    ),
  }),
  ({ cSellOrders, strMinSellSubtotal }) => cSellOrders === 0 || englishAmount(strMinSellSubtotal ?? '') !== null,
  ({ strMinSellSubtotal }) => `has the price "${strMinSellSubtotal}", which is not written as in English`,
);
export type FoundItem = Static<typeof FoundItem>;

/** Without the number of all results, the first page would count as the whole list. */
export const SearchPage = Type.Object({ total_count: Type.Integer({ minimum: 1 }) });
