import type {
  AlertRule,
  Best,
  BestSide,
  Comparison,
  Deal,
  DealBuy,
  Deals,
  FoundOffers,
  Item,
  Movers,
  PricePoint,
  Ratio,
  Sale,
  SearchItem,
  SourceHealth,
  Value,
} from '#client';
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
  text,
  textIfAny,
  textOrNull,
  texts,
  textsOrNull,
  truth,
} from './answer.ts';

// Amounts must have been requested in dollars

const units = 'Prices are in the currency in the field name (USD, EUR); ages are in seconds; null means unknown.';

type Priced = Pick<Comparison['marketplaces'][number], 'marketplace' | 'priceUSD' | 'offerCount' | 'updatedAt'>;

const priced: Fields<Priced> = {
  marketplace: text((one) => one.marketplace),
  priceUSD: numberOrNull((one) => one.priceUSD),
  offerCount: number((one) => one.offerCount),
  ageSeconds: age((one) => one.updatedAt),
};

type Named = { readonly game: string; readonly name: string };

const named: Fields<Named> = { game: text((one) => one.game), name: text((one) => one.name) };

/** Whether there are more than are in the answer. */
type Cut = { readonly isCut: boolean };

const isCut = truth((one: Cut) => one.isCut);

const searchItem: Fields<SearchItem> = {
  ...named,
  isNear: described(
    'Whether the name only resembles what was typed',
    truth((one) => one.isNear),
  ),
  marketplaces: rows((one) => one.marketplaces, priced),
};

export const foundAnswer = answer<{ readonly items: readonly SearchItem[] } & Cut>(units, {
  items: rows((found) => found.items, searchItem),
  isCut,
});

const itemOffer: Fields<Item['offers'][number]> = {
  priceUSD: numberOrNull((offer) => offer.priceUSD),
  float: numberOrNull((offer) => offer.float),
  paintSeed: numberOrNull((offer) => offer.paintSeed),
  lockedDays: numberOrNull((offer) => offer.daysTradeLocked),
  ageSeconds: age((offer) => offer.updatedAt),
  link: textOrNull((offer) => offer.purchaseLink),
};

const buyOrder: Fields<Item['buyOrders'][number]> = {
  priceUSD: numberOrNull((order) => order.priceUSD),
  quantity: numberOrNull((order) => order.quantity),
  itemPhase: textOrNull((order) => order.itemPhase),
  ageSeconds: age((order) => order.updatedAt),
};

export const itemAnswer = answer<Item>(
  `${units} float is wear from 0 (new) to 1 (worn); lockedDays are the days until the item can be traded.`,
  {
    ...named,
    ...priced,
    priceEUR: numberOrNull((item) => item.priceEUR),
    condition: textOrNull((item) => item.condition),
    offers: rows((item) => item.offers, itemOffer),
    buyOrders: rows((item) => item.buyOrders, buyOrder),
  },
);

const compared: Fields<Comparison['marketplaces'][number]> = {
  ...priced,
  priceEUR: numberOrNull((one) => one.priceEUR),
};

export const compareAnswer = answer<Named & Pick<Comparison, 'marketplaces'>>(units, {
  ...named,
  marketplaces: rows((all) => all.marketplaces, compared),
});

const mover: Fields<Movers['movers'][number]> = {
  name: text((one) => one.name),
  marketplace: text((one) => one.marketplace),
  askUSD: numberOrNull((one) => one.ask),
  formerAskUSD: numberOrNull((one) => one.formerAsk),
  changePercent: number((one) => one.changePercent),
  usualAskUSD: numberOrNull((one) => one.usualAsk),
  ageSeconds: age((one) => one.seenAt),
};

export const moversAnswer = answer<Movers>(
  'Lowest asks over all marketplaces that count in USD, now and sinceSeconds seconds ago; usualAskUSD is the usual lowest ask on that marketplace over the past week; ages are in seconds since the marketplace last confirmed the ask; null means unknown.',
  {
    game: text((moved) => moved.game),
    sinceSeconds: age((moved) => moved.since),
    movers: rows((moved) => moved.movers, mover),
  },
);

const side: Fields<BestSide> = {
  marketplace: text((one) => one.marketplace),
  priceUSD: numberOrNull((one) => one.price),
  afterFeesUSD: numberOrNull((one) => one.afterFees),
  count: number((one) => one.count),
  ageSeconds: age((one) => one.seenAt),
  link: textOrNull((one) => one.link),
};
const payout = textOrNull((one: { readonly payout: string | null }) => one.payout);
const range: Fields<{ readonly lowest: number | null; readonly highest: number | null }> = {
  lowest: numberOrNull((one) => one.lowest),
  highest: numberOrNull((one) => one.highest),
};

type Varied = { readonly itemPhase: string | null; readonly unusualEffect: string | null };

const variant: Fields<Varied> = {
  itemPhase: textOrNull((one) => one.itemPhase),
  unusualEffect: textOrNull((one) => one.unusualEffect),
};

const variantBest: Fields<Best['best'][number]> = {
  ...variant,
  ask: partOrNull((one) => one.ask, side),
  bid: partOrNull((one) => one.bid, { ...side, payout }),
  askAfterFees: partOrNull((one) => one.askAfterFees, side),
  bidAfterFees: partOrNull((one) => one.bidAfterFees, { ...side, payout }),
  variantAsksUSD: partOrNull((one) => one.variantAsks, range),
  variantBidsUSD: partOrNull((one) => one.variantBids, range),
  spreadUSD: numberOrNull((one) => one.spread),
  crossed: truth((one) => one.crossed),
};

export const bestAnswer = answer<Best>(
  'Prices are in USD; ages are in seconds since the marketplace last confirmed the price. afterFeesUSD is what the buyer pays or the seller receives, null if the fee is not known. payout is what the marketplace pays out. itemPhase null means the whole item, or that the variant is an effect, in unusualEffect. A whole item with variants has no bid, but the ranges of its variants: ask which one is meant.',
  {
    ...named,
    best: rows((found) => found.best, variantBest),
  },
);

const wayUnits =
  'way bid sells immediately to a buy order, list puts the item on sale at the lowest ask. payout is what the marketplace pays out. holdDays are the days until what is bought can be sold elsewhere (buy), until what it is sold for is free (sell), and both together; null if not known. Ages are in seconds since the marketplace last confirmed the price. flags are reasons to doubt a price: mention them. Give the links.';

const flags = texts((one: Pick<DealBuy, 'flags'>) => one.flags);
const holdDays = numberOrNull((one: { readonly holdDays: number | null }) => one.holdDays);
const heldSide: Fields<DealBuy> = { ...side, flags, holdDays };
const soldSide: Fields<Deal['sell']> = { ...heldSide, payout, way: text((one) => one.way) };

const ways: Fields<Pick<Deal, 'name' | 'buy' | 'sell' | 'holdDays'> & Varied> = {
  name: text((one) => one.name),
  ...variant,
  buy: part((one) => one.buy, heldSide),
  sell: part((one) => one.sell, soldSide),
  holdDays,
};

const deal: Fields<Deal> = {
  ...ways,
  profitUSD: numberOrNull((one) => one.profit),
  profitPercent: number((one) => one.profitPercent),
};

export const dealsAnswer = answer<Deals>(
  `Prices and profit are in USD, after known fees and costs of paying out; with the flag feeUnknown on buy, the profit is an upper bound. profitPercent is in percent of what the buyer pays. ${wayUnits}`,
  {
    game: text((found) => found.game),
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

function notDeducted(unknown: Deals['unknown']): string | null {
  const sentences = facts.flatMap(([fact, words]) => {
    const names = unknown.flatMap((one) => (one.fact === fact ? [one.marketplace] : []));
    return names.length === 0 ? [] : [`${words} ${names.join(', ')}.`];
  });
  return sentences.length === 0 ? null : `${sentences.join(' ')} Profits there are upper bounds.`;
}

const ratioRow: Fields<Ratio['into']['rows'][number]> = {
  ...ways,
  ratio: number((row) => row.ratio),
  salesPerDay: numberOrNull((row) => row.salesPerDay),
};

const direction: Fields<Ratio['into']> = {
  ratio: numberOrNull((one) => one.ratio),
  coveredUSD: number((one) => one.covered),
  rows: rows((one) => one.rows, ratioRow),
};

export const ratioAnswer = answer<Ratio>(
  `into is from money into Steam balance, back from Steam balance into money. ratio is what is received for one unit paid, after known fees and costs of paying out: of a direction for amountUSD in a day, of which coveredUSD can be had; null if no sales are known. Prices are in USD. ${wayUnits}`,
  {
    game: text((found) => found.game),
    amountUSD: number((found) => found.amount),
    into: part((found) => found.into, direction),
    back: part((found) => found.back, direction),
  },
);

const line: Fields<Value['lines'][number]> = {
  name: text((one) => one.name),
  ...variant,
  count: number((one) => one.count),
  isKnown: truth((one) => one.isKnown),
  nearest: textOrNull((one) => one.nearest),
  needsVariant: truth((one) => one.needsVariant),
  best: partOrNull((one) => one.best, { ...side, flags }),
  soldCount: number((one) => one.soldCount),
  totalUSD: numberOrNull((one) => one.total),
  totalAfterFeesUSD: numberOrNull((one) => one.totalAfterFees),
};

export const valueAnswer = answer<Value>(
  'Totals and prices are in USD. Totals are for all pieces of a line, best is for one piece; after-fee figures are null if no fee is known; soldCount is the number of pieces in the total; ages are in seconds since the marketplace last confirmed the price. flags are reasons to doubt a price: mention them. Mention names that are not known. A line with needsVariant has no value until its phase or effect is given.',
  {
    game: text((value) => value.game),
    side: text((value) => value.side),
    totalUSD: numberOrNull((value) => value.total),
    totalAfterFeesUSD: numberOrNull((value) => value.totalAfterFees),
    unknownCount: number((value) => value.unknownCount),
    lines: rows((value) => value.lines, line),
  },
);

const foundOffer: Fields<FoundOffers['offers'][number]> = {
  name: text((offer) => offer.name),
  ...variant,
  marketplace: text((offer) => offer.marketplace),
  priceUSD: numberOrNull((offer) => offer.price),
  belowOthersPercent: numberOrNull((offer) => offer.belowOthersPercent),
  usualAskUSD: numberOrNull((offer) => offer.usualAsk),
  float: numberOrNull((offer) => offer.float),
  paintSeed: numberOrNull((offer) => offer.paintSeed),
  stickers: textsOrNull((offer) => offer.stickers?.map(({ name }) => name) ?? null),
  stickersAskUSD: numberOrNull((offer) => offer.stickersAsk),
  lockedDays: numberOrNull((offer) => offer.daysTradeLocked),
  ageSeconds: age((offer) => offer.seenAt),
  link: textOrNull((offer) => offer.purchaseLink),
};

export const offersAnswer = answer<FoundOffers>(
  'Prices are in USD; belowOthersPercent is how far the price is below the lowest ask on all other marketplaces; usualAskUSD is the usual lowest ask on its marketplace; stickersAskUSD is the sum of the lowest asks of its stickers as separate items; lockedDays are the days until the item can be traded; ages are in seconds since the marketplace last confirmed the offer; null means unknown.',
  {
    game: text((found) => found.game),
    offers: rows((found) => found.offers, foundOffer),
    isCut: truth((found) => found.next !== null),
  },
);

type About = Named & { readonly marketplace: string; readonly days: number };

const about: Fields<About> = {
  ...named,
  marketplace: text((one) => one.marketplace),
  days: number((one) => one.days),
};

const pricesOf = ({ history }: { readonly history: readonly PricePoint[] }) =>
  history.flatMap(({ timestamp, priceUSD }) => (priceUSD === null ? [] : [{ timestamp, priceUSD }]));

function extreme(of: typeof Math.max, past: Parameters<typeof pricesOf>[0]): number | null {
  const prices = pricesOf(past).map(({ priceUSD }) => priceUSD);
  return prices.length === 0 ? null : of(...prices);
}

export const historyAnswer = answer<About & { readonly history: readonly PricePoint[] }>(
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

const sale: Fields<Sale> = {
  ageSeconds: age((one) => one.timestamp),
  priceUSD: numberOrNull((one) => one.priceUSD),
  float: numberOrNull((one) => one.float),
  paintSeed: numberOrNull((one) => one.paintSeed),
};

export const salesAnswer = answer<About & Cut & { readonly count: number; readonly sales: readonly Sale[] }>(
  'Prices are in USD, newest sale first; ages are in seconds since the sale.',
  {
    ...about,
    count: number((past) => past.count),
    isCut,
    sales: rows((past) => past.sales, sale),
  },
);

const source: Fields<SourceHealth> = {
  source: text((one) => `${one.slug}/${one.source}`),
  game: text((one) => one.game),
  state: text((one) => one.state),
  ageSeconds: age((one) => one.lastReadAt),
  detail: textIfAny((one) => one.detail ?? undefined),
};

/** One row per source, and the number of sources in each state. */
export const sourcesAnswer = answer<readonly SourceHealth[]>(
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

const rule: Fields<AlertRule> = {
  id: text((one) => one.id),
  name: text((one) => one.name),
  when: text((one) => JSON.stringify(one.when)),
  target: text((one) => `${one.target.kind} ${one.target.host}`),
  repeats: truth((one) => one.repeats),
  isDone: truth((one) => one.doneAt !== null),
  problem: textOrNull((one) => one.problem),
  pending: number((one) => one.pending),
  lastOutcome: textOrNull((one) => one.lastAttempt?.outcome ?? null),
  lastError: textOrNull((one) => one.lastAttempt?.error ?? null),
  lastAgeSeconds: age((one) => one.lastAttempt?.at ?? null),
};

/** Rules of a key, without the secrets of their targets. */
export const alertsAnswer = answer<readonly AlertRule[]>(
  'Ages are in seconds. pending is the number of undelivered alerts; problem says why a rule is not being checked.',
  {
    rules: rows((rules) => rules, rule),
  },
);
