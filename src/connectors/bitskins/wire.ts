import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

const Name = Type.String({ minLength: 1 });
/** Thousandths of a dollar: a fraction would mean that the unit has changed. */
const Thousandths = Type.Integer({ minimum: 0 });
const WholeNumber = Type.Integer({ minimum: 0 });

/** A row of /market/insell: one name. */
export const InSell = Type.Object({
  skin_id: WholeNumber,
  name: Name,
  price_min: Nullable(Thousandths),
  quantity: WholeNumber,
});
export type InSell = Static<typeof InSell>;

/** A row of /market/search: one item on sale. */
export const Found = Type.Object({
  id: Name,
  app_id: Maybe(Type.Integer()),
  name: Name,
  price: Thousandths,
  /** Days; 0 means tradable now. */
  tradehold: Maybe(Type.Number()),
  float_value: Maybe(Type.Number()),
  paint_index: Maybe(Type.Number()),
  paint_seed: Maybe(Type.Number()),
  stickers: Maybe(Type.Array(Type.Unknown())),
  bot_steam_id: Maybe(Type.String()),
});
export type Found = Static<typeof Found>;

const sold = {
  key: Name,
  price: Thousandths,
  stickers: Maybe(Type.Array(Type.Unknown())),
};

/** A row of /market/pricing/list with a key made from it. The documentation misspells two of its fields. */
export const Sold = Type.Union([
  Type.Object({ ...sold, created_at: Name, float_value: Maybe(Type.Number()) }),
  Type.Object({ ...sold, created_ad: Name, fload_value: Maybe(Type.Number()) }),
]);
export type Sold = Static<typeof Sold>;

/** A row of /market/pricing/summary: one day. */
export const Day = Type.Object({ date: Name, price_avg: Nullable(Type.Number()), counter: WholeNumber });
export type Day = Static<typeof Day>;

const named = { id: Name, app_id: Type.Integer() };

/** A message of the feed as one object. */
export const Event = Type.Union([
  Type.Object({ action: Type.Literal('listed'), ...named, name: Name, price: Thousandths }),
  Type.Object({ action: Type.Literal('price_changed'), ...named, price: Thousandths }),
  Type.Object({ action: Type.Literal('delisted_or_sold'), ...named }),
]);
export type Event = Static<typeof Event>;
