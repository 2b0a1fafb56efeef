import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

const Decimal = Type.Union([Type.String(), Type.Number()]);

/** A row of the bulk lists; their currency stands in the address. */
export const BulkRow = Type.Object({
  market_hash_name: Type.String({ minLength: 1 }),
  /** Currency units. */
  price: Decimal,
  volume: Type.Union([Type.String(), Type.Integer()]),
});
export type BulkRow = Static<typeof BulkRow>;

export const BulkList = Type.Object({ success: Type.Literal(true), currency: Type.Literal('USD') });

const Currency = Type.Enum(['USD', 'EUR', 'RUB']);
const Named = { name: Type.String({ minLength: 1 }), currency: Currency };

/** A lot of search-list-items-by-hash-name-all, with the name and currency that stand above it. */
export const Lot = Type.Object({
  ...Named,
  id: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]*$' })]),
  /** Kopecks, or thousandths of a dollar or euro. */
  price: Decimal,
  // PHP writes an empty map as a list
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

/** What get-list-items-info tells of one name, with the name and currency that stand above it. */
export const NameHistory = Type.Object({
  ...Named,
  /** Epoch seconds and currency units. */
  history: Type.Array(Type.Tuple([Decimal, Decimal])),
});
export type NameHistory = Static<typeof NameHistory>;

/** An answer about names: a map by name, or an empty list where nothing is known. */
export const ByName = Type.Object({
  success: Type.Literal(true),
  currency: Currency,
  data: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())]),
});

/** A row of the site's own history: what was paid at a time, by how many. */
export const HistoryRow = Type.Object({
  price: Type.Number(),
  time: Type.String(),
  count: Type.Integer({ minimum: 0 }),
  currency: Currency,
});
export type HistoryRow = Static<typeof HistoryRow>;
