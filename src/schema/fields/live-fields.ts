import { always, late, nullable } from './field.ts';

/*
 * The records that the book holds, in the order in which lines of the tape have their cells. Lines are only ever extended at
 * their end, by fields that can be missing.
 */

/** What every record is about. */
export const subjectFields = {
  game: always('game'),
  name: always('name'),
  phase: nullable('variant'),
  marketplaceId: always('marketplace'),
} as const;

const times = {
  /** First seen. */
  foundAt: always('instant', 'First seen, UTC'),
  /** Last change of a published value. */
  changedAt: always('instant', 'Last change, UTC'),
  /** Last confirmed by the marketplace. */
  seenAt: always('instant', 'Last seen, UTC'),
} as const;

/** As in `Extras`; where there is none of a thing, its field is absent. */
export const extraFields = {
  charms: late('charms', 'Charms that hang on it as JSON: name, pattern'),
  nameTag: late('text', 'Name that a player gave it'),
  statTrakCount: late('whole', 'What its StatTrak counter shows'),
  patches: late('patches', 'Applied patches as JSON: name, wear, slot'),
} as const;

export const offerFields = {
  ...subjectFields,
  offerId: always('text', 'Id that the marketplace gave it'),
  price: always('money'),
  prices: always('prices', 'Price'),
  purchaseLink: nullable('text', 'Page to buy it on'),
  inspectLink: nullable('text', 'Link that shows it in the game'),
  float: nullable('fraction', 'Wear from 0 to 1'),
  paintIndex: nullable('whole', 'Number of the finish'),
  paintSeed: nullable('whole', 'Number of the pattern'),
  stickers: nullable('stickers'),
  tradableAt: nullable('instant', 'When it can be traded, UTC; empty when tradable now or unknown'),
  ownerId: nullable('text', 'Seller, as the marketplace names them'),
  ...times,
  tf2: late('tf2'),
  ...extraFields,
} as const;

const { name, phase, purchaseLink, float, paintSeed } = offerFields;
/** What readers can filter offers by, besides prices; values are compared with `===`. */
export const filteredFields = { name, phase, purchaseLink, float, paintSeed } as const;

export const buyOrderFields = {
  ...subjectFields,
  orderId: always('text', 'Id of the buy order'),
  price: always('money'),
  prices: always('prices', 'Bid per item'),
  quantity: nullable('count', 'How many are wanted'),
  ...times,
} as const;

export const quoteFields = {
  ...subjectFields,
  lowest: nullable('money'),
  prices: always('prices', 'Lowest price'),
  offerCount: nullable('count', 'Offers on sale'),
  purchaseLink: nullable('text', 'Page of the item'),
  marketplaceItemId: nullable('text'),
  thumbnail: nullable('text'),
  ...times,
  /** Lowest price of what can be traded at once, in the currency of `lowest`; absent if it is not known or all is locked. */
  tradableAmount: late('count', null),
} as const;

export const floorFields = {
  ...subjectFields,
  prices: always('prices', 'Lowest price'),
  offerCount: always('count'),
} as const;

export const topBidFields = {
  ...subjectFields,
  prices: always('prices', 'Highest buy order'),
  orderCount: always('count'),
} as const;
