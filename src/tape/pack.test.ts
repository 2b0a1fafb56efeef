import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Change, games, gapReasons, phases, removalReasons } from '../schema/index.ts';
import { packRecords, unpackRecords } from './pack.ts';
import type { TapeRecord } from './record.ts';

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const whole = fc.integer({ min: 1, max: 2 ** 40 });
const instant = fc.integer({ min: 0, max: 2_000_000_000_000 });
const prices = fc.record({ USD: maybe(whole), EUR: maybe(whole), CNY: maybe(whole), RUB: maybe(whole) });
const price = fc.record({ amount: whole, currency: fc.constantFrom('USD', 'EUR', 'CNY', 'RUB', 'TF2') });
const range = maybe(fc.record({ low: whole, high: whole }));
const phase = maybe(fc.constantFrom(...phases));
const float = maybe(fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0));
const subject = { game: fc.constantFrom(...games), name: text, phase, marketplaceId: fc.integer({ min: 1, max: 60 }) };
const times = { foundAt: instant, changedAt: instant, seenAt: instant };
const stickers = maybe(fc.array(fc.record({ name: text, slot: fc.nat(5), wear: float }), { maxLength: 3 }));

const offer = fc.record({
  ...subject,
  offerId: text,
  price,
  prices,
  purchaseLink: maybe(text),
  inspectLink: maybe(text),
  float,
  paintIndex: maybe(fc.nat()),
  paintSeed: maybe(fc.nat(1_000)),
  stickers,
  tradableAt: maybe(instant),
  ownerId: maybe(text),
  ...times,
});
const traits = fc.record({ name: text, phase, purchaseLink: maybe(text), float, paintSeed: maybe(fc.nat(1_000)) });
const buyOrder = fc.record({ ...subject, orderId: text, price, prices, quantity: maybe(fc.nat()), ...times });
const quote = fc.record({
  ...subject,
  lowest: maybe(price),
  prices,
  offerCount: maybe(fc.nat()),
  purchaseLink: maybe(text),
  marketplaceItemId: maybe(text),
  thumbnail: maybe(text),
  ...times,
});
const floor = fc.record({ ...subject, prices, offerCount: fc.nat() });
const floors = { isNewFloor: fc.boolean(), isNewItemFloor: fc.boolean() };

const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const changes = fc.oneof(
  fc.record({ kind: kind('added'), at: instant, offer, ...floors }),
  fc
    .record({ at: instant, offer, former: maybe(traits), formerPrices: prices, usdRange: range, ...floors })
    .map(({ former, formerPrices, usdRange, ...change }) => {
      // Mostly nothing but the price is other than before
      const { name, phase: variant, purchaseLink, float: wear, paintSeed } = change.offer;
      const same = { name, phase: variant, purchaseLink, float: wear, paintSeed };
      return { kind: 'updated', ...change, former: { ...(former ?? same), prices: formerPrices, usdRange } };
    }),
  fc.record({
    kind: kind('removed'),
    at: instant,
    offer,
    reason: fc.constantFrom(...removalReasons),
    usdRange: range,
  }),
  fc.record({ kind: kind('ordered'), at: instant, buyOrder }),
  fc.record({ kind: kind('orderRemoved'), at: instant, buyOrder }),
  fc.record({ kind: kind('quoted'), at: instant, quote }),
  fc.record({ kind: kind('floor'), at: instant, floor }),
  fc.record({ kind: kind('known'), at: instant, floor }),
) as fc.Arbitrary<Change>;

it('gives back every change as it was told, whatever stands in it', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ at: instant, change: changes }), { minLength: 1 }), (made) => {
      const records: TapeRecord[] = made.map(({ at, change }) => ({ what: 'change', at, change }));
      const halves = [records.slice(0, 1), records.slice(1)].map((some) => packRecords(some));
      expect(unpackRecords(Buffer.concat(halves))).toEqual(records);
    }),
    { numRuns: 300 },
  );
});

it('gives back what is told of a source', () => {
  const about = { marketplaceId: 7, source: 'offers', game: 'CS2' as const };
  const records: TapeRecord[] = [
    ...gapReasons.map((reason) => ({ what: 'gap' as const, at: 9, gap: { ...about, from: 1, to: 8, reason } })),
    { what: 'batch', at: 10, batch: { ...about, first: 3, last: 5 } },
    { what: 'batch', at: 11, batch: { ...about, first: null, last: null } },
  ];
  expect(unpackRecords(packRecords(records))).toEqual(records);
});

it('takes a kind of a later release as one that tells nothing, and keeps its number', () => {
  const bytes = Buffer.from('["gap",7,{"from":1}]\n["au",8]\n');
  expect(unpackRecords(bytes)).toEqual([
    { what: 'unknown', at: 7 },
    { what: 'unknown', at: 8 },
  ]);
});

const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'fixtures', name));

it('reads the lines that stand on tapes of former releases, and writes the same ones', () => {
  const lines = fixture('lines.jsonl');
  const records = JSON.parse(fixture('lines.golden.json').toString()) as TapeRecord[];
  expect(unpackRecords(lines)).toEqual(records);
  expect(packRecords(records).toString()).toBe(lines.toString());
});
