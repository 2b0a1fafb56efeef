import Type, { type Static } from 'typebox';
import { Maybe, Nullable } from '../../schema/index.ts';

/** DMarket's own codes of the games. */
export const gameIds = { CS2: 'a8db', Dota2: '9a92', Rust: 'rust', TF2: 'tf2' } as const;

// Whole cents only: a decimal point would mean that the unit has changed
const Cents = Type.String({ pattern: '^[0-9]+$' });
const Count = Type.Union([Type.String({ pattern: '^[0-9]+$' }), Type.Integer({ minimum: 0 })]);
const Name = Type.String({ minLength: 1 });
const NumberOrText = Type.Union([Type.String(), Type.Number()]);

/** A row of v2/offers. */
export const ListedOffer = Type.Object({
  offerId: Name,
  priceCents: Type.Union([Cents, Type.Integer({ minimum: 0 })]),
  /** Not for sale now. */
  locked: Maybe(Type.Boolean()),
  attributes: Type.Object({
    gameId: Maybe(Type.Enum(Object.values(gameIds))),
    title: Name,
    tradeLockDays: Maybe(Type.Number()),
    /** "480923.14s" from now. */
    tradeLockDuration: Maybe(Type.String()),
    unlockDate: Maybe(Type.String()),
    cs2: Maybe(
      Type.Object({
        float: Maybe(NumberOrText),
        paintIndex: Maybe(Type.Number()),
        paintSeed: Maybe(Type.Number()),
        phase: Maybe(Type.String()),
        inspectInGameUri: Maybe(Type.String()),
        /** The rarity. */
        quality: Maybe(Type.String()),
        collection: Maybe(Type.Union([Type.String(), Type.Array(Type.Unknown())])),
        stickers: Maybe(Type.Array(Type.Unknown())),
      }),
    ),
    dota2: Maybe(Type.Object({ hero: Maybe(Type.String()), rarity: Maybe(Type.String()) })),
  }),
});
export type ListedOffer = Static<typeof ListedOffer>;

const BestPrice = Nullable(Type.Union([Cents, Type.Object({ Currency: Type.Literal('USD'), Amount: Cents })]));

/** A row of aggregated-prices. */
export const BestPrices = Type.Object({ title: Name, offerBestPrice: BestPrice, offerCount: Count });
export type BestPrices = Static<typeof BestPrices>;

const Criteria = Type.Object({
  /** Such as FN-0. */
  floatPartValue: Maybe(Type.String()),
  paintSeed: Maybe(NumberOrText),
  /** Such as phase-1, in targets-by-title. */
  phase: Maybe(Type.String()),
  /** Such as Phase 1, in market-depth. */
  phaseTitle: Maybe(Type.String()),
});
export type Criteria = Static<typeof Criteria>;

/** A target, as DMarket calls a buy order; `key` is made from its fields. */
export const Target = Type.Object({
  key: Name,
  amount: Count,
  price: Cents,
  title: Name,
  attributes: Maybe(Criteria),
});
export type Target = Static<typeof Target>;

export const TargetList = Type.Object({ orders: Type.Array(Type.Unknown()) });

/** A price level of the orders in market-depth; an order for any item of the title has no conditions. */
export const DepthOrder = Type.Object({
  key: Name,
  amount: Count,
  price: Cents,
  attributes: Maybe(Type.Array(Criteria, { maxItems: 1 })),
});
export type DepthOrder = Static<typeof DepthOrder>;

/** A row of last-sales; `key` is made from its fields. */
export const LastSale = Type.Object({
  key: Name,
  /** Dollars, always with decimals: a whole number could be cents, and the price wrong by a factor of 100. */
  price: Type.String({ pattern: '^[0-9]+\\.[0-9]+$' }),
  /** Epoch seconds. */
  date: Type.Union([Type.String({ pattern: '^[0-9]+$' }), Type.Integer({ minimum: 0 })]),
  /** Target: the seller filled a buy order. */
  txOperationType: Maybe(Type.String()),
  offerAttributes: Maybe(
    Type.Object({
      floatValue: Maybe(Type.Number()),
      paintSeed: Maybe(Type.Number()),
      phaseTitle: Maybe(Type.String()),
    }),
  ),
});
export type LastSale = Static<typeof LastSale>;

export const SaleList = Type.Object({ sales: Type.Array(Type.Unknown()) });
