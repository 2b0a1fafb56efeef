import Type, { type Static } from 'typebox';
import { Maybe } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
// Dollars as a string; a number could be in other units
const Dollars = Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' });
const Price = Type.Object({ value: Dollars, currency: Type.Literal('USD') });

/** A row of the price file: one name, or one variant of a Doppler. */
export const Priced = Type.Object({
  market_hash_name: Name,
  price: Dollars,
  market_product_count: Type.Integer({ minimum: 0 }),
  market_product_link: Maybe(Type.String()),
});
export type Priced = Static<typeof Priced>;

/** An edge of market_list: one item for sale. All numbers of an item are strings, blank when unknown. */
export const Listed = Type.Object({
  node: Type.Object({
    id: Name,
    price: Price,
    store: Maybe(Type.Object({ slug: Maybe(Type.String()) })),
    item: Type.Object({
      description: Type.Object({ nameHash: Name }),
      float: Maybe(Type.String()),
      paintIndex: Maybe(Type.String()),
      paintSeed: Maybe(Type.String()),
      phase: Maybe(Type.String()),
      link: Maybe(Type.String()),
      stickerTitles: Maybe(Type.Array(Type.Unknown())),
    }),
  }),
});
export type Listed = Static<typeof Listed>;

/** An edge of order_list: one buy order. */
export const Ordered = Type.Object({
  node: Type.Object({
    id: Name,
    appId: Type.Literal('730'),
    nameHash: Name,
    quantity: Type.Integer({ minimum: 1 }),
    price: Price,
    status: Type.Literal('ACTIVE'),
    /** A float range, pattern or the like that the buyer requires. */
    params: Maybe(Type.Array(Type.Unknown())),
  }),
});
export type Ordered = Static<typeof Ordered>;

/** A day of market_stats_product. One client has the average as a number, another as text; both are dollars. */
export const Day = Type.Object({
  priceAvg: Type.Union([Type.Number(), Dollars]),
  volume: Type.Integer({ minimum: 0 }),
  date: Name,
});
export type Day = Static<typeof Day>;

const product = { id: Name, app_id: Name, name_hash: Name };

/** A message of the feed. An edit has no inspect link, a removal has only ids and name; numbers can be blank. */
export const Event = Type.Union([
  Type.Object({
    type: Type.Enum(['market_product_added', 'market_product_edited']),
    content: Type.Object({
      ...product,
      price: Dollars,
      inspect_url: Maybe(Type.String()),
      float: Maybe(Type.String()),
      paint_index: Maybe(Type.String()),
      paint_seed: Maybe(Type.String()),
    }),
  }),
  Type.Object({ type: Type.Literal('market_product_removed'), content: Type.Object(product) }),
]);
export type Event = Static<typeof Event>;
