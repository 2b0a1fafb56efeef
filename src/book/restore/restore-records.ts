import type { ItemStatement, SnapshotRecord, ToPrices } from '../../schema/index.ts';
import { restoreBuyOrder } from '../apply-buy-order.ts';
import { restoreOffer } from '../apply-offer.ts';
import { restoreQuote } from '../apply-quote.ts';
import type { AskCopy } from '../best/ask-history.ts';
import type { GameBook } from '../game-book.ts';
import type { MarketBook, MarketState } from '../market/market-book.ts';
import type { Tombstone } from '../market/tombstones.ts';
import type { NameId } from '../memory/numbers.ts';
import { type AskDifferences, changed } from './snapshot-records.ts';

/** Restores what stood in a market book, in order and in any number of pieces, without reporting changes. */
export function restoreMarket(
  marketBook: MarketBook,
  standing: readonly SnapshotRecord[],
  toPrices: ToPrices | null,
): void {
  for (const one of standing) restoreOne(marketBook, one, toPrices);
  marketBook.recompute(0, null);
}

function restoreOne(marketBook: MarketBook, one: SnapshotRecord, toPrices: ToPrices | null): void {
  switch (one.what) {
    case 'offer':
      restoreOffer(marketBook, one.offer, toPrices, one);
      return;
    case 'buyOrder':
      restoreBuyOrder(marketBook, one.buyOrder, toPrices, one.seenBy);
      return;
    case 'quote':
      restoreQuote(marketBook, one.quote, toPrices, one.seenBy);
      return;
    case 'floor': {
      const { name, phase, at, ...published } = one.floor;
      marketBook.restoreSeries(marketBook.series.rowFor(name, phase, at), published, at, one.facts);
      return;
    }
    case 'state':
      if (one.name === 'market') marketBook.restoreState(one.value as MarketState);
      else if (one.name === 'goneOffers') marketBook.tombstones.restore(one.value as Tombstone[]);
      else if (one.name === 'goneBuyOrders') marketBook.orderTombstones.restore(one.value as Tombstone[]);
  }
}

function each<Value>(values: unknown, take: (value: Value) => void): void {
  for (const value of values as Value[]) take(value);
}

/** Restores what is known of a game, in order and in any number of pieces. */
export class GameRestore {
  readonly #gameBook: GameBook;
  /** The numbers here of the names that came, in their order. */
  readonly #numbers: NameId[] = [];
  #any: Int32Array = new Int32Array(0);

  constructor(gameBook: GameBook) {
    this.#gameBook = gameBook;
  }

  take(standing: readonly SnapshotRecord[]): void {
    for (const one of standing) if (one.what === 'state') this.#takeState(one.name, one.value);
  }

  #takeState(name: string, value: unknown): void {
    const { names, attributes } = this.#gameBook;
    const here = (number: number): NameId => this.#numbers[number] as NameId;
    const takers: Readonly<Record<string, () => void>> = {
      names: () => this.#numbers.push(...(value as string[]).map((text) => names.numberFor(text))),
      settledNames: () => each<number>(value, (number) => names.settle(names.name(here(number)))),
      pictures: () =>
        each<[number, string, number]>(value, ([number, thumbnail, rank]) =>
          names.offerThumbnail(here(number), thumbnail, rank),
        ),
      localNames: () =>
        each<[number, string]>(value, ([number, local]) => this.#gameBook.addLocalName(here(number), local)),
      items: () => each<ItemStatement>(value, (statement) => attributes.restore(statement)),
      pastAsks: () => this.#takeAsks(value as AskDifferences),
    };
    takers[name]?.();
  }

  #takeAsks([at, any, money]: AskDifferences): void {
    const { pastAsks } = this.#gameBook;
    const known = this.#numbers.length;
    this.#any = changed(this.#any, any, known);
    const asks = { any: this.#renumbered(this.#any), money: this.#renumbered(changed(this.#any, money, known)) };
    pastAsks.restore([...pastAsks.copies, { at, asks } satisfies AskCopy]);
  }

  #renumbered(asks: Int32Array): Int32Array {
    const here = new Int32Array(this.#gameBook.names.size);
    for (const [number, name] of this.#numbers.entries()) here[name] = asks[number] as number;
    return here;
  }
}
