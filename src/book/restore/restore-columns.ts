import {
  currencies,
  type FloorColumns,
  type Game,
  games,
  type Money,
  type NativeCurrency,
  type NumberedNames,
  nativeCurrencies,
  type OfferColumns,
  type Prices,
  pricesOf,
  type SeriesColumns,
} from '../../schema/index.ts';
import type { GameBooks } from '../apply.ts';
import type { MarketBook } from '../market/market-book.ts';
import { FoundStickers, setTraits, writeColumns, writeColumnText } from '../memory/column-record.ts';
import { hashOfBytes } from '../memory/id-index.ts';
import { type NameId, none, type Slot } from '../memory/numbers.ts';

type ToPrices = (price: Money | null) => Prices;

/** Restores offers and floors from columns, as restoreOffer and restoreFloors do from objects. */
export class ColumnRestore {
  readonly #gameBooks: GameBooks;
  readonly #found = new FoundStickers();
  /** The number + 1 that each of these names has in the book; 0 means not looked up yet. */
  readonly #nameIds = new WeakMap<NumberedNames, Int32Array>();
  /** The offer being restored; reused for each. */
  readonly #numbers = { currency: 0, amount: 0, prices: [0, 0, 0, 0], foundAt: 0, changedAt: 0, seenAt: 0 };

  constructor(gameBooks: GameBooks) {
    this.#gameBooks = gameBooks;
  }

  offers(offers: OfferColumns, from: number, to: number, toPrices: ToPrices | null): void {
    const ids = this.#idsOf(offers.names);
    const marketBooks = this.#each(offers, from, to, (marketBook, row) => {
      const name = this.#nameId(marketBook, offers, row, ids);
      if (name >= 0) this.#takeOne(marketBook, offers, row, name, toPrices);
    });
    for (const touched of marketBooks) touched.recompute(0, null);
  }

  floors(floors: FloorColumns, from: number, to: number): void {
    const ids = this.#idsOf(floors.names);
    this.#each(floors, from, to, (marketBook, at) => {
      const name = this.#nameId(marketBook, floors, at, ids);
      if (name < 0) return;
      const since = floors.changedAt[at] as number;
      const row = marketBook.series.rowOf(name, floors.phase[at] as number, since);
      const offerCount = floors.offerCount[at] as number;
      marketBook.restoreFloor(row, { at: since, offerCount, prices: pricesOf(floors, at) });
    });
  }

  /** Calls `take` for each row and returns the market books concerned. */
  #each(
    { marketplaceId, game: gameOf }: SeriesColumns,
    from: number,
    to: number,
    take: (marketBook: MarketBook, row: number) => void,
  ): Iterable<MarketBook> {
    const marketBooks = new Set<MarketBook>();
    let last: MarketBook | null = null;
    for (let row = from; row < to; row += 1) {
      const id = marketplaceId[row] as number;
      const game = games[gameOf[row] as number] as Game;
      if (last === null || last.marketplaceId !== id || last.game !== game) {
        last = this.#gameBooks[game].marketBookFor(id);
        marketBooks.add(last);
      }
      take(last, row);
    }
    return marketBooks;
  }

  #takeOne(marketBook: MarketBook, columns: OfferColumns, at: number, name: NameId, toPrices: ToPrices | null): void {
    const { offers, memory, traits } = marketBook;
    const { writer } = memory;
    writer.at = 0;
    writeColumnText(writer, columns.offerId, at);
    const hash = hashOfBytes(writer.bytes, writer.at);
    const former = offers.find(writer, writer.at, hash);
    if (former >= 0) {
      marketBook.markDirty(offers.row(former));
      offers.remove(former);
    }
    writeColumns(writer, columns, at, memory.strings, this.#found);
    const numbers = this.#numbers;
    numbers.currency = columns.currency[at] as number;
    numbers.amount = columns.amount[at] as number;
    for (let of = 0; of < currencies.length; of += 1)
      numbers.prices[of] = (columns.prices[of] as Float64Array)[at] as number;
    numbers.foundAt = columns.foundAt[at] as number;
    numbers.changedAt = columns.changedAt[at] as number;
    numbers.seenAt = columns.seenAt[at] as number;
    const row = marketBook.series.rowOf(name, columns.phase[at] as number, numbers.changedAt);
    marketBook.readsOffers = true;
    const slot = offers.addNumbers(row, numbers, writer, hash);
    if (toPrices !== null) this.#convert(marketBook, slot, toPrices);
    setTraits(traits, slot, columns, at, this.#found);
    marketBook.markDirty(row);
    marketBook.date(row, numbers.changedAt);
    marketBook.see(row, numbers.seenAt);
  }
  /** Converts a price at current rates; one that becomes known or unknown stays as reported until `reconvertAll` reports it. */
  #convert(marketBook: MarketBook, slot: Slot, toPrices: ToPrices): void {
    const { currency, amount, prices } = this.#numbers;
    const price = { amount, currency: nativeCurrencies[currency] as NativeCurrency };
    const now = toPrices(price);
    if ((now.USD === null) !== (prices[0] === 0)) marketBook.isBehindRates = true;
    else if (currencies.some((one, at) => (now[one] ?? 0) !== prices[at])) marketBook.offers.drift(slot, price, now);
  }

  #idsOf(names: NumberedNames): Int32Array {
    const known = this.#nameIds.get(names);
    if (known !== undefined) return known;
    const added = new Int32Array(names.size);
    this.#nameIds.set(names, added);
    return added;
  }

  /** -1 if the name is missing. */
  #nameId(marketBook: MarketBook, { names, nameNumbers }: SeriesColumns, at: number, ids: Int32Array): NameId {
    const number = nameNumbers[at] as number;
    const known = ids[number] as number;
    if (known !== 0) return (known - 1) as NameId;
    const text = names.name(number);
    if (text === '') return none;
    const name = marketBook.names.numberFor(text);
    ids[number] = name + 1;
    return name;
  }
}
