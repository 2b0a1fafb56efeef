import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Decimal = Type.Union([Type.String(), Type.Number()]);

const priced = {
  market_hash_name: Type.String({ minLength: 1 }),
  /** In units of the currency, which is part of the URL. */
  price: Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^[0-9]+(?:\\.[0-9]+)?$' })]),
};

/** A row of the bulk list of highest orders. Its `volume` is the total of all orders of the name, not of this one. */
export const BestOrder = Type.Object(priced);
export type BestOrder = Static<typeof BestOrder>;

/** A row of the bulk list of lowest prices. */
export const BulkRow = Type.Object({ ...priced, volume: Type.Union([Type.String(), Type.Integer()]) });
export type BulkRow = Static<typeof BulkRow>;

export const BulkList = Type.Object({ success: Type.Literal(true), currency: Type.Literal('USD') });

const Currency = Type.Enum(['USD', 'EUR', 'RUB']);
const Named = { name: Type.String({ minLength: 1 }), currency: Currency };

/** A lot of search-list-items-by-hash-name-all, with the name and currency from the answer around it. */
export const Lot = Type.Object({
  ...Named,
  id: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]*$' })]),
  /** Kopecks, or thousandths of a dollar or euro. */
  price: Decimal,
  // PHP encodes an empty map as an array
  extra: Type.Optional(
    Nullable(
      Type.Union([
        Type.Object({
          float: Type.Optional(Nullable(Decimal)),
          phase: Type.Optional(Nullable(Type.String())),
        }),
        Type.Array(Type.Unknown()),
      ]),
    ),
  ),
});
export type Lot = Static<typeof Lot>;

/** The entry of get-list-items-info for a name, with the name and currency from the answer around it. */
export const NameHistory = Type.Object({
  ...Named,
  /** Pairs of epoch seconds and units of the currency. */
  history: Type.Array(Type.Tuple([Decimal, Decimal])),
});
export type NameHistory = Static<typeof NameHistory>;

/** An answer about names: a map by name, or an empty array where nothing is known. */
export const ByName = Type.Object({
  success: Type.Literal(true),
  currency: Currency,
  data: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())]),
});

/** A row of the site's own history: the time, the price paid and the number of purchases. */
export const HistoryRow = Type.Object({
  price: Type.Number(),
  time: Type.String(),
  count: Type.Integer({ minimum: 0 }),
  currency: Currency,
});
export type HistoryRow = Static<typeof HistoryRow>;
