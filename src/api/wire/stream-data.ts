import Type, { type TSchema } from 'typebox';
import { type Game, gapReasons, Phase } from '../../schema/index.ts';
import { ItemHead, offerCountField } from './item.ts';
import { Looks, WireOffer } from './offer.ts';
import { OrNull } from './or-null.ts';
import { FourPrices } from './price.ts';
import { WireBestPrices } from './tape/best.ts';
import { Seconds } from './time.ts';

// What the messages of `stream-message.ts` hold, which are joined by hand; a test reads the ones by the other

const name = ItemHead.properties.name;

const offerFields = {
  name,
  purchaseLink: Type.String({ description: 'Page on which this offer can be bought' }),
  ...FourPrices.properties,
  priceUSD: Type.Number({ exclusiveMinimum: 0, description: 'Price in US dollars', examples: [12.34] }),
  daysTradeLocked: WireOffer.properties.daysTradeLocked,
  foundAt: Seconds('First seen'),
};

export const CS2OfferData = Type.Object({
  ...offerFields,
  inspectLink: WireOffer.properties.inspectLink,
  ...Looks.properties,
});

export const Dota2OfferData = Type.Object({
  ...offerFields,
  rarity: OrNull(Type.String(), 'Rarity of the item'),
  hero: OrNull(Type.String(), 'Hero the item belongs to'),
});

export const RustOfferData = Type.Object({
  ...offerFields,
  itemType: OrNull(Type.String(), 'Kind of the item'),
});

export const TF2OfferData = Type.Object(offerFields);

/** What the data of an offer is in each game. */
export const offerDataOf = {
  CS2: CS2OfferData,
  Dota2: Dota2OfferData,
  Rust: RustOfferData,
  TF2: TF2OfferData,
} satisfies Readonly<Record<Game, TSchema>>;

const looksInCS2 = {
  float: Type.Optional(Looks.properties.float),
  paintIndex: Type.Optional(Looks.properties.paintIndex),
  paintSeed: Type.Optional(Looks.properties.paintSeed),
  stickers: Type.Optional(Looks.properties.stickers),
};

export const SaleData = Type.Object({
  name,
  ...FourPrices.properties,
  soldAt: Seconds('Moment of the sale'),
  ...looksInCS2,
});

const itemPhase = OrNull(Phase, 'Doppler variant, null when there is none or any will do');

export const BuyOrderData = Type.Object({
  name,
  orderId: OrNull(Type.String(), 'Id of the buy order'),
  quantity: OrNull(Type.Integer({ minimum: 1 }), 'How many pieces are wanted'),
  ...FourPrices.properties,
  itemPhase,
  updatedAt: Seconds('Last change'),
});

export const PriceData = Type.Object({
  name,
  itemPhase,
  ...FourPrices.properties,
  offerCount: offerCountField,
});

const source = Type.String({ description: 'Name of the source within its marketplace', examples: ['items'] });

export const BestData = Type.Object({ name, ...WireBestPrices.properties });

export const SourceData = Type.Object({
  source,
  state: Type.String({
    description: 'starting, live, stale, limited, refused, blocked, changed, shrunk, down or off',
    examples: ['live'],
  }),
  detail: OrNull(Type.String(), 'The last failure in words, with what to do'),
  lastReadAt: OrNull(Seconds('Last success'), 'Last success, Unix time in seconds'),
});

export const GapData = Type.Object({
  source,
  from: Seconds('Up to here everything was certainly told'),
  to: Seconds('From here on it was told again'),
  reason: Type.Enum([...gapReasons], {
    description:
      'What it began with. cut: the connection of a feed ended; silent: nothing came on it for too long; failed: a reading failed or was not whole; shrunk: a reading brought far less than the one before; notRunning: this service did not run',
  }),
});

const sequenceOf = (which: string) =>
  OrNull(
    Type.Integer({ minimum: 1 }),
    `Sequence of the ${which} change that the reading brought about, null when there was none; those of others may stand between`,
  );

export const BatchData = Type.Object({ source, first: sequenceOf('first'), last: sequenceOf('last') });
