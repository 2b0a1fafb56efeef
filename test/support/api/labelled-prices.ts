import { Book } from '../../../src/book/book.ts';
import { marketplaces } from '../../../src/schema/index.ts';
import { quoteRecord } from './served-api.ts';

/**
 * Prices with a known fault, since the fault was introduced here. Nothing here depends on the rules by which prices are
 * flagged: it models how markets and those who tamper with them behave.
 *
 * An item has a worth that wanders a few percent a day, and sometimes jumps for everybody within hours, when a game is
 * updated. Each marketplace asks that worth with a surcharge of its own: most within some percent of one another, a few
 * always a third dearer as their money cannot be paid out, a few cheaper. Prices of cheap items vary more. Readings
 * come every few hours, each with a little noise; a marketplace may be new, or may have stopped answering days ago.
 *
 * Prices are tampered with on one marketplace, recently, in one of these ways:
 * - `bait`: one offer far below its worth, by mistake or to catch those who follow blindly;
 * - `dear`: the other offers are sold out or bought up, and the remaining one asks several times the worth;
 * - `wall`: one seller buys every offer and puts it up again, well above the worth;
 * - `wash`: the price is driven up in steps over days, by selling to oneself.
 * A price `beside` a tampered one is honest.
 */
export type LabelledPrice = {
  readonly way: Way;
  readonly book: Book;
  readonly marketplaceId: number;
  readonly name: string;
  readonly at: number;
  /** Whether it was tampered with, is the only offer on that marketplace, or was not read for a long time. */
  readonly isTampered: boolean;
  readonly isAlone: boolean;
  readonly isOld: boolean;
};

const ways = [
  'calm',
  'wild',
  'jump',
  'surcharge',
  'new',
  'single',
  'old',
  'beside',
  'bait',
  'dear',
  'wall',
  'wash',
] as const;
type Way = (typeof ways)[number];
const tampering: readonly Way[] = ['bait', 'dear', 'wall', 'wash'];

const hour = 3_600_000;
const start = Date.UTC(2026, 8, 1);
const readings = 40;
const betweenMs = 5 * hour;

export function labelledPrices(count: number, seed: number): LabelledPrice[] {
  const random = randomFrom(seed);
  // Half of the markets are tampered with
  const turns: readonly Way[] = [...ways, ...tampering, 'calm'];
  return Array.from({ length: count }, (_, at) => new Market(turns[at % turns.length] as Way, random).play());
}

type Shop = { readonly id: number; readonly surcharge: number; readonly from: number; count: number };

class Market {
  readonly #way: Way;
  readonly #random: () => number;
  readonly #name = 'AK-47 | Redline (Field-Tested)';
  readonly #book = new Book();
  readonly #worth: readonly number[];
  readonly #shops: readonly Shop[];
  readonly #noise: number;
  /** The final factor by which it is driven off, and over how many readings. */
  readonly #factor: number;
  readonly #lately: number;

  constructor(way: Way, random: () => number) {
    this.#way = way;
    this.#random = random;
    const usd = Math.exp(this.#between(Math.log(0.2), Math.log(2000)));
    const isCheap = usd < 1;
    this.#noise = way === 'wild' ? 0.05 : isCheap ? 0.03 : 0.012;
    this.#worth = this.#wander(usd * 1000);
    const number = Math.floor(this.#random() < 0.2 ? this.#between(1, 3) : this.#between(3, 13));
    this.#shops = Array.from({ length: number }, (_, at) => this.#shop(at, isCheap));
    const driven = { bait: [0.1, 0.5], dear: [2, 8], wall: [1.5, 3], wash: [1.6, 4], beside: [0.2, 4] } as const;
    const [min, max] = driven[way as keyof typeof driven] ?? [1, 1];
    this.#factor = this.#between(min, max);
    this.#lately = Math.floor(way === 'wash' ? this.#between(5, 13) : this.#between(1, 6));
  }

  play(): LabelledPrice {
    const [shop, beside] = this.#shops as [Shop, Shop | undefined];
    const driven = this.#way === 'beside' ? beside : shop;
    for (let reading = 0; reading < readings; reading += 1)
      for (const one of this.#shops) {
        if (reading < one.from || (one === shop && this.#way === 'old' && reading > readings - 1 - this.#lately * 3))
          continue;
        this.#read(one, reading, one === driven ? this.#drivenAt(reading) : 1);
      }
    const way = this.#way;
    return {
      way,
      book: this.#book,
      marketplaceId: shop.id,
      name: this.#name,
      at: start + (readings - 1) * betweenMs + hour / 2,
      isTampered: tampering.includes(way),
      isAlone: shop.count === 1,
      isOld: way === 'old',
    };
  }

  #read(shop: Shop, reading: number, driven: number): void {
    const worth = this.#worth[reading] as number;
    const usd = Math.max(10, Math.round(worth * shop.surcharge * driven * Math.exp(this.#normal() * this.#noise)));
    if (driven !== 1 && this.#way === 'dear') shop.count = 1 + Math.floor(this.#random() * 3);
    const stamp = { marketplaceId: shop.id, source: 'labelled', at: start + reading * betweenMs };
    this.#book.apply([quoteRecord('CS2', this.#name, usd, shop.count)], stamp);
  }

  #drivenAt(reading: number): number {
    const since = reading - (readings - 1 - this.#lately);
    if (since < 0) return 1;
    return this.#way === 'wash' ? this.#factor ** Math.min(1, (since + 1) / this.#lately) : this.#factor;
  }

  #shop(at: number, isCheap: boolean): Shop {
    const isFirst = at === 0;
    const kind = this.#random();
    const usual = Math.exp(this.#normal() * (isCheap ? 0.12 : 0.06));
    const apart = this.#way === 'wild' ? Math.exp(this.#normal() * 0.2) : 1;
    const surcharge =
      isFirst && this.#way === 'surcharge' ? this.#between(1.2, 1.6) : kind < 0.1 ? 1.35 : kind < 0.2 ? 0.88 : 1;
    const isSingle = isFirst ? this.#way === 'single' : this.#random() < 0.15;
    return {
      // Each price on a marketplace of its own, in no particular order
      id: (marketplaces[at] as { id: number }).id,
      surcharge: surcharge * usual * apart,
      from: isFirst && this.#way === 'new' ? readings - 3 : 0,
      count: isSingle ? 1 : 2 + Math.floor(this.#random() ** 2 * 200),
    };
  }

  #wander(usd: number): number[] {
    const daily = this.#way === 'wild' ? 0.08 : 0.03;
    const step = daily * Math.sqrt(betweenMs / (24 * hour));
    const jumpAt = this.#way === 'jump' ? readings - Math.floor(this.#between(2, 10)) : readings;
    const jump = this.#random() < 0.5 ? this.#between(1.3, 2.5) : this.#between(0.4, 0.8);
    let worth = usd;
    return Array.from({ length: readings }, (_, reading) => {
      worth *= Math.exp(this.#normal() * step) * (reading === jumpAt ? jump : 1);
      return worth;
    });
  }

  #between(min: number, max: number): number {
    return min + this.#random() * (max - min);
  }

  #normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random());
  }
}

/** Pseudo-random numbers, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
