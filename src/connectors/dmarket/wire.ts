import Type, { type Static } from 'typebox';
import { Nullable } from '../../schema/index.ts';

/** DMarket's own codes of the games. */
export const gameIds = { CS2: 'a8db', Dota2: '9a92', Rust: 'rust', TF2: 'tf2' } as const;

// Whole cents only: a decimal point would mean that the unit has changed
const Cents = Type.String({ pattern: '^[0-9]+$' });
const Name = Type.String({ minLength: 1 });

/** An object of market/items. */
export const MarketItem = Type.Object({
  type: Type.Literal('offer'),
  status: Type.Literal('active'),
  gameId: Type.Enum(Object.values(gameIds)),
  title: Name,
  owner: Type.Optional(Type.String()),
  price: Type.Object({ USD: Cents }),
  extra: Type.Object({
    offerId: Name,
    linkId: Type.Optional(Type.String()),
    inspectInGame: Type.Optional(Nullable(Type.String())),
    floatValue: Type.Optional(Nullable(Type.Number())),
    paintIndex: Type.Optional(Nullable(Type.Number())),
    paintSeed: Type.Optional(Nullable(Type.Number())),
    phase: Type.Optional(Nullable(Type.String())),
    /** Seconds from now; -1 where a game has no lock. */
    tradeLockDuration: Type.Optional(Nullable(Type.Number())),
    stickers: Type.Optional(Nullable(Type.Array(Type.Unknown()))),
  }),
});
export type MarketItem = Static<typeof MarketItem>;

/** A standing target, as DMarket calls a buy order; `key` is made from its fields. */
export const Target = Type.Object({
  key: Name,
  amount: Type.Union([Type.String(), Type.Integer()]),
  price: Cents,
  title: Name,
  attributes: Type.Optional(
    Nullable(
      Type.Object({
        floatPartValue: Type.Optional(Nullable(Type.String())),
        paintSeed: Type.Optional(Nullable(Type.Union([Type.String(), Type.Number()]))),
        phase: Type.Optional(Nullable(Type.String())),
      }),
    ),
  ),
});
export type Target = Static<typeof Target>;

export const TargetList = Type.Object({ orders: Type.Array(Type.Unknown()) });

/** A row of last-sales; `key` is made from its fields. */
export const LastSale = Type.Object({
  key: Name,
  /** Dollars, and always with decimals: a whole number might be cents, which would be wrong by a hundred. */
  price: Type.String({ pattern: '^[0-9]+\\.[0-9]+$' }),
  /** Epoch seconds. */
  date: Type.Union([Type.String({ pattern: '^[0-9]+$' }), Type.Integer({ minimum: 0 })]),
  offerAttributes: Type.Optional(
    Nullable(
      Type.Object({
        floatValue: Type.Optional(Nullable(Type.Number())),
        paintSeed: Type.Optional(Nullable(Type.Number())),
        phaseTitle: Type.Optional(Nullable(Type.String())),
      }),
    ),
  ),
});
export type LastSale = Static<typeof LastSale>;

export const SaleList = Type.Object({ sales: Type.Array(Type.Unknown()) });
