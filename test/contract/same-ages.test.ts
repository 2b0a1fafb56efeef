import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Book } from '../../src/book/book.ts';
import { readConfig } from '../../src/config/config.ts';
import { csfloat } from '../../src/connectors/csfloat/index.ts';
import { dmarket } from '../../src/connectors/dmarket/index.ts';
import { skinport } from '../../src/connectors/skinport/index.ts';
import { ExchangeRates } from '../../src/normalise/exchange-rates.ts';
import {
  type BuyOrder,
  type MarketRecord,
  type Money,
  marketplaceNamed,
  type Offer,
  type Quote,
} from '../../src/schema/index.ts';
import { TermsInForce } from '../../src/service/live/live-terms.ts';
import { soloNode } from '../../src/service/node/solo-node.ts';
import { openParts } from '../../src/service/open-parts.ts';
import { restoreBook } from '../../src/service/snapshots/restore-book.ts';
import { replayRecords } from '../../src/service/snapshots/suffix.ts';
import { createIntake } from '../../src/service/sources/intake.ts';
import { noStore } from '../../src/store/no-store.ts';
import { serveApi } from '../support/api/served-api.ts';
import { createDice } from '../support/book/read-market.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { extent } from '../support/runner/long-run.ts';
import { openPublishing } from '../support/tape/publishing.ts';
import { createHandClock } from '../support/time/hand-clock.ts';

const game = 'CS2';
const [listed, lookedUp, fed] = [3, 4, 2];
const names = Array.from({ length: 12 }, (_, at) => `Case ${at}`);
const seeds = extent({ short: [7], long: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
const steps = extent({ short: 180, long: 360 });
const stepMs = 3_600_000 / steps;
const pageSize = 5;
const connectors = [skinport, dmarket, csfloat];
const idOf = (slug: string): number => marketplaceNamed(slug)?.id ?? 0;
const log = pino({ level: 'silent' });
const root = testFolder('ages');
const { config } = readConfig({ file: null, environment: {}, flags: {} });

const usd = (amount: number): Money => ({ amount, currency: 'USD' });
const unknown = { inspectLink: null, float: null, paintIndex: null, paintSeed: null, stickers: [] };
const offer = (name: string, offerId: string, amount: number): Offer => ({
  ...{ kind: 'offer', game, name, phase: null, offerId, price: usd(amount), tradableAt: null, ownerId: null },
  ...{ ...unknown, purchaseLink: `https://example.test/${offerId}` },
});
const order = (name: string, orderId: string, amount: number): BuyOrder => ({
  ...{ kind: 'buyOrder', game, name, phase: null, orderId, price: usd(amount), quantity: 1 },
});
const quote = (name: string, amount: number): Quote => ({
  ...{ kind: 'quote', game, name, phase: null, lowest: usd(amount), offerCount: 2 },
  ...{ purchaseLink: null, thumbnail: null, marketplaceItemId: null },
});

type Intake = ReturnType<typeof createIntake>;
/** What happens at one instant, the same to every service. */
type Happening = (intake: Intake) => Promise<void>;

/** Three marketplaces: one that is read in whole lists, one item by item, and one with a feed. */
class Market {
  readonly #dice;
  #next = 0;
  readonly #rows = new Map<number, MarketRecord[]>([listed, lookedUp, fed].map((id) => [id, []]));

  constructor(seed: number) {
    this.#dice = createDice(seed);
  }

  *step(step: number, at: number): Generator<Happening> {
    for (const marketplaceId of [listed, lookedUp]) for (let left = 3; left > 0; left -= 1) this.#trade(marketplaceId);
    yield this.#feeding(at);
    if (step % 30 === 0) yield this.#list(at);
    if (step % 3 === 0) yield this.#lookUp(names[this.#dice(names.length)] as string, at);
  }

  #trade(marketplaceId: number): MarketRecord {
    const rows = this.#of(marketplaceId);
    const name = names[this.#dice(names.length)] as string;
    this.#next += 1;
    const what = this.#dice(6);
    const amount = 1_000 + this.#dice(300);
    const row =
      what < 4
        ? offer(name, `o${this.#next}`, amount)
        : what < 5
          ? order(name, `b${this.#next}`, amount + 100)
          : quote(name, amount);
    const retained = rows.filter((one) => one.kind !== 'quote' || row.kind !== 'quote' || one.name !== name);
    // About sixty stay
    this.#rows.set(marketplaceId, [...retained.filter(() => this.#dice(60) !== 0), row]);
    return row;
  }

  /** A new row, one that is told again, and one that is withdrawn. */
  #feeding(at: number): Happening {
    const told: MarketRecord[] = [];
    const before = this.#of(fed);
    if (this.#dice(2) === 0) told.push(this.#trade(fed));
    const left = new Set(this.#of(fed));
    for (const row of before)
      if (row.kind === 'offer' && !left.has(row))
        told.push({ kind: 'withdrawal', game, offerId: row.offerId, reason: 'sold' });
    const again = this.#of(fed)[this.#dice(Math.max(1, left.size))];
    if (again !== undefined) told.push(again);
    const stamp = { marketplaceId: fed, source: 'feed', at, isFed: true };
    return async (intake) => await intake.take(told, stamp);
  }

  #list(at: number): Happening {
    const rows = this.#of(listed);
    const about = { marketplaceId: listed, source: 'list', at };
    const kinds = ['offer', 'buyOrder', 'quote'] as const;
    return async (intake) => {
      await intake.take(rows.slice(0, 20), about);
      await intake.take(rows.slice(20), about);
      await intake.sweep({ ...about, game, kinds, seenBefore: at });
    };
  }

  #lookUp(name: string, at: number): Happening {
    const offers = this.#of(lookedUp).filter((row) => row.kind === 'offer' && row.name === name) as Offer[];
    const page = offers.toSorted((one, other) => one.price.amount - other.price.amount).slice(0, pageSize);
    const about = { marketplaceId: lookedUp, source: 'item', at };
    const scope = { ...about, game, name, kinds: ['offer'], seenBefore: at, records: page.length } as const;
    return async (intake) => {
      await intake.take(page, about);
      await intake.sweepItem({ ...scope, isCut: page.length === pageSize });
    };
  }

  #of(marketplaceId: number): readonly MarketRecord[] {
    return this.#rows.get(marketplaceId) ?? [];
  }
}

/** What never stops: its database would be the second in the process, so it has none. */
async function startConstant(now: () => number) {
  const { fees, terms } = new TermsInForce({ config: { ...config, 'data.folder': root }, connectors, isAlone: true });
  const pages = new Map(connectors.flatMap(({ slug, itemPage }) => (itemPage ? [[idOf(slug), itemPage]] : [])));
  const book = new Book(fees, terms, pages);
  const publishing = await openPublishing({ book, now });
  const rates = new ExchangeRates({ now });
  const intake = createIntake({ book, rates, writer: { pushUnlessFull: () => {} }, ...publishing });
  return { book, intake, ...publishing };
}

async function start(folder: string, now: () => number) {
  const settings = { ...config, 'data.folder': folder };
  const parts = await openParts({
    config: settings,
    connectors,
    log,
    now,
    node: soloNode({ config: settings, log, now }),
  });
  await restoreBook({ ...parts, now, log });
  const { book, tape, recorder, writer, keeper, store, storeFollower } = parts;
  const close = async (isStop: boolean): Promise<void> => {
    await recorder.flush();
    if (isStop) await recorder.close();
    await storeFollower?.stop();
    if (isStop) await writer.stop();
    if (isStop) await keeper.stop(60_000);
    await tape.close();
    await store.close();
  };
  return { book, recorder, keeper, intake: createIntake(parts), close };
}

const standing = (book: Book) =>
  names.flatMap((name) =>
    [listed, lookedUp, fed].flatMap((id) => [
      ...book.offers(id, game, name),
      ...book.buyOrders(id, game, name),
      ...book.quotes(id, game, name),
      book.summary(id, game, name),
    ]),
  );

/** Like `toEqual`, which takes far longer, and so only has to say what differs. */
function expectSame(actual: unknown, expected: unknown, about: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, about).toEqual(expected);
}

const paths = [
  `/tape/deals?game=${game}&without=stale&maxAgeSeconds=600&limit=100`,
  `/tape/deals?game=${game}&limit=100`,
  `/tape/offers?game=${game}&limit=200`,
  `/v2/items/compare?game=${game}&name=${encodeURIComponent('Case 1')}&fields=full`,
  `/tape/best?game=${game}&name=${encodeURIComponent('Case 1')}`,
];

async function answersOf(book: Book, now: () => number): Promise<string[]> {
  const api = await serveApi(noStore, { book, now, settings: { cacheSeconds: 0, cacheMegabytes: 8 } });
  const answers: string[] = [];
  for (const path of paths) {
    const { status, text } = await api.get(path);
    answers.push(`${status} ${text}`);
  }
  await api.close();
  return answers;
}

it.each(seeds)(
  'a restarted process and a replica answer for an hour as the process that never stopped, seed %i',
  async (seed) => {
    const clock = createHandClock(Date.UTC(2026, 0, 10, 8));
    const { now } = clock;
    const market = new Market(seed);
    const constant = await startConstant(now);
    let restarted = await start(join(root, `${seed}`), now);
    const replica = new Book();
    constant.recorder.follow((records) => replayRecords(replica, records));
    let deals = 0;
    for (let step = 0; step < steps; step += 1) {
      for (const happens of market.step(step, now())) {
        await happens(constant.intake);
        await happens(restarted.intake);
      }
      await constant.recorder.flush();
      if (step % 7 === 0) await restarted.keeper.run();
      if (step % 24 === 23) {
        await restarted.close(step % 48 === 23);
        restarted = await start(join(root, `${seed}`), now);
      }
      const expected = standing(constant.book);
      expectSame(standing(restarted.book), expected, `restarted, step ${step}`);
      expectSame(standing(replica), expected, `replica, step ${step}`);
      if (step % 6 === 5) {
        const answers = await answersOf(constant.book, now);
        expect(await answersOf(restarted.book, now), `restarted, step ${step}`).toEqual(answers);
        deals += JSON.parse(answers[0]?.slice(4) ?? '').deals?.length ?? 0;
      }
      clock.set(now() + stepMs);
    }
    expect(deals).toBeGreaterThan(100);
    await constant.close();
    await restarted.close(true);
  },
);
