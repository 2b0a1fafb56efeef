import Type, { type Static, type TObject, type TSchema } from 'typebox';
import type { Tape } from '#client';
import { extrasRequest } from '../api/wire/full/extras.ts';
import {
  conditions,
  dealFlags,
  dealPairs,
  dealWays,
  defaultWithout,
  type FilterWord,
  filterWords,
  games,
  itemKinds,
  offerSorts,
  payoutChoices,
  phases,
} from '../schema/index.ts';
import type { Answer } from './answer.ts';
import {
  alertsAnswer,
  appraisalAnswer,
  bestAnswer,
  catalogueAnswer,
  compareAnswer,
  dealsAnswer,
  foundAnswer,
  historyAnswer,
  holdingsAnswer,
  itemAnswer,
  moversAnswer,
  offersAnswer,
  ratioAnswer,
  salesAnswer,
  sourcesAnswer,
  valueAnswer,
} from './answers.ts';

/** A tool of which only the server knows how it is called. */
export type Tool = {
  readonly description: string;
  readonly input: TObject;
  readonly answer: Answer<unknown>;
  /** `args` fit `input`, with its defaults. */
  readonly read: (tape: Tape, args: unknown) => Promise<unknown>;
};

type ToolDeclaration<Input extends TObject, From> = {
  readonly description: string;
  readonly input: Input;
  readonly answer: Answer<From>;
  readonly read: (tape: Tape, args: Static<Input>) => Promise<From>;
};

const tool = <Input extends TObject, From>(told: ToolDeclaration<Input, From>) => told as unknown as Tool;

// Type.Enum states no type, which some clients demand
const oneOf = <const Value extends string>(values: readonly Value[], options: object = {}) =>
  Type.Unsafe<Value>({ type: 'string', enum: values, ...options });

/** What callers may leave out, but tools always get. */
const byDefault = <Schema extends TSchema>(value: Static<Schema>, schema: Schema): Schema =>
  Type.Optional({ ...schema, default: value });

const game = oneOf(games, { description: 'Game' });
const name = Type.String({
  minLength: 1,
  description: 'Exact name of the item, such as AK-47 | Redline (Field-Tested)',
});
const marketplace = Type.String({ minLength: 1, description: 'Name of the marketplace, such as SkinPort' });
const days = byDefault(30, Type.Integer({ minimum: 1, maximum: 3_650, description: 'Days to look back' }));
const limit = byDefault(10, Type.Integer({ minimum: 1, maximum: 50, description: 'Maximum number of rows' }));
const some = Type.String({ minLength: 1 });

const payout = (description: string) => byDefault('money', oneOf(payoutChoices, { description }));
const payoutOfSales = payout('What the marketplaces to sell on pay out; any includes those where it is not known');
const maxHoldDays = Type.Optional(
  Type.Number({
    minimum: 0,
    description: 'Maximum days from buying until what is received is free; leaves out holds that are not known',
  }),
);
const way = byDefault(
  'any',
  oneOf(['any', ...dealWays], { description: 'bid sells immediately, list waits for a buyer' }),
);

const someOf = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Array(schema, { minItems: 1, maxItems: 20 }));
const itemWords = Object.fromEntries(filterWords.map((word) => [word, someOf(some)])) as Readonly<
  Record<FilterWord, ReturnType<typeof someOf<typeof some>>>
>;

/** Current offers and prices. */
const present = {
  search: tool({
    description:
      'Finds items by words of their names or what traders type instead (ak47 redline ft, bfk ruby); all words must match. Returns the lowest price on each marketplace, the items most likely meant first.',
    input: Type.Object({
      game,
      query: Type.String({ minLength: 1, description: 'Words, such as redline field' }),
      limit,
    }),
    answer: foundAnswer,
    read: async (tape, { limit: max, ...what }) => {
      // One more tells whether there are others
      const items = await tape.findItems({ ...what, limit: max + 1 });
      return { items: items.slice(0, max), isCut: items.length > max };
    },
  }),
  item: tool({
    description: 'Returns one item on one marketplace: its price, cheapest offers and best buy orders.',
    input: Type.Object({ game, name, marketplace, limit }),
    answer: itemAnswer,
    read: async (tape, { limit: max, ...what }) => {
      const item = await tape.item(what);
      return { ...item, offers: item.offers.slice(0, max), buyOrders: item.buyOrders.slice(0, max) };
    },
  }),
  compare: tool({
    description: 'Compares one item on all marketplaces, lowest price first.',
    input: Type.Object({ game, name }),
    answer: compareAnswer,
    read: async (tape, what) => ({ ...what, marketplaces: (await tape.compare(what)).marketplaces }),
  }),
};

/** What items are. */
const described = {
  catalogue: tool({
    description:
      'Returns what items are apart from their prices (kind, rarity, collections, wear range, hero, slot, class, variants) and who tells it: those whose names have all words of the query, and that are one of the values of each other member.',
    input: Type.Object({
      game,
      query: Type.Optional(Type.String({ minLength: 1, description: 'Words of the name, such as redline field' })),
      ...itemWords,
      kind: someOf(oneOf(itemKinds)),
      exterior: someOf(oneOf(conditions)),
      statTrak: Type.Optional(Type.Boolean()),
      souvenir: Type.Optional(Type.Boolean()),
      limit,
    }),
    answer: catalogueAnswer,
    read: (tape, what) => tape.catalogue(what),
  }),
};

/** Best prices and deals over all marketplaces. */
const trading = {
  best: tool({
    description:
      'Returns the lowest ask over all marketplaces and the highest bid where one gets money, for an item and its variants, before and after fees, with links.',
    input: Type.Object({ game, name, payout: payoutOfSales }),
    answer: bestAnswer,
    read: (tape, what) => tape.best(what),
  }),
  deals: tool({
    description:
      'Finds items worth buying on one marketplace and selling for money on another, after known fees, best first, with links, days of holds and reasons to doubt them.',
    input: Type.Object({
      game,
      name: Type.Optional(name),
      minProfit: byDefault(1, Type.Number({ minimum: 0, description: 'Minimum profit in USD' })),
      maxPrice: Type.Optional(Type.Number({ minimum: 0, description: 'Maximum that the buyer pays, in USD' })),
      way,
      payout: payoutOfSales,
      maxHoldDays,
      pairs: byDefault(
        'best',
        oneOf(dealPairs, {
          description: 'best: only the first deal of each item; all: every pair of marketplaces',
        }),
      ),
      without: byDefault(
        [...defaultWithout],
        Type.Array(oneOf(dealFlags), {
          description: 'Exclude deals where a side has one of these flags; [] excludes none',
        }),
      ),
      limit,
    }),
    answer: dealsAnswer,
    read: (tape, { without, ...what }) => tape.deals({ ...what, without: without.length === 0 ? ['none'] : without }),
  }),
  ratio: tool({
    description:
      'Tells what one unit of money becomes as Steam balance, and one unit of balance as money, for a sum in a day, and by which items.',
    input: Type.Object({
      game,
      name: Type.Optional(name),
      amount: byDefault(
        1_000,
        Type.Number({ exclusiveMinimum: 0, description: 'Sum to carry across in a day, in USD' }),
      ),
      way,
      maxHoldDays,
      minSalesPerDay: Type.Optional(
        Type.Number({
          minimum: 0,
          description: 'Only items of which at least this many are sold in a day; 1 if omitted, 0 with a name',
        }),
      ),
      limit,
    }),
    answer: ratioAnswer,
    read: (tape, what) => tape.ratio(what),
  }),
};

/** What is worth a closer look, and what a list is worth. */
const searching = {
  offers: tool({
    description:
      'Searches single offers over all marketplaces by words of the name, float, pattern, stickers, trade lock and price, by default lowest price first.',
    input: Type.Object({
      game,
      query: Type.Optional(Type.String({ minLength: 1, description: 'Words of the name, such as redline field' })),
      maxPrice: Type.Optional(Type.Number({ minimum: 0, description: 'Maximum price in USD' })),
      minFloat: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
      maxFloat: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
      paintSeeds: Type.Optional(
        Type.Array(Type.Integer({ minimum: 0 }), {
          minItems: 1,
          maxItems: 1000,
          description: 'Only these paint seeds',
        }),
      ),
      stickers: Type.Optional(
        Type.Array(some, {
          minItems: 1,
          maxItems: 10,
          description: 'Exact names of stickers that must be on the item',
        }),
      ),
      ...extrasRequest('CS2'),
      maxDaysTradeLocked: Type.Optional(Type.Number({ minimum: 0, description: '0 means tradable now' })),
      belowOthersPercent: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 100,
          description: 'Minimum percentage below the lowest ask on any other marketplace',
        }),
      ),
      sort: byDefault('price', oneOf(offerSorts)),
      limit,
    }),
    answer: offersAnswer,
    read: (tape, filters) => tape.findOffers(filters),
  }),
  value: tool({
    description:
      'Values a list of items, per line and in total, at the best buy orders, the lowest asks, or what existing buy orders can absorb now; before and after known fees.',
    input: Type.Object({
      game,
      items: Type.Array(
        Type.Object({
          name,
          phase: Type.Optional(oneOf(phases, { description: 'Doppler variant; without it such an item has no value' })),
          effect: Type.Optional(
            Type.String({ minLength: 1, description: 'Effect of an unusual item of TF2, likewise' }),
          ),
          count: byDefault(1, Type.Integer({ minimum: 1, maximum: 1_000_000 })),
        }),
        { minItems: 1, maxItems: 200 },
      ),
      side: byDefault(
        'bid',
        oneOf(['bid', 'ask', 'sellable'], {
          description: 'sellable counts only what existing buy orders can absorb now',
        }),
      ),
      payout: payout('What the marketplaces that count pay out; any includes those where it is not known'),
      marketplaces: Type.Optional(Type.Array(some, { minItems: 1, description: 'Only these marketplaces' })),
    }),
    answer: valueAnswer,
    read: (tape, what) => tape.value(what),
  }),
  appraise: tool({
    description:
      'Says what one item is worth by its wear, pattern and stickers, with an interval and the sales it rests on, and where it can be sold and how soon. Give an offer (marketplace and offerId), or a name with what is known of the item.',
    input: Type.Object({
      game,
      name: Type.Optional(name),
      phase: Type.Optional(oneOf(phases, { description: 'Doppler variant; without it such an item has no value' })),
      float: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
      paintSeed: Type.Optional(Type.Integer({ minimum: 0 })),
      stickers: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description: 'Names; none if left out' })),
      inspectLink: Type.Optional(Type.String({ minLength: 1, description: 'Gives wear and pattern' })),
      marketplace: Type.Optional(some),
      offerId: Type.Optional(Type.String({ minLength: 1 })),
    }),
    answer: appraisalAnswer,
    read: (tape, what) => tape.appraise(what),
  }),
  holdings: tool({
    description:
      'Returns what this key holds, what it cost and brings now after fees, and what was gained with what it sold; the holdings that bring most first.',
    input: Type.Object({
      way: byDefault('bid', oneOf(dealWays, { description: 'bid sells immediately, list waits for a buyer' })),
      payout: payoutOfSales,
      limit,
    }),
    answer: holdingsAnswer,
    read: async (tape, { limit: max, ...what }) => {
      const answer = await tape.holdings.list({ ...what, currency: 'USD' });
      const sorted = answer.holdings.toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0));
      return { ...answer, holdings: sorted.slice(0, max), isCut: sorted.length > max };
    },
  }),
  movers: tool({
    description:
      'Finds the items whose lowest ask over all marketplaces that pay out money, or all, has changed most since some hours ago.',
    input: Type.Object({
      game,
      hours: byDefault(1, Type.Integer({ minimum: 1, maximum: 24 })),
      direction: byDefault('any', oneOf(['any', 'up', 'down'])),
      minPrice: byDefault(1, Type.Number({ minimum: 0, description: 'Minimum price in USD' })),
      payout: byDefault('money', oneOf(['money', 'any'], { description: 'any counts all marketplaces' })),
      limit,
    }),
    answer: moversAnswer,
    read: (tape, what) => tape.movers(what),
  }),
};

/** Price history and sales. */
const past = {
  history: tool({
    description: 'Returns the lowest price of an item on one marketplace over time.',
    input: Type.Object({ game, name, marketplace, days }),
    answer: historyAnswer,
    read: async (tape, what) => ({ ...what, ...(await tape.priceHistory({ ...what, dataPoints: 60 })) }),
  }),
  sales: tool({
    description: 'Returns the completed purchases of an item on one marketplace, if it publishes them.',
    input: Type.Object({ game, name, marketplace, days, limit }),
    answer: salesAnswer,
    read: async (tape, { limit: max, ...what }) => {
      const { sales } = await tape.sales(what);
      return { ...what, count: sales.length, isCut: sales.length > max, sales: sales.slice(0, max) };
    },
  }),
};

const nothing = Type.Object({});

/** All tools by their names, in the order in which they are listed; all of them only read. */
export const tools: ReadonlyMap<string, Tool> = new Map(
  Object.entries({
    ...present,
    ...described,
    ...trading,
    ...searching,
    alerts: tool({
      description: 'Lists the alert rules of this key and the outcome of their last alert.',
      input: nothing,
      answer: alertsAnswer,
      read: (tape) => tape.alerts.list(),
    }),
    ...past,
    sources: tool({
      description: 'Returns the freshness and state of the sources of every marketplace.',
      input: nothing,
      answer: sourcesAnswer,
      read: (tape) => tape.sources(),
    }),
  }),
);
