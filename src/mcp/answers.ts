import { WireBuyOrder } from '../api/wire/buy-order.ts';
import { WireComparedMarketplace, type WireComparison } from '../api/wire/comparison.ts';
import { WireSourceHealth } from '../api/wire/health.ts';
import { WireHolding, WireHoldingSale, WireHoldings } from '../api/wire/holdings/holding.ts';
import { WireItem } from '../api/wire/item.ts';
import { WireOffer } from '../api/wire/offer.ts';
import type { WirePricePoint } from '../api/wire/price-point.ts';
import { WireSale } from '../api/wire/sale.ts';
import { WireAlertRule } from '../api/wire/tape/alert.ts';
import { WireAppraisal, WireAppraisedRow, WireSellOption, WireSellsWithin } from '../api/wire/tape/appraisal.ts';
import { type WireBest, WireBestPrices, WireBestSide, WireSellSide } from '../api/wire/tape/best.ts';
import { type WireCatalogue, WireCatalogueItem, WireToldAttribute } from '../api/wire/tape/catalogue.ts';
import { WireDeal, WireDealBuy, WireDealSell, type WireDeals } from '../api/wire/tape/deal.ts';
import { WireFoundOffer, type WireFoundOffers } from '../api/wire/tape/found-offer.ts';
import { WireMover, type WireMovers } from '../api/wire/tape/mover.ts';
import { WireRatio, WireRatioRow } from '../api/wire/tape/ratio.ts';
import type { WireSearchItem } from '../api/wire/tape/search-item.ts';
import { WireValue, WireValueLine } from '../api/wire/tape/value.ts';
import {
  age,
  answer,
  counts,
  described,
  type Fields,
  number,
  numberOrNull,
  part,
  partOrNull,
  rows,
  same,
  text,
  textIfAny,
  textOrNull,
  textsOrNull,
  truth,
} from './answer.ts';

// Amounts must have been requested in dollars

const units = 'Prices are in the currency in the field name (USD, EUR); ages are in seconds; null means unknown.';

type PricedMarketplace = Pick<WireComparedMarketplace, 'marketplace' | 'priceUSD' | 'offerCount' | 'updatedAt'>;

const priced: Fields<PricedMarketplace> = {
  ...same(WireComparedMarketplace, 'marketplace', 'priceUSD', 'offerCount'),
  ageSeconds: age((one) => one.updatedAt),
};

type ItemRef = { readonly game: string; readonly name: string };

const named: Fields<ItemRef> = same(WireItem, 'game', 'name');

const inGame: Fields<Pick<ItemRef, 'game'>> = same(WireItem, 'game');

/** Whether there are more than are in the answer. */
type Truncation = { readonly isCut: boolean };

const isCut = truth((one: Truncation) => one.isCut);

const searchItem: Fields<WireSearchItem> = {
  ...named,
  isNear: described(
    'Whether the name only resembles what was typed',
    truth((one) => one.isNear),
  ),
  marketplaces: rows((one) => one.marketplaces, priced),
};

export const foundAnswer = answer<{ readonly items: readonly WireSearchItem[] } & Truncation>(units, {
  items: rows((found) => found.items, searchItem),
  isCut,
});

const itemOffer: Fields<WireOffer> = {
  ...same(WireOffer, 'priceUSD', 'float', 'paintSeed', { lockedDays: 'daysTradeLocked' }),
  ageSeconds: age((offer) => offer.updatedAt),
  ...same(WireOffer, { link: 'purchaseLink' }),
};

const buyOrder: Fields<WireBuyOrder> = {
  ...same(WireBuyOrder, 'priceUSD', 'quantity', 'itemPhase'),
  ageSeconds: age((order) => order.updatedAt),
};

export const itemAnswer = answer<WireItem>(
  `${units} float is wear from 0 (new) to 1 (worn); lockedDays are the days until the item can be traded.`,
  {
    ...named,
    ...priced,
    ...same(WireItem, 'priceEUR', 'condition'),
    offers: rows((item) => item.offers, itemOffer),
    buyOrders: rows((item) => item.buyOrders, buyOrder),
  },
);

const compared: Fields<WireComparedMarketplace> = {
  ...priced,
  ...same(WireComparedMarketplace, 'priceEUR'),
};

export const compareAnswer = answer<ItemRef & Pick<WireComparison, 'marketplaces'>>(units, {
  ...named,
  marketplaces: rows((all) => all.marketplaces, compared),
});

const catalogueItem: Fields<WireCatalogueItem> = {
  ...same(WireCatalogueItem, 'name', 'kind', 'weapon', 'finish', 'exterior', 'statTrak', 'souvenir', 'rarity'),
  ...same(WireCatalogueItem, 'collections', 'minFloat', 'maxFloat', 'hero', 'slot', 'itemType', 'quality', 'classes'),
  ...same(WireCatalogueItem, 'effect', 'event', 'phases', 'unusualEffects', 'nameZH', 'nameRU'),
  told: rows((item) => item.told, same(WireToldAttribute, 'attribute', 'value', 'marketplace')),
};

export const catalogueAnswer = answer<WireCatalogue>(
  'minFloat and maxFloat are the wear that an item can have, from 0 (new) to 1 (worn); told says who tells what beyond the name, and has several values where they contradict each other; null means not known or without meaning for the item.',
  {
    ...inGame,
    items: rows((found) => found.items, catalogueItem),
    isCut: truth((found) => found.next !== null),
  },
);

const mover: Fields<WireMover> = {
  ...same(WireMover, 'name', 'marketplace', { askUSD: 'ask', formerAskUSD: 'formerAsk' }, 'changePercent'),
  ...same(WireMover, { usualAskUSD: 'usualAsk' }),
  ageSeconds: age((one) => one.seenAt),
};

export const moversAnswer = answer<WireMovers>(
  'Lowest asks over all marketplaces that count in USD, now and sinceSeconds seconds ago; usualAskUSD is the usual lowest ask on that marketplace over the past week; ages are in seconds since the marketplace last confirmed the ask; null means unknown.',
  {
    ...inGame,
    sinceSeconds: age((moved) => moved.since),
    movers: rows((moved) => moved.movers, mover),
  },
);

const side: Fields<WireBestSide> = {
  ...same(WireBestSide, 'marketplace', { priceUSD: 'price', afterFeesUSD: 'afterFees' }, 'count'),
  ageSeconds: age((one) => one.seenAt),
  ...same(WireBestSide, 'link'),
};
const bidSide: Fields<WireSellSide> = { ...side, ...same(WireSellSide, 'payout') };
const range: Fields<{ readonly lowest: number | null; readonly highest: number | null }> = {
  lowest: numberOrNull((one) => one.lowest),
  highest: numberOrNull((one) => one.highest),
};

type VariantFields = { readonly itemPhase: string | null; readonly unusualEffect: string | null };

const variant: Fields<VariantFields> = same(WireBestPrices, 'itemPhase', 'unusualEffect');

const variantBest: Fields<WireBestPrices> = {
  ...variant,
  ask: partOrNull((one) => one.ask, side),
  bid: partOrNull((one) => one.bid, bidSide),
  askAfterFees: partOrNull((one) => one.askAfterFees, side),
  bidAfterFees: partOrNull((one) => one.bidAfterFees, bidSide),
  variantAsksUSD: partOrNull((one) => one.variantAsks, range),
  variantBidsUSD: partOrNull((one) => one.variantBids, range),
  ...same(WireBestPrices, { spreadUSD: 'spread' }, 'crossed'),
};

export const bestAnswer = answer<WireBest>(
  'Prices are in USD; ages are in seconds since the marketplace last confirmed the price. afterFeesUSD is what the buyer pays or the seller receives, null if the fee is not known. payout is what the marketplace pays out. itemPhase null means the whole item, or that the variant is an effect, in unusualEffect. A whole item with variants has no bid, but the ranges of its variants: ask which one is meant.',
  {
    ...named,
    best: rows((found) => found.best, variantBest),
  },
);

const wayUnits =
  'way bid sells immediately to a buy order, list puts the item on sale at the lowest ask. payout is what the marketplace pays out. holdDays are the days until what is bought can be sold elsewhere (buy), until what it is sold for is free (sell), and both together; null if not known. Ages are in seconds since the marketplace last confirmed the price. flags are reasons to doubt a price: mention them. Give the links.';

const doubtedSide: Fields<WireBestSide & { readonly flags: readonly string[] }> = {
  ...side,
  ...same(WireDealBuy, 'flags'),
};
const heldSide: Fields<WireDealBuy> = { ...doubtedSide, ...same(WireDealBuy, 'holdDays') };
const soldSide: Fields<WireDealSell> = { ...heldSide, ...same(WireDealSell, 'payout', 'way') };

const ways: Fields<Pick<WireDeal, 'name' | 'buy' | 'sell' | 'holdDays'> & VariantFields> = {
  ...same(WireDeal, 'name'),
  ...variant,
  buy: part((one) => one.buy, heldSide),
  sell: part((one) => one.sell, soldSide),
  ...same(WireDeal, 'holdDays'),
};

const deal: Fields<WireDeal> = {
  ...ways,
  ...same(WireDeal, { profitUSD: 'profit' }, 'profitPercent'),
};

export const dealsAnswer = answer<WireDeals>(
  `Prices and profit are in USD, after known fees and costs of paying out; with the flag feeUnknown on buy, the profit is an upper bound. profitPercent is in percent of what the buyer pays. ${wayUnits}`,
  {
    ...inGame,
    notDeducted: described(
      'What is not known of these marketplaces; mention it',
      textOrNull((found) => notDeducted(found.unknown)),
    ),
    deals: rows((found) => found.deals, deal),
  },
);

const facts = [
  ['buyerFee', 'What buyers pay on top is not known at'],
  ['payOut', 'What paying out costs is not known at'],
] as const;

function notDeducted(unknown: WireDeals['unknown']): string | null {
  const sentences = facts.flatMap(([fact, words]) => {
    const names = unknown.flatMap((one) => (one.fact === fact ? [one.marketplace] : []));
    return names.length === 0 ? [] : [`${words} ${names.join(', ')}.`];
  });
  return sentences.length === 0 ? null : `${sentences.join(' ')} Profits there are upper bounds.`;
}

const ratioRow: Fields<WireRatioRow> = {
  ...ways,
  ...same(WireRatioRow, 'ratio', 'salesPerDay'),
};

const direction: Fields<WireRatio['into']> = {
  ...same(WireRatio.properties.into, 'ratio', { coveredUSD: 'covered' }),
  rows: rows((one) => one.rows, ratioRow),
};

export const ratioAnswer = answer<WireRatio>(
  `into is from money into Steam balance, back from Steam balance into money. ratio is what is received for one unit paid, after known fees and costs of paying out: of a direction for amountUSD in a day, of which coveredUSD can be had; null if no sales are known. Prices are in USD. ${wayUnits}`,
  {
    ...same(WireRatio, 'game', { amountUSD: 'amount' }),
    into: part((found) => found.into, direction),
    back: part((found) => found.back, direction),
  },
);

const line: Fields<WireValueLine> = {
  ...same(WireValueLine, 'name', 'itemPhase', 'unusualEffect', 'count', 'isKnown', 'nearest', 'needsVariant'),
  best: partOrNull((one) => one.best, doubtedSide),
  ...same(WireValueLine, 'soldCount', { totalUSD: 'total', totalAfterFeesUSD: 'totalAfterFees' }),
};

export const valueAnswer = answer<WireValue>(
  'Totals and prices are in USD. Totals are for all pieces of a line, best is for one piece; after-fee figures are null if no fee is known; soldCount is the number of pieces in the total; ages are in seconds since the marketplace last confirmed the price. flags are reasons to doubt a price: mention them. Mention names that are not known. A line with needsVariant has no value until its phase or effect is given.',
  {
    ...same(WireValue, 'game', 'side', { totalUSD: 'total', totalAfterFeesUSD: 'totalAfterFees' }, 'unknownCount'),
    lines: rows((value) => value.lines, line),
  },
);

const appraisedRow: Fields<WireAppraisedRow> = {
  ...same(WireAppraisedRow, 'kind', 'marketplace', { priceUSD: 'price' }, 'float', 'paintSeed'),
  ...same(WireAppraisedRow, { worthUSD: 'worth' }, 'weightPercent'),
  ageSeconds: age((row) => row.timestamp),
};

const sellsWithin: Fields<WireSellsWithin> = same(WireSellsWithin, 'hours', 'probability', 'count', 'otherCount');

const sellOption: Fields<WireSellOption> = {
  ...same(WireSellOption, 'marketplace', { priceUSD: 'price', afterFeesUSD: 'afterFees' }, 'rank'),
  sellsWithin: rows((option) => option.sellsWithin, sellsWithin),
};

export const appraisalAnswer = answer<WireAppraisal>(
  'Prices are in USD. lowUSD and highUSD enclose eight of ten sales; the price is before fees, and null if not enough is known: then say why (notEnoughKnown). worthUSD is what one row alone says, weightPercent its part; rank is which of the offers there it would be. probability is the share of comparable offers that were sold within so many hours, of count observations there and otherCount elsewhere.',
  {
    ...named,
    ...same(WireAppraisal, 'itemPhase', 'unusualEffect', 'float', 'paintSeed'),
    ...same(WireAppraisal, { priceUSD: 'price', lowUSD: 'low', highUSD: 'high' }, 'notEnoughKnown', 'count'),
    ...same(WireAppraisal, { lowestAskUSD: 'lowestAsk', stickersAskUSD: 'stickersAsk' }, 'stickersPercent'),
    rows: rows((found) => found.rows.slice(0, 10), appraisedRow),
    sell: rows((found) => found.sell, sellOption),
  },
);

const holdingSale: Fields<WireHoldingSale> = {
  ...same(WireHoldingSale, 'marketplace', { afterFeesUSD: 'afterFees' }, 'holdDays', 'flags', 'link'),
  ageSeconds: age((side) => side.seenAt),
};

const holding: Fields<WireHolding> = {
  ...same(WireHolding, 'game', 'name', 'itemPhase', 'unusualEffect', 'quantity', 'isKnown', 'nearest', 'needsVariant'),
  ...same(WireHolding, { costUSD: 'cost', valueUSD: 'value', profitUSD: 'profit' }),
  sale: partOrNull((one) => one.sale, holdingSale),
};

export const holdingsAnswer = answer<WireHoldings & Truncation>(
  'Amounts are in USD, after fees. profit is of the pieces whose cost and value are known, realised of sold pieces; the Quantity of each says how many pieces it covers: mention it if it is fewer than all. sale is where a piece brings most; holdDays are the days until that money is free; flags are reasons to doubt its price: mention them. null means unknown.',
  {
    ...same(WireHoldings, 'quantity', { costUSD: 'cost' }, 'costQuantity', { valueUSD: 'value' }, 'valueQuantity'),
    ...same(WireHoldings, { profitUSD: 'profit' }, 'profitQuantity', { realisedUSD: 'realised' }, 'realisedQuantity'),
    holdings: rows((found) => found.holdings, holding),
    isCut,
  },
);

const foundOffer: Fields<WireFoundOffer> = {
  ...same(WireFoundOffer, 'name', 'itemPhase', 'unusualEffect', 'marketplace', { priceUSD: 'price' }),
  ...same(WireFoundOffer, 'belowOthersPercent', { usualAskUSD: 'usualAsk' }, 'float', 'paintSeed'),
  stickers: textsOrNull((offer) => offer.stickers?.map(({ name }) => name) ?? null),
  charms: textsOrNull((offer) => offer.charms?.map(({ name }) => name) ?? null),
  ...same(WireFoundOffer, 'nameTag', 'statTrakCount', 'fade'),
  ...same(WireFoundOffer, { stickersAskUSD: 'stickersAsk', lockedDays: 'daysTradeLocked' }),
  ageSeconds: age((offer) => offer.seenAt),
  ...same(WireFoundOffer, { link: 'purchaseLink' }),
};

export const offersAnswer = answer<WireFoundOffers>(
  'Prices are in USD; belowOthersPercent is how far the price is below the lowest ask on all other marketplaces; usualAskUSD is the usual lowest ask on its marketplace; stickersAskUSD is the sum of the lowest asks of its stickers as separate items; fade is the percentage of a fade; lockedDays are the days until the item can be traded; ages are in seconds since the marketplace last confirmed the offer; null means unknown.',
  {
    ...inGame,
    offers: rows((found) => found.offers, foundOffer),
    isCut: truth((found) => found.next !== null),
  },
);

type About = ItemRef & { readonly marketplace: string; readonly days: number };

const about: Fields<About> = {
  ...named,
  ...same(WireItem, 'marketplace'),
  days: number((one) => one.days),
};

const pricesOf = ({ history }: { readonly history: readonly WirePricePoint[] }) =>
  history.flatMap(({ timestamp, priceUSD }) => (priceUSD === null ? [] : [{ timestamp, priceUSD }]));

function extreme(of: typeof Math.max, past: Parameters<typeof pricesOf>[0]): number | null {
  const prices = pricesOf(past).map(({ priceUSD }) => priceUSD);
  return prices.length === 0 ? null : of(...prices);
}

export const historyAnswer = answer<About & { readonly history: readonly WirePricePoint[] }>(
  'Lowest prices in USD, each valid from its age on, oldest first; ages are in seconds.',
  {
    ...about,
    lowestUSD: numberOrNull((past) => extreme(Math.min, past)),
    highestUSD: numberOrNull((past) => extreme(Math.max, past)),
    lastUSD: numberOrNull((past) => pricesOf(past).at(-1)?.priceUSD ?? null),
    points: rows(pricesOf, {
      ageSeconds: age((point) => point.timestamp),
      priceUSD: number((point) => point.priceUSD),
    }),
  },
);

const sale: Fields<WireSale> = {
  ageSeconds: age((one) => one.timestamp),
  ...same(WireSale, 'priceUSD', 'float', 'paintSeed'),
};

export const salesAnswer = answer<About & Truncation & { readonly count: number; readonly sales: readonly WireSale[] }>(
  'Prices are in USD, newest sale first; ages are in seconds since the sale.',
  {
    ...about,
    count: number((past) => past.count),
    isCut,
    sales: rows((past) => past.sales, sale),
  },
);

const source: Fields<WireSourceHealth> = {
  source: text((one) => `${one.slug}/${one.source}`),
  ...same(WireSourceHealth, 'game', 'state'),
  ageSeconds: age((one) => one.lastReadAt),
  detail: textIfAny((one) => one.detail ?? undefined),
};

/** One row per source, and the number of sources in each state. */
export const sourcesAnswer = answer<readonly WireSourceHealth[]>(
  'ageSeconds are the seconds since the last successful reading; null means never.',
  {
    states: counts((sources) => {
      const states: Record<string, number> = {};
      for (const { state } of sources) states[state] = (states[state] ?? 0) + 1;
      return states;
    }),
    sources: rows((sources) => sources.filter(({ state }) => state !== 'off'), source),
  },
);

const rule: Fields<WireAlertRule> = {
  ...same(WireAlertRule, 'id', 'name'),
  when: text((one) => JSON.stringify(one.when)),
  target: text((one) => `${one.target.kind} ${one.target.host}`),
  ...same(WireAlertRule, 'repeats'),
  isDone: truth((one) => one.doneAt !== null),
  ...same(WireAlertRule, 'problem', 'pending'),
  lastOutcome: textOrNull((one) => one.lastAttempt?.outcome ?? null),
  lastError: textOrNull((one) => one.lastAttempt?.error ?? null),
  lastAgeSeconds: age((one) => one.lastAttempt?.at ?? null),
};

/** Rules of a key, without the secrets of their targets. */
export const alertsAnswer = answer<readonly WireAlertRule[]>(
  'Ages are in seconds. pending is the number of undelivered alerts; problem says why a rule is not being checked.',
  {
    rules: rows((rules) => rules, rule),
  },
);
