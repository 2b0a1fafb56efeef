import type {
  AlertRule,
  Best,
  BestSide,
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

/** Seconds since an instant in Unix seconds; null for null. */
type Since = (at: number | null) => number | null;

export const sinceAt =
  (now: number): Since =>
  (at) =>
    at === null ? null : Math.max(0, Math.floor(now / 1000) - at);

const units = 'Prices are in the currency in the field name (USD, EUR); ages are in seconds; null means unknown.';

/** `items` has one more than the limit if there are others. */
export const foundAnswer = (items: readonly SearchItem[], limit: number, since: Since) => ({
  units,
  items: items.slice(0, limit).map(({ game, name, isNear, marketplaces }) => ({
    game,
    name,
    isNear,
    marketplaces: marketplaces.map(({ marketplace, priceUSD, offerCount, updatedAt }) => ({
      marketplace,
      priceUSD,
      offerCount,
      ageSeconds: since(updatedAt),
    })),
  })),
  isCut: items.length > limit,
});

export function itemAnswer(item: Item, limit: number, since: Since) {
  const { game, name, marketplace, priceUSD, priceEUR, offerCount, condition, updatedAt, offers, buyOrders } = item;
  return {
    units: `${units} float is wear from 0 (new) to 1 (worn); lockedDays are the days until the item can be traded.`,
    game,
    name,
    marketplace,
    priceUSD,
    priceEUR,
    offerCount,
    condition,
    ageSeconds: since(updatedAt),
    offers: offers.slice(0, limit).map((offer) => ({
      priceUSD: offer.priceUSD,
      float: offer.float,
      paintSeed: offer.paintSeed,
      lockedDays: offer.daysTradeLocked,
      ageSeconds: since(offer.updatedAt),
      link: offer.purchaseLink,
    })),
    buyOrders: buyOrders.slice(0, limit).map(({ priceUSD: bid, quantity, itemPhase, updatedAt: changedAt }) => ({
      priceUSD: bid,
      quantity,
      itemPhase,
      ageSeconds: since(changedAt),
    })),
  };
}

type Compared = {
  readonly marketplace: string;
  readonly priceUSD: number | null;
  readonly priceEUR: number | null;
  readonly offerCount: number;
  readonly updatedAt: number;
};

export const compareAnswer = (game: string, name: string, rows: readonly Compared[], since: Since) => ({
  units,
  game,
  name,
  marketplaces: rows.map(({ marketplace, priceUSD, priceEUR, offerCount, updatedAt }) => ({
    marketplace,
    priceUSD,
    priceEUR,
    offerCount,
    ageSeconds: since(updatedAt),
  })),
});

export const moversAnswer = ({ game, since: former, movers }: Movers, since: Since) => ({
  units:
    'Lowest asks over all marketplaces that count in USD, now and sinceSeconds seconds ago; usualAskUSD is the usual lowest ask on that marketplace over the past week; ages are in seconds since the marketplace last confirmed the ask; null means unknown.',
  game,
  sinceSeconds: since(former),
  movers: movers.map((mover) => ({
    name: mover.name,
    marketplace: mover.marketplace,
    askUSD: mover.ask,
    formerAskUSD: mover.formerAsk,
    changePercent: mover.changePercent,
    usualAskUSD: mover.usualAsk,
    ageSeconds: since(mover.seenAt),
  })),
});

const sideAnswer = (side: BestSide, since: Since) => ({
  marketplace: side.marketplace,
  priceUSD: side.price,
  afterFeesUSD: side.afterFees,
  count: side.count,
  ageSeconds: since(side.seenAt),
  link: side.link,
});

/** `best` must have been requested in dollars. */
export function bestAnswer({ game, name, best }: Best, since: Since) {
  const ask = (one: Best['best'][number]['ask']) => (one === null ? null : sideAnswer(one, since));
  const bid = (one: Best['best'][number]['bid']) =>
    one === null ? null : { ...sideAnswer(one, since), payout: one.payout };
  return {
    units:
      'Prices are in USD; ages are in seconds since the marketplace last confirmed the price. afterFeesUSD is what the buyer pays or the seller receives, null if the fee is not known. payout is what the marketplace pays out. itemPhase null means the whole item, or that the variant is an effect, in unusualEffect. A whole item with variants has no bid, but the ranges of its variants: ask which one is meant.',
    game,
    name,
    best: best.map((one) => ({
      itemPhase: one.itemPhase,
      unusualEffect: one.unusualEffect,
      ask: ask(one.ask),
      bid: bid(one.bid),
      askAfterFees: ask(one.askAfterFees),
      bidAfterFees: bid(one.bidAfterFees),
      variantAsksUSD: one.variantAsks,
      variantBidsUSD: one.variantBids,
      spreadUSD: one.spread,
      crossed: one.crossed,
    })),
  };
}

const wayUnits =
  'way bid sells immediately to a buy order, list puts the item on sale at the lowest ask. payout is what the marketplace pays out. holdDays are the days until what is bought can be sold elsewhere (buy), until what it is sold for is free (sell), and both together; null if not known. Ages are in seconds since the marketplace last confirmed the price. flags are reasons to doubt a price: mention them. Give the links.';

function wayAnswer(
  { name, itemPhase, unusualEffect, buy, sell, holdDays }: Omit<Deal, 'profit' | 'profitPercent' | 'liquidity'>,
  since: Since,
) {
  const side = (one: DealBuy) => ({ ...sideAnswer(one, since), holdDays: one.holdDays, flags: one.flags });
  return {
    name,
    itemPhase,
    unusualEffect,
    buy: side(buy),
    sell: { ...side(sell), payout: sell.payout, way: sell.way },
    holdDays,
  };
}

/** `deals` must have been requested in dollars. */
export const dealsAnswer = ({ game, deals, unknown }: Deals, since: Since) => ({
  units: `Prices and profit are in USD, after known fees and costs of paying out; with the flag feeUnknown on buy, the profit is an upper bound. profitPercent is in percent of what the buyer pays. ${wayUnits}`,
  game,
  notDeducted: notDeducted(unknown),
  deals: deals.map((deal) => ({
    ...wayAnswer(deal, since),
    profitUSD: deal.profit,
    profitPercent: deal.profitPercent,
  })),
});

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

/** The ratio must have been requested in dollars. */
export function ratioAnswer({ game, amount, ...ways }: Ratio, since: Since) {
  const direction = ({ ratio, covered, rows }: Ratio['into']) => ({
    ratio,
    coveredUSD: covered,
    rows: rows.map((row) => ({ ...wayAnswer(row, since), ratio: row.ratio, salesPerDay: row.salesPerDay })),
  });
  return {
    units: `into is from money into Steam balance, back from Steam balance into money. ratio is what is received for one unit paid, after known fees and costs of paying out: of a direction for amountUSD in a day, of which coveredUSD can be had; null if no sales are known. Prices are in USD. ${wayUnits}`,
    game,
    amountUSD: amount,
    into: direction(ways.into),
    back: direction(ways.back),
  };
}

/** The value must have been requested in dollars. */
export const valueAnswer = ({ game, side, total, totalAfterFees, unknownCount, lines }: Value, since: Since) => ({
  units:
    'Totals and prices are in USD. Totals are for all pieces of a line, best is for one piece; after-fee figures are null if no fee is known; soldCount is the number of pieces in the total; ages are in seconds since the marketplace last confirmed the price. flags are reasons to doubt a price: mention them. Mention names that are not known. A line with needsVariant has no value until its phase or effect is given.',
  game,
  side,
  totalUSD: total,
  totalAfterFeesUSD: totalAfterFees,
  unknownCount,
  lines: lines.map(({ name, count, isKnown, nearest, needsVariant, best, soldCount, ...line }) => ({
    name,
    itemPhase: line.itemPhase,
    unusualEffect: line.unusualEffect,
    count,
    isKnown,
    nearest,
    needsVariant,
    best: best === null ? null : { ...sideAnswer(best, since), flags: best.flags },
    soldCount,
    totalUSD: line.total,
    totalAfterFeesUSD: line.totalAfterFees,
  })),
});

/** The offers must have been requested in dollars. */
export const offersAnswer = ({ game, offers, next }: FoundOffers, since: Since) => ({
  units:
    'Prices are in USD; belowOthersPercent is how far the price is below the lowest ask on all other marketplaces; usualAskUSD is the usual lowest ask on its marketplace; stickersAskUSD is the sum of the lowest asks of its stickers as separate items; lockedDays are the days until the item can be traded; ages are in seconds since the marketplace last confirmed the offer; null means unknown.',
  game,
  offers: offers.map((offer) => ({
    name: offer.name,
    itemPhase: offer.itemPhase,
    unusualEffect: offer.unusualEffect,
    marketplace: offer.marketplace,
    priceUSD: offer.price,
    belowOthersPercent: offer.belowOthersPercent,
    usualAskUSD: offer.usualAsk,
    float: offer.float,
    paintSeed: offer.paintSeed,
    stickers: offer.stickers?.map(({ name }) => name) ?? null,
    stickersAskUSD: offer.stickersAsk,
    lockedDays: offer.daysTradeLocked,
    ageSeconds: since(offer.seenAt),
    link: offer.purchaseLink,
  })),
  isCut: next !== null,
});

export function historyAnswer(about: object, points: readonly PricePoint[], since: Since) {
  const known = points.flatMap(({ timestamp, priceUSD }) => (priceUSD === null ? [] : [{ timestamp, priceUSD }]));
  const prices = known.map(({ priceUSD }) => priceUSD);
  return {
    units: `Lowest prices in USD, each valid from its age on, oldest first; ages are in seconds.`,
    ...about,
    lowestUSD: prices.length === 0 ? null : Math.min(...prices),
    highestUSD: prices.length === 0 ? null : Math.max(...prices),
    lastUSD: prices.at(-1) ?? null,
    points: known.map(({ timestamp, priceUSD }) => ({ ageSeconds: since(timestamp), priceUSD })),
  };
}

export const salesAnswer = (about: object, sales: readonly Sale[], limit: number, since: Since) => ({
  units: 'Prices are in USD, newest sale first; ages are in seconds since the sale.',
  ...about,
  count: sales.length,
  isCut: sales.length > limit,
  sales: sales.slice(0, limit).map(({ timestamp, priceUSD, float, paintSeed }) => ({
    ageSeconds: since(timestamp),
    priceUSD,
    float,
    paintSeed,
  })),
});

/** One row per source, and the number of sources in each state. */
export function sourcesAnswer(sources: readonly SourceHealth[], since: Since) {
  const states: Record<string, number> = {};
  for (const { state } of sources) states[state] = (states[state] ?? 0) + 1;
  return {
    units: 'ageSeconds are the seconds since the last successful reading; null means never.',
    states,
    sources: sources
      .filter(({ state }) => state !== 'off')
      .map(({ slug, source, game, state, lastReadAt, detail }) => ({
        source: `${slug}/${source}`,
        game,
        state,
        ageSeconds: since(lastReadAt),
        ...(detail !== null && { detail }),
      })),
  };
}

/** Rules of a key, without the secrets of their targets. */
export const alertsAnswer = (rules: readonly AlertRule[], since: Since) => ({
  units:
    'Ages are in seconds. pending is the number of undelivered alerts; problem says why a rule is not being checked.',
  rules: rules.map(({ id, name, when, target, repeats, doneAt, problem, pending, lastAttempt }) => ({
    id,
    name,
    when: JSON.stringify(when),
    target: `${target.kind} ${target.host}`,
    repeats,
    isDone: doneAt !== null,
    problem,
    pending,
    lastOutcome: lastAttempt?.outcome ?? null,
    lastError: lastAttempt?.error ?? null,
    lastAgeSeconds: lastAttempt === null ? null : since(lastAttempt.at),
  })),
});
