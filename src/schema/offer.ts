import Type, { type Static } from 'typebox';
import { ItemAttributes } from './attributes/item-attributes.ts';
import { Game } from './game.ts';
import { Id, LongText, Name, ShortText, Stickers } from './item.ts';
import { Nullable } from './json/nullable.ts';
import { Money } from './money/money.ts';
import { Extras } from './traits/extras.ts';
import { Tf2Traits } from './traits/tf2-traits.ts';

/** One item on sale by one seller, as a connector reports it. */
export const Offer = Type.Object({
  kind: Type.Literal('offer'),
  game: Game,
  name: Name,
  /** The variant as the marketplace spells it; null when it does not say. */
  phase: Nullable(ShortText),
  /** The marketplace's own id, unique on that marketplace and game. */
  offerId: Id,
  price: Money,
  purchaseLink: Nullable(LongText),
  inspectLink: Nullable(LongText),
  float: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  paintIndex: Nullable(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  paintSeed: Nullable(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  /** [] means none, null means unknown. */
  stickers: Nullable(Stickers),
  /** When the item becomes tradable, epoch milliseconds; 0 means now, null means unknown, as does an end that no lock can have. */
  tradableAt: Nullable(Type.Integer({ minimum: 0 })),
  ownerId: Nullable(ShortText),
  /** When an upstream service first saw the offer, epoch milliseconds; absent when read from the marketplace itself. */
  foundAt: Type.Optional(Type.Integer({ minimum: 0 })),
  /** As in `Quote`. */
  localName: Type.Optional(Name),
  /** What the marketplace tells of the item itself; absent where it tells nothing. */
  itemAttributes: Type.Optional(ItemAttributes),
  /** Absent for other games, and where the marketplace says nothing of it. */
  tf2: Type.Optional(Tf2Traits),
  ...Extras.properties,
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

/** A new price for a known offer, whose other fields stay; ignored when the offer is not known. */
export const Repricing = Type.Object({
  kind: Type.Literal('repricing'),
  game: Game,
  offerId: Id,
  price: Money,
});
export type Repricing = Static<typeof Repricing>;

/** Orders of offers: price and float ascending or descending, or newest found first. */
export const offerSorts = ['price', 'priceDown', 'newest', 'float', 'floatDown'] as const;
export type OfferSort = (typeof offerSorts)[number];
