import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unknownTraits } from '../../../test/support/book/unknown-traits.ts';
import { priceList } from '../../../test/support/collect/tiny-sources.ts';
import { unpublished } from '../../../test/support/collect/unpublished.ts';
import { extent } from '../../../test/support/runner/long-run.ts';
import { Book } from '../../book/book.ts';
import { createRowReader } from '../../collect/decode/row-reader.ts';
import { DriftWatch } from '../../collect/drift/drift-watch.ts';
import { createBulkStep } from '../../collect/poll/bulk.ts';
import { createPollStep } from '../../collect/poll/poll-step.ts';
import { createShrinkGuard } from '../../collect/poll/shrink-guard.ts';
import { noAccess } from '../../collect/request/access-token.ts';
import { createSourceRequest } from '../../collect/request/source-request.ts';
import { createRateLimiter } from '../../collect/schedule/rate-limiter.ts';
import type { Sink } from '../../collect/sink.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { Change, Offer, Quote } from '../../schema/index.ts';
import { createIntake } from './intake.ts';

const begin = Date.UTC(2026, 0, 15, 12);
const marketplaceId = 3;
const names = ['Case 1', 'Case 2', '★ Case | Doppler', 'Case "4"', 'Case },{ 5'];
const asIs = (text: string): string => text;

type Row = { readonly name: string; readonly cents: number; readonly tags: readonly unknown[] };

/** Reads a list from its bytes into a book of its own; all rows are parsed unless they can be recognised as known. */
function openWay(mayKnow: boolean) {
  let at = begin;
  const now = () => at;
  const clock = { ...systemClock, now };
  const book = new Book();
  const rates = new ExchangeRates({ now });
  let published: Change[] = [];
  let body = Buffer.alloc(0);
  let pieceBytes = 1;
  const publisher = unpublished((changes) => void published.push(...changes));
  const intake = createIntake({ book, rates, publisher, writer: { pushUnlessFull: () => {} } });
  const { seeAgain, ...plain } = intake;
  const sees = { count: 0 };
  const sink: Sink =
    mayKnow && seeAgain !== undefined
      ? {
          ...plain,
          seeAgain: (stamp) => {
            const { see, ...others } = seeAgain(stamp);
            const counted = (digest: number) => {
              const isKnown = see(digest);
              if (isKnown) sees.count += 1;
              return isKnown;
            };
            return { ...others, see: counted };
          },
        }
      : plain;
  const source = priceList();
  async function* pieces() {
    for (let from = 0; from < body.length; from += pieceBytes) yield body.subarray(from, from + pieceBytes);
  }
  const sendRequest = createSourceRequest({
    source,
    send: async () => ({ status: 200, header: () => undefined, at, body: pieces(), drop: () => {} }),
    limiter: createRateLimiter({ requests: 1e9, perSeconds: 1, scope: 'ip' }, clock),
    access: noAccess,
    reader: createRowReader(source, asIs),
    redact: asIs,
    clock,
  });
  const guard = createShrinkGuard(null);
  const drift = new DriftWatch({ source, known: (name) => book.known(marketplaceId, 'CS2', name), clock });
  const setup = { source, game: 'CS2', sendRequest, clock, marketplaceId, sink, guard, drift } as const;
  const read = createBulkStep(createPollStep(setup));
  return {
    book,
    rates,
    intake,
    sees,
    pass: () => {
      at += 1_000;
      return at;
    },
    readList: async (rows: readonly Row[], size: number) => {
      body = Buffer.from(JSON.stringify({ items: rows }));
      pieceBytes = size;
      const { startedAt: _, ...result } = await read(new AbortController().signal);
      return result;
    },
    published: () => {
      const changes = published.map((change) => JSON.stringify(change)).sort();
      published = [];
      return changes;
    },
  };
}

type Way = ReturnType<typeof openWay>;

const tags = fc.constantFrom<readonly unknown[]>([], [], [], [{ a: 1 }, { b: '},{' }], ['"', '\\', [{}, {}]]);
const row = fc.record({ name: fc.constantFrom(...names), cents: fc.constantFrom(100, 100, 100, 200, 0), tags });
const listed = (rows: fc.Arbitrary<Row[]>) => fc.tuple(rows, fc.constantFrom(7, 40, 10_000));
const oneOfEach = fc.uniqueArray(row, { selector: ({ name }) => name, minLength: 3 });
const someTwice = fc.array(row, { minLength: 3, maxLength: 8 });
const offer = fc.record({
  offerId: fc.constantFrom('a', 'b'),
  name: fc.constantFrom(...names),
  cents: fc.constantFrom(50, 150),
});

const offerOf = ({ offerId, name, cents }: { offerId: string; name: string; cents: number }): Offer => ({
  kind: 'offer',
  game: 'CS2',
  name,
  phase: null,
  offerId,
  price: { amount: cents * 10, currency: 'USD' },
  ...unknownTraits,
});
const quoteOf = ({ name, cents }: { name: string; cents: number }): Quote => ({
  kind: 'quote',
  game: 'CS2',
  name,
  phase: null,
  lowest: { amount: cents * 10, currency: 'USD' },
  offerCount: 1,
  purchaseLink: null,
  marketplaceItemId: null,
  thumbnail: null,
});

type Step = (way: Way, at: number) => Promise<unknown>;
const other = (at: number) => ({ marketplaceId, source: 'other', at });
const stepOf = (lists: fc.Arbitrary<Row[]>): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: listed(lists).map(
        ([rows, size]): Step =>
          (way) =>
            way.readList(rows, size),
      ),
    },
    {
      weight: 2,
      arbitrary: offer.map(
        (one): Step =>
          (way, at) =>
            way.intake.take([offerOf(one)], other(at)),
      ),
    },
    offer.map(
      (one): Step =>
        (way, at) =>
          way.intake.take([quoteOf(one)], other(at)),
    ),
    fc.constantFrom(0.85, 0.9).map(
      (perUsd): Step =>
        async (way, at) =>
          way.rates.accept([{ currency: 'EUR', perUsd, ratedAt: at, source: 'ecb' }]),
    ),
    fc.constantFrom<readonly ('offer' | 'quote')[]>(['offer'], ['quote']).map(
      (kinds): Step =>
        (way, at) =>
          way.intake.sweep({ marketplaceId, game: 'CS2', kinds: [...kinds], seenBefore: at, at, source: 'other' }),
    ),
  );

const runs = extent({ short: 40, long: 150 });

const whole = ({ book }: Way, name: string) => [
  book.quotes(marketplaceId, 'CS2', name),
  book.offers(marketplaceId, 'CS2', name),
  book.summary(marketplaceId, 'CS2', name),
];

/** Without when it changed: between two rows of an item, both ways can publish what the first one says. */
const priced = ({ book }: Way, name: string) => [
  book.quotes(marketplaceId, 'CS2', name).map(({ lowest, prices, offerCount }) => ({ lowest, prices, offerCount })),
  book.offers(marketplaceId, 'CS2', name),
  book.summary(marketplaceId, 'CS2', name)?.prices,
];

const readList =
  (...rows: readonly (readonly [name: string, cents: number])[]): Step =>
  (way) =>
    way.readList(
      rows.map(([name, cents]) => ({ name, cents, tags: [] })),
      10_000,
    );

/** The second list is not believed, as it has no price: its known row is not seen either. */
const doubtedList: Step[] = [
  readList(['Case 1', 100], ['Case 2', 0]),
  readList(['Case 1', 0], ['Case 2', 0]),
  readList(['Case 1', 100], ['Case 2', 0]),
];

it.each([
  ['publishes the same and has the same result', oneOfEach, whole],
  ['has the same result where a list has an item twice', someTwice, priced],
])('%s whether repeated rows are recognised by their bytes or parsed', async (_, lists, stateOf) => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(stepOf(lists), { minLength: 3, maxLength: 20 }), async (steps) => {
      const knowing = openWay(true);
      const reading = openWay(false);
      for (const run of steps) {
        expect(await run(knowing, knowing.pass())).toEqual(await run(reading, reading.pass()));
        if (stateOf === whole) expect(knowing.published()).toEqual(reading.published());
        for (const name of names) expect(stateOf(knowing, name)).toEqual(stateOf(reading, name));
      }
      count += knowing.sees.count;
    }),
    { numRuns: runs, examples: [[doubtedList]] },
  );

  expect(count).toBeGreaterThan(runs / 2);
});
