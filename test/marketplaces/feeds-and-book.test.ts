import { afterEach, describe, expect, it } from 'vitest';
import { Book } from '../../src/book/book.ts';
import type { BookRecord } from '../../src/book/book-record.ts';
import type { Source } from '../../src/contract/connector.ts';
import { ExchangeRates } from '../../src/normalise/exchange-rates.ts';
import { normalise } from '../../src/normalise/normalise.ts';
import { marketplaceWithSlug } from '../../src/schema/index.ts';
import type { FeedFault } from '../../src/stage/faults.ts';
import { allOf } from '../support/book/all-of.ts';
import { type Feeding, feeding } from '../support/collect/feeding.ts';
import { slug, tinyFeed, tinyPlayer, tongues } from '../support/collect/tiny-feeds.ts';
import { itemOffers, priceList } from '../support/collect/tiny-sources.ts';
import { holds } from '../support/time/until.ts';

let here: Feeding;
afterEach(() => here.stop());

const { id: marketplaceId } = marketplaceWithSlug(slug);

const isForBook = (record: { readonly kind: string }): record is BookRecord =>
  record.kind === 'offer' || record.kind === 'withdrawal' || record.kind === 'quote';

/** A feed that fills a book and has already delivered a first message. */
async function filling() {
  const tongue = tongues[0];
  if (tongue === undefined) throw new Error('no dialect is defined');
  const { player, sentRows } = tinyPlayer(tongue);
  const book = new Book();
  const rates = new ExchangeRates({ now: Date.now });
  let taken = 0;
  here = await feeding({
    sources: [tinyFeed(tongue)],
    players: [player],
    take: async (records, stamp) => {
      taken += records.length;
      const normal = records.map((record) => normalise(record, stamp, rates));
      book.apply(normal.filter(isForBook), stamp);
    },
  });
  await here.live();
  await holds(() => {
    here.tick();
    return taken > 0;
  }, 'the first changes');
  return { book, sentRows, taken: () => taken };
}

type SentRows = Awaited<ReturnType<typeof filling>>['sentRows'];

/** The offers that remain when every change is received once and in order. */
function standing(sentRows: SentRows): Record<string, number> {
  const prices = new Map<string, number>();
  for (const { what, id, cents } of sentRows) {
    if (what === 'removed') prices.delete(id);
    else prices.set(id, cents * 10);
  }
  return Object.fromEntries([...prices].sort());
}

const inBook = (book: Book, sentRows: SentRows): Record<string, number> => {
  const names = new Set(sentRows.map(({ name }) => name));
  const offers = [...names].flatMap((name) => book.offers(marketplaceId, 'CS2', name));
  return Object.fromEntries(offers.map(({ offerId, price }) => [offerId, price.amount] as const).sort());
};

describe('the book behind a feed', () => {
  it.each<FeedFault>([{ kind: 'duplicate' }, { kind: 'reorder' }])(
    'is the same with the fault $kind',
    async (fault) => {
      const { book, sentRows, taken } = await filling();
      await holds(() => taken() === sentRows.length, 'the first messages');
      here.stage.setFault(slug, fault);
      here.tick(40);
      const twice = fault.kind === 'duplicate' ? sentRows.length - taken() : 0;
      here.stage.clearFaults();
      here.tick(3);
      await holds(() => taken() === sentRows.length + twice, 'every message');

      expect(sentRows.length).toBeGreaterThan(50);
      expect(inBook(book, sentRows)).toEqual(standing(sentRows));
    },
  );

  it('keeps everything when the connection is lost', async () => {
    const { book, sentRows, taken } = await filling();
    here.tick(20);
    await holds(() => taken() === sentRows.length, 'every message');
    const before = inBook(book, sentRows);
    here.stage.setFault(slug, { kind: 'cut' });
    here.tick();
    await holds(() => here.state() === 'stale', 'a stale source');

    expect(Object.keys(before).length).toBeGreaterThan(10);
    expect(inBook(book, sentRows)).toEqual(before);
  });
});

type Row = SentRows[number];

/** How a list says when it was made. */
const datings = {
  'own word': (madeAt: number) => ({ body: { last_update: madeAt / 1000 } }),
  age: (madeAt: number, now: number) => ({ headers: { age: String((now - madeAt) / 1000) } }),
};

/** A feed and a list of one marketplace that fill a book; the list is read every two minutes. */
async function fillingBoth(list: Source, file: () => { readonly madeAt: number; readonly items: unknown }) {
  const tongue = tongues[0];
  if (tongue === undefined) throw new Error('no dialect is defined');
  const book = new Book();
  const rates = new ExchangeRates({ now: Date.now });
  const unsent: Row[] = [];
  let dated: (madeAt: number, now: number) => object = datings['own word'];
  let requestCount = 0;
  let swept = 0;
  const { player } = tinyPlayer(tongue, {
    messagesOf: (_, { joined }) => (joined.size === 0 ? [] : unsent.splice(0).map(tongue.message)),
  });
  const answer = () => {
    requestCount += 1;
    const { madeAt, items } = file();
    const { body, ...rest } = { body: {}, ...dated(madeAt, here.clock.now()) };
    return { ...rest, body: { requested: requestCount, ...body, items } };
  };
  here = await feeding({
    sources: [tinyFeed(tongue), list],
    players: [{ ...player, answer }],
    take: async (records, stamp) => {
      const normal = records.map((record) => normalise(record, stamp, rates));
      book.apply(normal.filter(isForBook), stamp);
    },
    sweep: async (scope) => {
      allOf(book.sweep(scope));
      swept += 1;
    },
  });
  const offers = () => book.offers(marketplaceId, 'CS2', item).map(({ offerId }) => offerId);
  return {
    offers,
    datedBy: (how: keyof typeof datings) => {
      dated = datings[how];
    },
    publish: async (rows: readonly Row[]) => {
      unsent.push(...rows);
      const known = offers().join();
      await holds(() => {
        here.tick();
        return unsent.length === 0 && offers().join() !== known;
      }, 'the changes of the feed');
    },
    read: async (count: number) => await here.turnUntil(() => swept === count, `reading ${count} of the list`),
  };
}

const item = 'AWP | Asiimov (Field-Tested)';
const row = (what: string, id: string, cents = 500): Row => ({ what, id, name: item, cents });
const dating = {
  everySeconds: 120,
  madeAt: (payload: unknown) => {
    const { last_update: seconds } = payload as { last_update?: number };
    return seconds === undefined ? null : seconds * 1000;
  },
};

describe('a list that is already out of date when it arrives', () => {
  describe.each(Object.keys(datings) as (keyof typeof datings)[])('and dated by its %s,', (how) => {
    it('does not undo later changes from a feed', async () => {
      const { row: rowSchema, parse } = itemOffers();
      const list = { ...priceList(), ...dating, yields: ['offer'] as const, row: rowSchema, parse };
      let file = { madeAt: 0, items: [row('', 'old')] };
      const book = await fillingBoth(list, () => file);
      book.datedBy(how);
      const startedAt = here.clock.now();
      file = { ...file, madeAt: startedAt - 10_000 };
      await here.live();
      await book.read(1);
      const before = book.offers();
      await here.clock.advance(60_000);
      await book.publish([row('added', 'new'), row('removed', 'old')]);
      await book.read(2);
      const after = book.offers();
      file = { madeAt: startedAt + 130_000, items: [row('', 'new'), row('', 'newer')] };
      await book.read(3);

      expect(before).toEqual(['old']);
      expect(after).toEqual(['new']);
      expect(book.offers().sort()).toEqual(['new', 'newer']);
    });

    it('does not remove an offer that a feed has changed since', async () => {
      const list = { ...priceList(), ...dating };
      let madeAt = 0;
      const book = await fillingBoth(list, () => ({ madeAt, items: [{ name: item, cents: 500 }] }));
      book.datedBy(how);
      madeAt = here.clock.now() - 10_000;
      await here.live();
      await book.read(1);
      await here.clock.advance(60_000);
      await book.publish([row('added', 'cheaper', 300)]);
      await book.read(2);
      const whileOlder = book.offers();
      madeAt = here.clock.now() - 10_000;
      await book.read(3);

      expect(whileOlder).toEqual(['cheaper']);
      expect(book.offers()).toEqual([]);
    });
  });
});
