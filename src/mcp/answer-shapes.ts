import { z } from 'zod';

// Output schemas of answers.ts
const text = z.string();
const orNull = z.number().nullable();
const textOrNull = z.string().nullable();
const units = text.describe('Units of the figures');
const ageSeconds = orNull;
const priced = { marketplace: text, priceUSD: orNull, offerCount: z.number(), ageSeconds };
const about = { units, game: text, name: text, marketplace: text, days: z.number() };

export const foundShape = {
  units,
  items: z.array(
    z.object({
      game: text,
      name: text,
      isNear: z.boolean().describe('Whether the name only resembles what was typed'),
      marketplaces: z.array(z.object(priced)),
    }),
  ),
  isCut: z.boolean(),
};

export const itemShape = {
  units,
  game: text,
  name: text,
  ...priced,
  priceEUR: orNull,
  condition: textOrNull,
  offers: z.array(
    z.object({
      priceUSD: orNull,
      float: orNull,
      paintSeed: orNull,
      lockedDays: orNull,
      ageSeconds,
      link: textOrNull,
    }),
  ),
  buyOrders: z.array(z.object({ priceUSD: orNull, quantity: orNull, itemPhase: textOrNull, ageSeconds })),
};

export const compareShape = {
  units,
  game: text,
  name: text,
  marketplaces: z.array(z.object({ ...priced, priceEUR: orNull })),
};

const side = z.object({
  marketplace: text,
  priceUSD: orNull,
  afterFeesUSD: orNull,
  count: z.number(),
  ageSeconds,
  link: textOrNull,
});
const bidSide = side.extend({ payout: textOrNull });
const range = z.object({ lowest: orNull, highest: orNull }).nullable();

export const bestShape = {
  units,
  game: text,
  name: text,
  best: z.array(
    z.object({
      itemPhase: textOrNull,
      unusualEffect: textOrNull,
      ask: side.nullable(),
      bid: bidSide.nullable(),
      askAfterFees: side.nullable(),
      bidAfterFees: bidSide.nullable(),
      variantAsksUSD: range,
      variantBidsUSD: range,
      spreadUSD: orNull,
      crossed: z.boolean(),
    }),
  ),
};

const flagged = side.extend({ flags: z.array(text) });
const heldSide = flagged.extend({ holdDays: orNull });

const ways = {
  name: text,
  itemPhase: textOrNull,
  unusualEffect: textOrNull,
  buy: heldSide,
  sell: heldSide.extend({ payout: textOrNull, way: text }),
  holdDays: orNull,
};

export const dealsShape = {
  units,
  game: text,
  notDeducted: textOrNull.describe('What is not known of these marketplaces; mention it'),
  deals: z.array(z.object({ ...ways, profitUSD: orNull, profitPercent: z.number() })),
};

const direction = z.object({
  ratio: orNull,
  coveredUSD: z.number(),
  rows: z.array(z.object({ ...ways, ratio: z.number(), salesPerDay: orNull })),
});

export const ratioShape = { units, game: text, amountUSD: z.number(), into: direction, back: direction };

export const valueShape = {
  units,
  game: text,
  side: text,
  totalUSD: orNull,
  totalAfterFeesUSD: orNull,
  unknownCount: z.number(),
  lines: z.array(
    z.object({
      name: text,
      itemPhase: textOrNull,
      unusualEffect: textOrNull,
      count: z.number(),
      isKnown: z.boolean(),
      nearest: textOrNull,
      needsVariant: z.boolean(),
      best: flagged.nullable(),
      soldCount: z.number(),
      totalUSD: orNull,
      totalAfterFeesUSD: orNull,
    }),
  ),
};

export const offersShape = {
  units,
  game: text,
  offers: z.array(
    z.object({
      name: text,
      itemPhase: textOrNull,
      unusualEffect: textOrNull,
      marketplace: text,
      priceUSD: orNull,
      belowOthersPercent: orNull,
      usualAskUSD: orNull,
      float: orNull,
      paintSeed: orNull,
      stickers: z.array(text).nullable(),
      stickersAskUSD: orNull,
      lockedDays: orNull,
      ageSeconds,
      link: textOrNull,
    }),
  ),
  isCut: z.boolean(),
};

export const moversShape = {
  units,
  game: text,
  sinceSeconds: orNull,
  movers: z.array(
    z.object({
      name: text,
      marketplace: text,
      askUSD: orNull,
      formerAskUSD: orNull,
      changePercent: z.number(),
      usualAskUSD: orNull,
      ageSeconds,
    }),
  ),
};

export const historyShape = {
  ...about,
  lowestUSD: orNull,
  highestUSD: orNull,
  lastUSD: orNull,
  points: z.array(z.object({ ageSeconds, priceUSD: z.number() })),
};

export const salesShape = {
  ...about,
  count: z.number(),
  isCut: z.boolean(),
  sales: z.array(z.object({ ageSeconds, priceUSD: orNull, float: orNull, paintSeed: orNull })),
};

export const sourcesShape = {
  units,
  states: z.record(text, z.number()),
  sources: z.array(z.object({ source: text, game: text, state: text, ageSeconds, detail: text.optional() })),
};

export const alertsShape = {
  units,
  rules: z.array(
    z.object({
      id: text,
      name: text,
      when: text,
      target: text,
      repeats: z.boolean(),
      isDone: z.boolean(),
      problem: textOrNull,
      pending: z.number(),
      lastOutcome: textOrNull,
      lastError: textOrNull,
      lastAgeSeconds: orNull,
    }),
  ),
};
