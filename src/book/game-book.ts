import { type Game, marketplaces } from '../schema/index.ts';
import { Stall } from './market-book.ts';
import { type Desk } from './memory/codec.ts';
import { Column } from './memory/column.ts';
import { NameList } from './memory/name-table.ts';
import { NearestName } from './search/nearest-name.ts';
import { WordIndex } from './search/word-index.ts';

const placeOf = (marketplaceId: number): number => {
  const place = marketplaces.findIndex(({ id }) => id === marketplaceId);
  return place < 0 ? marketplaces.length : place;
};

/** Everything of one game: its names, and a stall for each marketplace that has been heard of it, in registry order. */
export class Aisle {
  readonly game: Game;
  readonly names: NameList = new NameList((name) => {
    this.nearest.add(name);
    this.words.add(name);
  });
  readonly nearest = new NearestName(this.names);
  readonly words: WordIndex;
  readonly #desk: Desk;
  readonly #stalls: Stall[] = [];
  // The largest offer count a name has on any marketplace, kept for the order of search results
  readonly #mostOffers = new Column('int32');

  constructor(game: Game, desk: Desk) {
    this.game = game;
    this.words = new WordIndex(game, this.names);
    this.#desk = desk;
  }

  get stalls(): readonly Stall[] {
    return this.#stalls;
  }

  stall(marketplaceId: number): Stall | undefined {
    return this.#stalls.find((stall) => stall.marketplaceId === marketplaceId);
  }

  stallFor(marketplaceId: number): Stall {
    return this.stall(marketplaceId) ?? this.#open(marketplaceId);
  }

  mostOffers(name: number): number {
    return this.#mostOffers.get(name);
  }

  #open(marketplaceId: number): Stall {
    const place = { marketplaceId, game: this.game };
    const stall = new Stall(place, this.names, this.#desk, (name, former, now) => this.#noteCount(name, former, now));
    this.#stalls.push(stall);
    this.#stalls.sort(
      (a, b) => placeOf(a.marketplaceId) - placeOf(b.marketplaceId) || a.marketplaceId - b.marketplaceId,
    );
    return stall;
  }

  #noteCount(name: number, former: number, now: number): void {
    const most = this.mostOffers(name);
    if (now > most) this.#mostOffers.set(name, now);
    else if (former === most) this.#mostOffers.set(name, this.#countMost(name));
  }

  #countMost(name: number): number {
    let most = 0;
    for (const stall of this.#stalls) {
      const row = stall.wholeRow(name);
      if (row >= 0) most = Math.max(most, stall.figureCount(row));
    }
    return most;
  }
}
