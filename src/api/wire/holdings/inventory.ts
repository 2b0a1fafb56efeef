import Type, { type Static } from 'typebox';
import { currencies, Game } from '../../../schema/index.ts';
import { variantFields } from '../full/variant.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { currencyField } from '../tape/best.ts';
import { Seconds } from '../time.ts';
import { payoutField, WireHoldingSale, wayField } from './holding.ts';
import { maxAmount } from './transaction.ts';

/** What a stranger does not see in an inventory of a game, and why. */
const hiddenMeanings = {
  recentTrades: 'what was bought or traded in the last ten days is shown to its owner only',
  storageUnits: 'what is in storage units is never listed',
  tradeProtected: 'items under trade protection are shown to their owner only',
} as const;
export type Hidden = keyof typeof hiddenMeanings;

const hiddenText = Object.entries(hiddenMeanings)
  .map(([word, meaning]) => `${word}: ${meaning}`)
  .join('; ');

export const WireInventoryItem = Type.Object({
  assetId: Type.String({ description: 'Asset id on Steam' }),
  name: ItemHead.properties.name,
  ...variantFields('null if the item has none or it is not known'),
  quantity: Type.Integer({ minimum: 1, description: 'Number of pieces of this asset' }),
  isTradable: Type.Boolean({ description: 'Whether it can be traded' }),
  isMarketable: Type.Boolean({ description: 'Whether Steam lets it be sold' }),
  float: OrNull(Type.Number(), 'Wear, 0 to 1; null if Steam does not say'),
  paintSeed: OrNull(Type.Integer(), 'Paint seed; null if Steam does not say'),
  nameTag: OrNull(Type.String(), 'Name tag; null without one'),
  isHeld: Type.Boolean({ description: 'Whether a purchase of this asset id is among the holdings' }),
  sale: OrNull(WireHoldingSale, 'Where a piece brings most after fees now; null if that is not known anywhere'),
  value: OrNull(
    Type.Number(),
    'What all pieces bring at that price after fees, in `currency`; null if it is not known',
  ),
});

export const WireInventory = Type.Object({
  steamId: Type.String({ description: 'Steam id of the owner', examples: ['76561197960287930'] }),
  game: Game,
  readAt: Seconds('When it was read from Steam'),
  currency: currencyField,
  way: wayField,
  payout: payoutField,
  totalCount: Type.Integer({ minimum: 0, description: 'Number of assets that Steam counts' }),
  quantity: Type.Integer({ minimum: 0, description: 'Number of pieces in `items`' }),
  value: Type.Number({ description: 'What the pieces of known value bring after fees, in `currency`' }),
  valueQuantity: Type.Integer({ minimum: 0, description: 'Number of pieces in `value`' }),
  hidden: Type.Array(Type.Enum(Object.keys(hiddenMeanings) as Hidden[]), {
    description: `What a public inventory of this game does not show, so that it may lack something. ${hiddenText}`,
  }),
  items: Type.Array(WireInventoryItem, { description: 'The assets that are shown, in the order of Steam' }),
});
export type WireInventory = Static<typeof WireInventory>;
export type WireInventoryItem = Static<typeof WireInventoryItem>;

/** An inventory to take over as purchases. */
export const InventoryRequest = Type.Object(
  {
    profile: Type.String({ minLength: 1, maxLength: 200, description: 'Steam id, or address of the profile' }),
    game: Type.String({ minLength: 1, maxLength: 64, description: 'Game: a name, an alias or the app id' }),
    assetIds: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        description: 'Only these assets; all if omitted',
        maxItems: 10_000,
      }),
    ),
    costs: Type.Optional(
      Type.Array(
        Type.Object({
          assetId: Type.String({ maxLength: 64, description: 'Asset id on Steam' }),
          price: Type.Number({ minimum: 0, maximum: maxAmount, description: 'Cost of one piece' }),
        }),
        { description: 'What assets cost; the cost of the others is not known', maxItems: 10_000 },
      ),
    ),
    currency: Type.Optional(Type.Enum([...currencies], { description: 'Currency of `costs`; default: USD' })),
    date: Type.Optional(Type.String({ maxLength: 40, description: 'When they were bought, ISO 8601; now if omitted' })),
  },
  { additionalProperties: false },
);
export type InventoryRequest = Static<typeof InventoryRequest>;
