import Type, { type Static } from 'typebox';
import type { Deal } from '../../../book/best/deal.ts';
import type { Currency, Game } from '../../../schema/index.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { currencyField } from './best.ts';
import { dealExample, toWireDeal, WireDeal } from './deal.ts';

const { profit: _, profitPercent: __, liquidity: ___, ...ways } = WireDeal.properties;

const perDay = 'Sales of the item per day over the last week, on all marketplaces; null if not known';

export const WireRatioRow = Type.Object(
  {
    ...ways,
    ratio: Type.Number({ exclusiveMinimum: 0, description: 'What is received for one unit paid, after known fees' }),
    salesPerDay: OrNull(Type.Number({ minimum: 0 }), perDay),
  },
  { description: 'An item that carries value across: where to buy it and where to sell it' },
);
export type WireRatioRow = Static<typeof WireRatioRow>;

const WireWay = (what: string, received: string) =>
  Type.Object(
    {
      ratio: OrNull(
        Type.Number({ exclusiveMinimum: 0 }),
        `${received} for one unit paid: over the best rows whose sales of one day take up \`amount\`; null if no sales are known`,
      ),
      covered: Type.Number({
        minimum: 0,
        description: 'How much of `amount` these rows take up in a day; less than it if there are too few',
      }),
      rows: Type.Array(WireRatioRow, { description: 'One for each item, the best ratio first' }),
    },
    { description: what },
  );

export const WireRatio = Type.Object({
  game: ItemHead.properties.game,
  currency: currencyField,
  amount: Type.Number({ exclusiveMinimum: 0, description: 'The sum to carry across in a day' }),
  into: WireWay('From money into Steam balance: buy with money, sell on Steam', 'Balance received'),
  back: WireWay('From Steam balance to money: buy on Steam, sell for money', 'Money received'),
});
export type WireRatio = Static<typeof WireRatio>;

export type WayData = {
  readonly deals: readonly Deal[];
  /** null if no sale of the item is known. */
  readonly salesPerDay: (name: string) => number | null;
  /** The sum to carry across, in thousandths of a dollar. */
  readonly amountUsd: number;
  readonly limit: number;
};

/** `perUsd` is the exchange rate of the currency. */
export function toWireWay(
  { deals, salesPerDay, amountUsd, limit }: WayData,
  currency: Currency,
  perUsd: number,
): WireRatio['into'] {
  let paid = 0;
  let received = 0;
  for (const { name, buy, sell } of deals) {
    const volume = buy.afterFeesUsd * (salesPerDay(name) ?? 0);
    const share = Math.min(volume, amountUsd - paid);
    paid += share;
    received += (share * sell.afterFeesUsd) / buy.afterFeesUsd;
  }
  return {
    ratio: paid === 0 ? null : rounded(received / paid),
    covered: Math.round((paid * perUsd) / 10) / 100,
    rows: deals.slice(0, limit).map((deal) => toRow(deal, currency, salesPerDay(deal.name))),
  };
}

const rounded = (ratio: number): number => Math.round(ratio * 10_000) / 10_000;

function toRow(deal: Deal, currency: Currency, salesPerDay: number | null): WireRatioRow {
  const { profit: _, profitPercent: __, liquidity: ___, ...way } = toWireDeal(deal, currency, null);
  const ratio = rounded(deal.sell.afterFeesUsd / deal.buy.afterFeesUsd);
  return { ...way, ratio, salesPerDay: salesPerDay === null ? null : Math.round(salesPerDay * 100) / 100 };
}

const { profit: ____, profitPercent: _____, liquidity: ______, ...wayExample } = dealExample;
const steam = { marketplace: 'SteamMarket', count: 120, link: null };

/** Invented figures for the documentation. */
export const ratioExample: WireRatio = {
  game: 'CS2' satisfies Game,
  currency: 'USD',
  amount: 1000,
  into: {
    ratio: 1.1914,
    covered: 1000,
    rows: [
      {
        ...wayExample,
        sell: { ...wayExample.sell, ...steam, price: 38.7, afterFees: 33.66, payout: 'steamBalance', holdDays: 0 },
        holdDays: 7,
        ratio: 1.1915,
        salesPerDay: 214.29,
      },
    ],
  },
  back: {
    ratio: 0.7724,
    covered: 1000,
    rows: [
      {
        ...wayExample,
        buy: { ...wayExample.buy, ...steam, flags: [], price: 38.97, afterFees: 38.97 },
        ratio: 0.7724,
        salesPerDay: 214.29,
      },
    ],
  },
};
