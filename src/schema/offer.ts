import Type, { type Static } from 'typebox';
import { Game } from './game.ts';
import { Id, LongText, Name, ShortText, Stickers } from './item.ts';
import { Money } from './money/money.ts';
import { Nullable } from './nullable.ts';

/** One item of one seller, on sale now, as a connector reports it. */
export const Offer = Type.Object({
  kind: Type.Literal('offer'),
  game: Game,
  name: Name,
  /** The variant in the marketplace's own words, null when it says nothing. */
  phase: Nullable(ShortText),
  /** The marketplace's own id, unique on that marketplace and game. */
  offerId: Id,
  price: Money,
  purchaseLink: Nullable(LongText),
  inspectLink: Nullable(LongText),
  float: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  paintIndex: Nullable(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  paintSeed: Nullable(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  /** None is [], unknown is null. */
  stickers: Nullable(Stickers),
  /** Epoch milliseconds from which the item can be traded; 0 is now, null is unknown. */
  tradableAt: Nullable(Type.Integer({ minimum: 0 })),
  ownerId: Nullable(ShortText),
  /** Epoch milliseconds at which a service that hands the offer on first saw it; absent where the marketplace itself is read. */
  foundAt: Type.Optional(Type.Integer({ minimum: 0 })),
  /** As of a quote. */
  localName: Type.Optional(Name),
});
export type Offer = Static<typeof Offer>;

/** An offer that has left its marketplace. */
export const Withdrawal = Type.Object({
  kind: Type.Literal('withdrawal'),
  game: Game,
  offerId: Id,
  reason: Type.Enum(['sold', 'withdrawn', 'unknown']),
});
export type Withdrawal = Static<typeof Withdrawal>;

/** The new price of an offer that is known already; everything else of it stays, and an unknown one is ignored. */
export const Repricing = Type.Object({
  kind: Type.Literal('repricing'),
  game: Game,
  offerId: Id,
  price: Money,
});
export type Repricing = Static<typeof Repricing>;

/** Orders in which offers are told: by price and float upwards or downwards, or those first that were found last. */
export const offerSorts = ['price', 'priceDown', 'newest', 'float', 'floatDown'] as const;
export type OfferSort = (typeof offerSorts)[number];
