import type { LiveOffer } from '../../schema/index.ts';
import * as column from './columns.ts';
import { type KeptTable, knownAt, looksAt, moneyAt, nullableTextAt, seriesAt, textAt, timesAt } from './page.ts';
import { named } from './table.ts';

const columns = {
  marketplaceId: column.marketplaceId(),
  game: column.game(),
  offerId: column.text((offer) => offer.offerId, 'Id that the marketplace gave it'),
  phase: column.phase(),
  amount: column.amount((offer) => offer.price.amount),
  currency: column.currency((offer) => offer.price.currency),
  ...column.prices('Price'),
  purchaseLink: column.nullableText((offer) => offer.purchaseLink, 'Page to buy it on'),
  inspectLink: column.nullableText((offer) => offer.inspectLink, 'Link that shows it in the game'),
  ...column.looks(),
  stickers: column.stickersOrTraits(),
  ownerId: column.nullableText((offer) => offer.ownerId, 'Seller, as the marketplace names them'),
  tradableAt: column.nullableInstant(
    (offer) => offer.tradableAt,
    'When it can be traded, UTC; empty when tradable now or unknown',
  ),
  ...column.times(),
  itemId: column.itemId(),
} satisfies column.Columns<LiveOffer>;

export const offers: KeptTable<LiveOffer, typeof columns> = {
  name: 'liveOffers',
  columns,
  exported: {
    time: 'changedAt',
    columns: [
      ...named.series,
      'offerId',
      ...named.money,
      ...named.looks,
      'purchaseLink',
      'inspectLink',
      'tradableAt',
      'ownerId',
      ...named.times,
    ],
  },
  rowAt: (page, row) => ({
    ...seriesAt(page, row),
    offerId: textAt(page.offerId, row),
    price: moneyAt(page, row),
    purchaseLink: nullableTextAt(page.purchaseLink, row),
    inspectLink: nullableTextAt(page.inspectLink, row),
    ...looksAt(page, row),
    ownerId: nullableTextAt(page.ownerId, row),
    tradableAt: knownAt(page.tradableAt, row),
    ...timesAt(page, row),
  }),
};
