import type {
  AlertRule,
  Best,
  BestSide,
  DealBuy,
  Deals,
  FoundOffers,
  Item,
  Movers,
  PricePoint,
  Sale,
  SearchItem,
  SourceHealth,
  Value,
} from '#client';

/** Seconds since an instant in Unix seconds, null when it never was. */
type Since = (at: number | null) => number | null;

export const sinceAt =
  (now: number): Since =>
  (at) =>
    at === null ? null : Math.max(0, Math.floor(now / 1000) - at);

const units = 'Prices in the currency of their name (USD, EUR); ages in seconds; null is unknown.';

/** One item more than the limit says that there are others. */
export const foundAnswer = (items: readonly SearchItem[], limit: number, since: Since) => ({
  units,
  items: items.slice(0, limit).map(({ game, name, marketplaces }) => ({
    game,
    name,
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
    units: `${units} float is wear from 0 (new) to 1 (worn); lockedDays until it can be traded.`,
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
    'Lowest asks over all marketplaces in USD, now and sinceSeconds seconds ago; usualAskUSD is what that marketplace usually asks in its own week; ages in seconds since it last confirmed it; null is unknown.',
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

/** Asked for in dollars. */
export function bestAnswer({ game, name, best }: Best, since: Since) {
  const side = (one: BestSide | null) =>
    one === null
      ? null
      : {
          marketplace: one.marketplace,
          priceUSD: one.price,
          afterFeesUSD: one.afterFees,
          count: one.count,
          ageSeconds: since(one.seenAt),
        };
  return {
    units:
      'Prices in USD; ages in seconds since the marketplace last confirmed it. afterFees is what the buyer pays or the seller gets, null where no fee is known. itemPhase null is the whole item.',
    game,
    name,
    best: best.map((one) => ({
      itemPhase: one.itemPhase,
      ask: side(one.ask),
      bid: side(one.bid),
      askAfterFees: side(one.askAfterFees),
      bidAfterFees: side(one.bidAfterFees),
      spreadUSD: one.spread,
      crossed: one.crossed,
    })),
  };
}

/** Asked for in dollars. */
export function dealsAnswer({ game, deals }: Deals, since: Since) {
  const side = ({ marketplace, price, afterFees, count, seenAt, flags }: DealBuy) => ({
    marketplace,
    priceUSD: price,
    afterFeesUSD: afterFees,
    count,
    ageSeconds: since(seenAt),
    flags,
  });
  return {
    units:
      'Prices and profit in USD, after the fees that are known, and at most so much where buy has feeUnknown; percent of what the buyer pays; ages in seconds since the marketplace last confirmed it. way bid sells at once, list puts on sale at the lowest ask. flags say what is doubtful: name them.',
    game,
    deals: deals.map(({ name, itemPhase, buy, sell, profit, profitPercent }) => ({
      name,
      itemPhase,
      profitUSD: profit,
      profitPercent,
      buy: side(buy),
      sell: { ...side(sell), way: sell.way },
    })),
  };
}

/** Asked for in dollars. */
export const valueAnswer = ({ game, side, total, totalAfterFees, unknownCount, lines }: Value, since: Since) => ({
  units:
    'Sums and prices in USD, of all pieces of a line unless they stand in best; afterFees null where no fee is known; soldCount is how many pieces the sum is of; ages in seconds since the marketplace last confirmed it. flags say what is doubtful: name them. Say which names are not known.',
  game,
  side,
  totalUSD: total,
  totalAfterFeesUSD: totalAfterFees,
  unknownCount,
  lines: lines.map(({ name, count, isKnown, nearest, best, soldCount, ...line }) => ({
    name,
    count,
    isKnown,
    nearest,
    best:
      best === null
        ? null
        : {
            marketplace: best.marketplace,
            priceUSD: best.price,
            afterFeesUSD: best.afterFees,
            count: best.count,
            ageSeconds: since(best.seenAt),
            flags: best.flags,
          },
    soldCount,
    totalUSD: line.total,
    totalAfterFeesUSD: line.totalAfterFees,
  })),
});

/** Asked for in dollars. */
export const offersAnswer = ({ game, offers, next }: FoundOffers, since: Since) => ({
  units:
    'Prices in USD; belowOthersPercent is how far below the lowest ask of every other marketplace; usualAsk is the lowest ask that its marketplace usually has; stickersAsk is what the stickers are asked for as items of their own; lockedDays until it can be traded; ages in seconds since the marketplace last confirmed it; null is unknown.',
  game,
  offers: offers.map((offer) => ({
    name: offer.name,
    itemPhase: offer.itemPhase,
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
    units: `Lowest price in USD from that age on, oldest first; ages in seconds.`,
    ...about,
    lowestUSD: prices.length === 0 ? null : Math.min(...prices),
    highestUSD: prices.length === 0 ? null : Math.max(...prices),
    lastUSD: prices.at(-1) ?? null,
    points: known.map(({ timestamp, priceUSD }) => ({ ageSeconds: since(timestamp), priceUSD })),
  };
}

export const salesAnswer = (about: object, sales: readonly Sale[], limit: number, since: Since) => ({
  units: 'Prices in USD, newest sale first; ages in seconds since the sale.',
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

/** The sources in one line each, and how many are in each state. */
export function sourcesAnswer(sources: readonly SourceHealth[], since: Since) {
  const states: Record<string, number> = {};
  for (const { state } of sources) states[state] = (states[state] ?? 0) + 1;
  return {
    units: 'ageSeconds since the last successful reading; null is never.',
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

/** Rules of a key; what is secret of their targets is told to nobody. */
export const alertsAnswer = (rules: readonly AlertRule[], since: Since) => ({
  units: 'Ages in seconds. pending is how many alerts wait; a problem says why a rule looks for nothing.',
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
