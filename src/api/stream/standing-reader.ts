import type { BestRow } from '../../book/best/best-watch.ts';
import type { Deal, DealQuery } from '../../book/best/deal.ts';
import type { Book } from '../../book/book.ts';
import type { SourceHealth } from '../../collect/schedule/health.ts';
import type { Game, Rate } from '../../schema/index.ts';
import type { StandingReader, StandingRow, StandingView } from '../../stream/standing/view.ts';
import type { BestWish, DealWish } from '../../stream/standing/wish.ts';
import { sourceFlagsOf } from '../source-flags.ts';
import { toWireBestPrices } from '../wire/tape/best.ts';
import { toWireLiveDeal } from '../wire/tape/deal.ts';

type ReaderParts = {
  readonly book: Pick<Book, 'watchBest' | 'watchDeals' | 'nameTest'>;
  readonly health: () => readonly SourceHealth[];
  readonly rates: () => readonly Rate[];
  readonly now: () => number;
};

/** So many items are read in one go, which takes a few milliseconds. */
const itemsAtOnce = 200;

/** What the stream tells of how things stand, in the shapes of REST and in dollars. */
export const createStandingReader = (parts: ReaderParts): StandingReader => ({
  best: (wish, touched) => bestView(parts, wish, touched),
  deals: (wish, touched) => new DealView(parts, wish, touched),
});

function bestView({ book, now }: ReaderParts, wish: BestWish, touched: () => void): StandingView {
  const { game, marketplaceIds, phases } = wish;
  const isMeant = itemTest(book, wish);
  const watch = book.watchBest(game, { marketplaceIds, isMeant, touched });
  const isWanted = ({ best }: BestRow) => phases === null || (best.phase !== null && phases.includes(best.phase));
  return {
    take: () => {
      const at = now();
      const rows = watch.take(itemsAtOnce).filter(isWanted);
      return { rows: rows.map((row) => bestRow(game, row, at)), isMore: watch.hasMore() };
    },
    *standing() {
      for (const row of watch.standing()) yield row === null || !isWanted(row) ? null : bestRow(game, row, now());
    },
    close: watch.close,
  };
}

function itemTest(book: ReaderParts['book'], { game, items, query }: BestWish): (name: string) => boolean {
  const named = items === null ? null : new Set(items);
  const holds = query === null ? null : book.nameTest(game, query);
  return (name) => named?.has(name) !== false && holds?.(name) !== false;
}

const bestRow = (game: Game, { name, best }: BestRow, at: number): StandingRow => {
  const id = `${game}:${name}${best.phase === null ? '' : `:${best.phase}`}`;
  const data = { name, ...toWireBestPrices(best, 'USD') };
  return { type: 'best', event: null, id, tail: tailOf(id, game, at, data) };
};

const tailOf = (id: string, game: Game, timestamp: number, data: object): string =>
  `,${JSON.stringify({ id, game, timestamp, data }).slice(1)}`;

type ToldDeal = { readonly deal: Deal; readonly text: string };

/** Deals by what they are between; one is told anew when anything of it is other than its ages. */
class DealView implements StandingView {
  readonly close: () => void;
  readonly #parts: ReaderParts;
  readonly #wish: DealWish;
  readonly #watch: ReturnType<Book['watchDeals']>;
  #told: ReadonlyMap<string, ToldDeal>;

  constructor(parts: ReaderParts, wish: DealWish, touched: () => void) {
    this.#parts = parts;
    this.#wish = wish;
    this.#watch = parts.book.watchDeals(wish.game, touched);
    this.#told = this.#read();
    this.close = this.#watch.close;
  }

  take() {
    const before = this.#told;
    const now = this.#read();
    this.#told = now;
    const rows: StandingRow[] = [];
    for (const [id, { deal }] of before) if (!now.has(id)) rows.push(this.#row('Removed', id, deal));
    for (const [id, { deal, text }] of now) {
      const known = before.get(id);
      if (known?.text !== text) rows.push(this.#row(known === undefined ? 'Added' : 'Updated', id, deal));
    }
    return { rows, isMore: false };
  }

  *standing() {
    for (const [id, { deal }] of this.#told) yield this.#row('Added', id, deal);
  }

  #row(event: 'Added' | 'Updated' | 'Removed', id: string, deal: Deal): StandingRow {
    const data = toWireLiveDeal(deal, 'USD');
    return { type: 'deal', event, id, tail: tailOf(id, this.#wish.game, this.#parts.now(), data) };
  }

  #read(): ReadonlyMap<string, ToldDeal> {
    const { game } = this.#wish;
    const deals = this.#watch.take(queryOf(this.#wish, this.#parts));
    return new Map(
      deals.map((deal) => [idOf(game, deal), { deal, text: JSON.stringify(toWireLiveDeal(deal, 'USD'), ageless) }]),
    );
  }
}

const ageless = (key: string, value: unknown): unknown => (key === 'seenAt' ? undefined : value);

const idOf = (game: Game, { name, phase, buy, sell }: Deal): string =>
  [game, name, ...(phase === null ? [] : [phase]), buy.marketplaceId, sell.marketplaceId, sell.way].join(':');

function queryOf(wish: DealWish, { health, rates, now }: ReaderParts): DealQuery {
  const at = now();
  const { game, from, to, ways, without, sort, limit, minProfit, minPercent, maxPrice, maxAgeSeconds } = wish;
  return {
    sort,
    limit,
    minProfitUsd: Math.round(minProfit * 1000),
    minPercent,
    maxCostUsd: maxPrice === null ? Number.POSITIVE_INFINITY : Math.round(maxPrice * 1000),
    seenSince: maxAgeSeconds === null ? 0 : at - maxAgeSeconds * 1000,
    at,
    from,
    to,
    ways,
    without,
    sourceFlags: sourceFlagsOf(health(), game),
    rates: rates(),
  };
}
