import type { LiveQuote } from '../../schema/index.ts';
import * as column from './columns.ts';
import { type KeptTable, knownAt, moneyAt, nullableTextAt, seriesAt, timesAt } from './page.ts';
import { named } from './table.ts';

const columns = {
  marketplaceId: column.marketplaceId(),
  game: column.game(),
  phase: column.phase(),
  // 0 when nothing is on sale; the currency is then meaningless
  amount: column.amount((quote) => quote.lowest?.amount ?? 0),
  currency: column.currency((quote) => quote.lowest?.currency ?? 'USD'),
  ...column.prices('Lowest price'),
  offerCount: column.number('Nullable(Int64)', (quote) => quote.offerCount, 'Offers on sale'),
  purchaseLink: column.nullableText((quote) => quote.purchaseLink, 'Page of the item'),
  marketplaceItemId: column.nullableText((quote) => quote.marketplaceItemId),
  thumbnail: column.nullableText((quote) => quote.thumbnail),
  ...column.times(),
  itemId: column.itemId(),
} satisfies column.Columns<LiveQuote>;

export const quotes: KeptTable<LiveQuote, typeof columns> = {
  name: 'liveQuotes',
  columns,
  exported: {
    time: 'changedAt',
    columns: [...named.series, ...named.money, 'offerCount', 'purchaseLink', ...named.times],
  },
  rowAt: (page, row) => {
    const money = moneyAt(page, row);
    return {
      ...seriesAt(page, row),
      lowest: money.amount === 0 ? null : money,
      offerCount: knownAt(page.offerCount, row),
      purchaseLink: nullableTextAt(page.purchaseLink, row),
      marketplaceItemId: nullableTextAt(page.marketplaceItemId, row),
      thumbnail: nullableTextAt(page.thumbnail, row),
      ...timesAt(page, row),
    };
  },
};
