import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { RandomMarket } from '../../../test/support/book/random-market.ts';
import { createDice } from '../../../test/support/book/read-market.ts';
import { extent } from '../../../test/support/runner/long-run.ts';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { openPublishing } from '../../../test/support/tape/publishing.ts';
import { Book } from '../../book/book.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';
import type { LiveBuyOrder } from '../../schema/index.ts';
import { type OpenStore, openStore } from '../../store/open-store.ts';
import type { ItemStates } from '../../store/store.ts';
import { Writer } from '../../store/writer.ts';
import type { Follower } from '../../tape/follower.ts';
import { createStoreFollower } from '../tape/store-follower.ts';
import { storedToOf } from '../tape/stored-to.ts';
import { acceptedReads } from './accepted-reads.ts';
import { ReceivedTimes } from './received-times.ts';
import { StateKeeper } from './state-keeper.ts';

const seeds = extent({ short: 2, long: 40 });
const acts = extent({ short: 14, long: 60 });
const lastQuestions = extent({ short: 40, long: 300 });
const few = { names: 4, ids: 30 };
const game = 'TF2';

const log = pino({ level: 'silent' });

type Stood = Pick<ItemStates, 'offers' | 'buyOrders' | 'quotes' | 'figures'>;

/** What no change tells, that is confirmations and prices at the rates of a start, and what is not kept. */
const untold = ['seenAt', 'prices', 'stickers', 'tradableAmount'];

const textsOf = (stood: readonly object[]): string[] =>
  stood
    .map((one) => {
      const told = Object.entries(one).filter(([key]) => !untold.includes(key));
      return JSON.stringify(told.sort(([a], [b]) => (a < b ? -1 : 1)));
    })
    .sort();

/** Everything that stands in a book, in the only game that has all variants. */
function stoodIn(book: Book): Stood {
  const all = book.parts().flatMap((part) => (part.game === game ? [...book.standing(part)] : []));
  return {
    offers: all.flatMap((one) => (one.what === 'offer' ? [one.offer] : [])),
    buyOrders: all.flatMap((one) => (one.what === 'buyOrder' ? [one.buyOrder] : [])),
    quotes: all.flatMap((one) => (one.what === 'quote' ? [one.quote] : [])),
    figures: all.flatMap((one) => (one.what === 'floor' ? [one.floor] : [])),
  };
}

const orderKey = ({ marketplaceId, game: of, orderId }: LiveBuyOrder): string => `${of} ${marketplaceId} ${orderId}`;

/** A service that keeps states of a random market; its book survives every kill, as if it had been restored. */
class StoredMarket {
  readonly #folder = temporaryFolder();
  readonly #market: RandomMarket;
  readonly #dice;
  readonly #book = new Book();
  readonly #truth = new Map<number, Stood>();
  /** Where buy orders were first; no change tells that one has left its item, which happens at no marketplace. */
  readonly #ordered = new Map<string, string>();
  readonly #moved = new Set<string>();
  #store!: OpenStore;
  #writer!: Writer;
  #follower!: Follower;
  #publishing!: Awaited<ReturnType<typeof openPublishing>>;
  #keeper!: StateKeeper;
  #kill = () => {};
  /** Changes still to come while a base is written. */
  #meanwhile = 0;
  asked = 0;

  constructor(seed: number) {
    this.#market = new RandomMarket(seed, few);
    this.#dice = createDice(seed + 1_000);
  }

  readonly #now = (): number => this.#market.now;

  async open(): Promise<void> {
    this.#publishing = await openPublishing({ now: this.#now });
    await this.#start();
  }

  async #start(): Promise<void> {
    const { tape, recorder } = this.#publishing;
    const now = this.#now;
    this.#store = await openStore({ at: { folder: this.#folder.path }, now, statesDays: 3_650 });
    const storedTo = await storedToOf(tape, this.#store);
    this.#store.states.resume(tape.stats().newestAt);
    const { states, ...store } = this.#killable();
    const writer = new Writer({ store, maxRows: 50, dueRows: 120, now });
    const received = new ReceivedTimes(recorder.last);
    const follower = createStoreFollower({ tape, writer, received, lost: states.breakOff, log });
    recorder.follow((...published) => follower.receive(...published));
    follower.begin(storedTo);
    const book = this.#book;
    const moving: Pick<Book, 'parts' | 'standing'> = {
      parts: () => book.parts(),
      standing: (part) => this.#whileRead(book.standing(part)),
    };
    const rates = new ExchangeRates({ now });
    const { signal } = new AbortController();
    const keeping = { states, book: moving, writer, recorder, storeFollower: follower, rates, now, signal, log };
    this.#keeper = new StateKeeper({ ...keeping, basesApartMs: 0 });
    this.#writer = writer;
    this.#follower = follower;
  }

  /** What of the store is written to; of a killed service, nothing reaches it any more. */
  #killable(): Pick<OpenStore, 'append' | 'mark' | 'states'> {
    const { append, mark, states } = this.#store;
    let isKilled = false;
    this.#kill = () => {
      isKilled = true;
    };
    const until =
      <Given extends readonly unknown[]>(write: (...given: Given) => Promise<void>) =>
      (...given: Given) =>
        isKilled ? new Promise<void>(() => {}) : write(...given);
    const alive = { keptTo: until(states.keptTo), lay: until(states.lay) };
    return { append: until(append), mark: until(mark), states: { ...states, ...alive } };
  }

  /** What stands, between the values of which things happen and, at times, other work is done. */
  *#whileRead<One>(standing: Iterable<One>): Generator<One> {
    for (const one of standing) {
      yield one;
      if (this.#meanwhile > 0 && this.#dice(6) === 0) {
        this.#meanwhile -= 1;
        this.happen();
      }
      const until = performance.now() + (this.#dice(25) === 0 ? 4 : 0);
      while (performance.now() < until);
    }
  }

  happen(): void {
    const changes = this.#market.next()(this.#book);
    this.#publishing.publisher.publish(changes);
    this.#truth.set(this.#now(), stoodIn(this.#book));
    for (const change of changes) {
      if (change.kind !== 'ordered') continue;
      const key = orderKey(change.buyOrder);
      const { name } = change.buyOrder;
      if ((this.#ordered.get(key) ?? name) !== name) this.#moved.add(key);
      this.#ordered.set(key, name);
    }
  }

  #textsOf({ offers, buyOrders, quotes, figures }: Stood, of: string): string[] {
    const unmoved = buyOrders.filter((order) => !this.#moved.has(orderKey(order)));
    return textsOf([...offers, ...unmoved, ...quotes, ...figures].filter(({ name }) => name === of));
  }

  /** Does what is due, while things happen and questions are asked. */
  async keep(): Promise<void> {
    this.#meanwhile = this.#dice(20);
    let isRunning = true;
    const running = this.#keeper.run().finally(() => {
      isRunning = false;
    });
    while (isRunning) await this.ask(1);
    await running;
  }

  async write(): Promise<void> {
    await this.#follower.reached(this.#publishing.recorder.last);
    await this.#writer.flush();
  }

  /** Loses something, as where the tape has dropped it before it was stored. */
  lose(): void {
    this.#store.states.breakOff();
  }

  /** Kills the service, half of the time while a base can be being written, and starts it again. */
  async kill(): Promise<void> {
    this.#meanwhile = this.#dice(20);
    const running = this.#dice(2) === 0 ? this.#keeper.run().catch(() => {}) : null;
    if (running !== null) for (let turns = this.#dice(20); turns > 0; turns -= 1) await this.ask(0);
    this.#meanwhile = 0;
    await this.#publishing.recorder.flush();
    this.#kill();
    this.#writer.letGo();
    await this.#follower.stop();
    await this.#writer.stop(1).catch(() => {});
    await this.#store.close();
    await this.#start();
  }

  /** Asks for some items at some of the instants at which anything happened. */
  async ask(count: number): Promise<void> {
    const instants = [...this.#truth.keys()];
    await this.#follower.reached(this.#publishing.recorder.last);
    await new Promise(setImmediate);
    for (let left = count; left > 0 && instants.length > 0; left -= 1)
      await this.#askFor(instants[this.#dice(instants.length)] as number);
  }

  async #askFor(at: number): Promise<void> {
    const { states } = this.#store;
    const spans = states.spans();
    const span = spans.findLast(({ since }) => since <= at);
    if (span === undefined || (at > span.keptTo && !(span === spans.at(-1) && states.isOpen()))) return;
    const { itemAt } = acceptedReads(this.#store, this.#writer);
    const name = this.#market.nameOf(this.#dice(few.names));
    const found = await itemAt(span, game, name, at);
    this.asked += 1;
    const told = `${name} at ${at} of ${JSON.stringify(spans)}`;
    expect(this.#textsOf(found, name), told).toEqual(this.#textsOf(this.#truth.get(at) as Stood, name));
  }

  async close(): Promise<void> {
    await this.write();
    await this.#follower.stop();
    await this.#publishing.close();
    await this.#writer.stop();
    await this.#store.close();
    this.#folder.remove();
  }
}

let market: StoredMarket | null = null;
afterEach(async () => {
  await market?.close();
  market = null;
});

for (let seed = 1; seed <= seeds; seed += 1)
  it(`any instant is answered as it was, whatever changes while bases are written, lost or cut off (${seed})`, async () => {
    market = new StoredMarket(seed);
    await market.open();
    const dice = createDice(seed + 2_000);
    for (let act = 0; act < acts; act += 1) {
      const what = dice(20);
      for (let left = dice(6); left > 0; left -= 1) market.happen();
      if (what < 8) await market.keep();
      else if (what < 12) await market.write();
      else if (what < 13) market.lose();
      else if (what < 15) await market.kill();
      else await market.ask(3);
    }
    await market.ask(lastQuestions);
    expect(market.asked).toBeGreaterThan(0);
  });
