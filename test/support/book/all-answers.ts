import type { DealQuery } from '../../../src/book/best/deal.ts';
import type { Book } from '../../../src/book/book.ts';
import type { OfferQuery } from '../../../src/book/offers/offer-query.ts';
import { anyExtras, currencies, type Game, offerSorts, type Variant } from '../../../src/schema/index.ts';
import { burningFlames } from './effects.ts';

type About = {
  readonly games: readonly Game[];
  readonly marketplaceIds: readonly number[];
  readonly names: readonly string[];
  readonly at: number;
};

const phaseChoices: readonly (Variant | null)[] = [null, 'Ruby', 'Phase 1', burningFlames];
const aged = ['offer', 'quote', 'buyOrder'] as const;
const words = ['doppler', 'ak har', 'ft', 'messer 3', 'azimov', '二西', 'Азим', 'dopler', 'fieldtested ak 7', 'zzz'];

/** Matches every offer; the first forty are returned. */
export const anyOffer: Omit<OfferQuery, 'at' | 'sort'> = {
  names: null,
  words: null,
  phases: null,
  marketplaceIds: null,
  minUsd: 0,
  maxUsd: Number.POSITIVE_INFINITY,
  minFloat: null,
  maxFloat: null,
  paintSeeds: null,
  stickers: [],
  maxStickerWear: 1,
  extras: anyExtras,
  tradableBy: null,
  belowOthersPercent: null,
  limit: 40,
  after: null,
};

const dealQuery: Omit<DealQuery, 'at'> = {
  sort: 'profit',
  limit: 40,
  name: null,
  above: 1,
  minProfitUsd: 0,
  minPercent: 0,
  maxCostUsd: Number.MAX_SAFE_INTEGER,
  seenSince: 0,
  from: null,
  to: null,
  ways: ['bid', 'list'],
  payout: 'any',
  maxHoldDays: null,
  pairs: 'all',
  without: [],
  sourceFlags: () => [],
  rates: [],
};

/** Every answer that a book gives about some items and marketplaces. */
export function* allAnswers(book: Book, about: About): Generator<readonly [question: string, answer: unknown]> {
  for (const game of about.games) {
    yield* answersOfGame(book, game, about);
    for (const id of about.marketplaceIds) yield* answersOfMarket(book, game, id, about);
    for (const name of about.names) yield* answersOfItem(book, game, name, about);
  }
  yield ['floors', sorted(book.floors())];
  yield ['topBids', sorted(book.topBids())];
}

/** Where a book promises no order, so that books which met the same in another order answer alike. */
const sorted = (values: Iterable<unknown>): string[] => Array.from(values, (value) => JSON.stringify(value)).sort();

function* answersOfGame(book: Book, game: Game, { marketplaceIds, names, at }: About) {
  yield [`${game} names`, sorted(book.names(game))] as const;
  yield [`${game} namesAfter`, book.namesAfter(game, 'B', marketplaceIds.slice(1), 50)] as const;
  for (const text of words) {
    yield [`${game} search ${text}`, book.search(game, text, null, 30)] as const;
    yield [`${game} near ${text}`, book.searchNearest(game, text, marketplaceIds.slice(1), 30)] as const;
    yield [`${game} found ${text}`, book.searchNames(game, text, { marketplaceIds: null, limit: 30 })] as const;
    yield [`${game} nearest ${text}`, book.nearestName(game, `${text} 7`)] as const;
    yield [`${game} test ${text}`, names.filter(book.nameTest(game, text))] as const;
  }
  for (const sort of offerSorts)
    for (const more of [{}, { stickers: ['Crown 3'] }, { tradableBy: at, maxFloat: 0.4 }, { belowOthersPercent: 5 }, { extras: { ...anyExtras, charm: 'ava' } }])
      yield [`${game} offers ${sort}`, book.findOffers(game, { ...anyOffer, at, sort, ...more })] as const;
  yield [`${game} deals`, book.deals(game, { ...dealQuery, at })] as const;
  yield [`${game} usual deals`, book.deals(game, { ...dealQuery, at, without: ['outlier'] })] as const;
  yield [`${game} deals in money`, book.deals(game, { ...dealQuery, at, payout: 'money', maxHoldDays: 15 })] as const;
  for (const hours of [1, 24])
    for (const payout of ['money', 'any'] as const)
      yield [
        `${game} movers`,
        book.movers(game, { at, hours, direction: 'any', minUsd: 0, limit: 30, payout }),
      ] as const;
  yield [`${game} orders`, book.bestBuyOrders(game, marketplaceIds, 50)] as const;
  for (const currency of currencies) {
    const copies = book.copyPrices(game, null, currency);
    for (let next = copies.next(); next !== null; next = copies.next()) {
      const { marketplaceId, length, nameOf, phaseAt, names: numbers, ...columns } = next;
      const { price, offerCount, bid, orderCount, seenAt } = columns;
      const cells = [price, offerCount, bid, orderCount, seenAt];
      const rowAt = (number: number, at: number) => [nameOf(number), phaseAt(at), ...cells.map((cell) => cell[at])];
      yield [`${game} ${currency} ${marketplaceId}`, sorted(Array.from(numbers.subarray(0, length), rowAt))] as const;
    }
    copies.close();
  }
}

function* answersOfMarket(book: Book, game: Game, id: number, { names, at }: About) {
  yield [`${game} ${id} counts`, [book.counts(id, game), book.coverage(id, game)]] as const;
  for (const kind of aged) yield [`${game} ${id} ages`, book.ages(id, game, kind, at)] as const;
  for (const name of names) {
    const targets = [
      book.summary(id, game, name),
      book.isListBehind(id, game, name),
      book.marketplaceItemId(id, game, name),
      book.offers(id, game, name),
      book.quotes(id, game, name),
      book.buyOrders(id, game, name),
      phaseChoices.map((phase) => book.askBasis(id, game, name, phase, at)),
      phaseChoices.map((phase) => book.orderCount(id, game, name, phase)),
    ];
    yield [`${game} ${id} ${name}`, targets] as const;
  }
}

function* answersOfItem(book: Book, game: Game, name: string, { marketplaceIds, at }: About) {
  const choices = [
    { marketplaceIds: null, unlockedAt: null, payout: 'money' },
    { marketplaceIds: marketplaceIds.slice(1), unlockedAt: null, payout: 'steamBalance' },
    { marketplaceIds: null, unlockedAt: at, payout: 'any' },
  ] as const;
  const targets = [
    book.summaries(game, name),
    book.localName(game, name),
    book.hasItem(game, name),
    book.hasVariants(game, name),
    book.depth(game, name),
    book.highestAskUsd(game, name),
    choices.map((choice) => book.best(game, name, choice)),
    phaseChoices.map((phase) => [book.asks(game, name, phase), sorted(book.bids(game, name, phase))]),
  ];
  yield [`${game} ${name}`, targets] as const;
}
