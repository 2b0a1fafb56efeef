import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyChange, instant } from '../../../test/support/arbitraries/any-change.ts';
import { extent } from '../../../test/support/runner/long-run.ts';
import { packRecords } from '../../../test/support/tape/pack-records.ts';
import { toPrice } from '../../api/wire/price.ts';
import { messageEncoder } from '../../api/wire/stream/message.ts';
import {
  type Change,
  effectIn,
  type Floor,
  type Game,
  type LiveOffer,
  marketplaceWithId,
  noAttributes,
  noPrices,
  offerFields,
  type Prices,
  phaseIn,
  quoteFields,
  subjectOf,
  toDaysLeft,
} from '../../schema/index.ts';
import { unpackRecord } from '../../tape/pack.ts';
import { EntryTexts } from './entry-texts.ts';
import { LineEntries } from './line-entry.ts';
import { Segment } from './segment.ts';
import { recordEntry } from './to-entry.ts';

const timedChange = fc.record({ at: instant, change: anyChange });
const lineOf = ({ at, change }: { readonly at: number; readonly change: Change }): Buffer =>
  packRecords([{ what: 'change', at, change }]);

/** Everything that a segment holds about its only entry. */
const shown = (segment: Segment) => ({
  count: segment.count,
  kind: segment.kind(0),
  marketplaceId: segment.marketplaceId(0),
  game: segment.game(0),
  name: segment.names[0],
  phase: segment.phase(0),
  reason: segment.reason(0),
  floors: [segment.isNewFloor(0), segment.isNewItemFloor(0)],
  time: segment.time(0),
  usd: [segment.usd(0), segment.lowUsd(0), segment.highUsd(0)],
  traits: segment.previousTraits(0),
  float: segment.float(0),
  paintSeed: segment.paintSeed(0),
  id: segment.id(0).toString(),
  tail: segment.tail(0).toString(),
});

// Each name has others
const attributesOf = (_: Game, name: string) => ({ ...noAttributes, rarity: name, itemType: `of ${name}` });
const encoder = messageEncoder(attributesOf);

/** The entry made from the bytes of a line, and the one made from its parsed record. */
function bothOf(line: string) {
  const byLine = new Segment(1, 1, 1_024);
  const byRecord = new Segment(1, 1, 1_024);
  const bytes = Buffer.from(`before\n${line}\nafter`);
  expect(new LineEntries(encoder).put(byLine, bytes, 7, bytes.length - 6)).toBe(true);
  const record = unpackRecord(line);
  byRecord.add(recordEntry(record, encoder), new EntryTexts(encoder).ofRecord(record));
  return { byLine: shown(byLine), byRecord: shown(byRecord) };
}

const seconds = (at: number): number => Math.floor(at / 1000);
const fourPrices = ({ USD, EUR, CNY, RUB }: Prices) => ({
  ...{ priceUSD: toPrice(USD), priceEUR: toPrice(EUR), priceCNY: toPrice(CNY), priceRUB: toPrice(RUB) },
});

const ownData = {
  CS2: ({ inspectLink, float, paintIndex, paintSeed, stickers }: LiveOffer) => ({
    ...{ inspectLink, float, paintIndex, paintSeed },
    stickers: stickers?.map(({ name, wear, slot }) => ({ name, wear, slot })) ?? null,
  }),
  Dota2: ({ name }: LiveOffer) => ({ rarity: name, hero: null }),
  Rust: ({ name }: LiveOffer) => ({ itemType: `of ${name}` }),
  TF2: () => ({}),
};

const offerData = (offer: LiveOffer, at: number) => ({
  ...{ name: offer.name, purchaseLink: offer.purchaseLink },
  ...fourPrices(offer.prices),
  ...{ daysTradeLocked: toDaysLeft(offer.tradableAt, at), foundAt: seconds(offer.foundAt) },
  ...ownData[offer.game](offer),
});

const floorData = ({ name, phase, prices, offerCount }: Floor) => ({
  ...{ name, itemPhase: phaseIn(phase) },
  ...(effectIn(phase) !== null && { unusualEffect: phase }),
  ...{ ...fourPrices(prices), offerCount },
});

const isShown = ({ purchaseLink, prices }: Pick<LiveOffer, 'purchaseLink' | 'prices'>): boolean =>
  purchaseLink !== null && prices.USD !== null;

/** What the message of a change tells; null when it has none. */
function dataOf(change: Change, at: number): object | null {
  if (change.kind === 'floor') return floorData(change.floor);
  if (!('offer' in change) || ('isSilent' in change && change.isSilent)) return null;
  if (isShown(change.offer)) return offerData(change.offer, at);
  if (!('previous' in change) || !isShown(change.previous)) return null;
  return offerData({ ...change.offer, ...change.previous }, at);
}

describe('a line of the tape', () => {
  it('makes the same message as its parsed record, whatever it holds', () => {
    fc.assert(
      fc.property(timedChange, (one) => {
        const { byLine, byRecord } = bothOf(lineOf(one).toString().trimEnd());
        expect(byLine).toEqual(byRecord);
      }),
      { numRuns: extent({ short: 250, long: 1_000 }) },
    );
  });

  it('makes a message that tells what the record does, of an offer that is no longer shown as it was shown last', () => {
    fc.assert(
      fc.property(timedChange, ({ at, change }) => {
        if ('buyOrder' in change) return;
        const { byLine } = bothOf(lineOf({ at, change }).toString().trimEnd());
        const data = dataOf(change, at);
        const { marketplaceId, game } = subjectOf(change);
        const message = { marketplace: marketplaceWithId(marketplaceId).name, game, timestamp: at, data };
        expect(byLine.tail).toBe(data === null ? '' : `,${JSON.stringify(message).slice(1)}`);
      }),
      { numRuns: extent({ short: 250, long: 1_000 }) },
    );
  });

  it('has the same id for a floor whatever the spelling of the name', () => {
    const floor = { game: 'CS2', phase: null, marketplaceId: 3, offerCount: 1, prices: noPrices } as const;
    const ids = ['Zero | “A” | 2026', 'Zero  | “A” | 2026'].map((name) => {
      const { byLine, byRecord } = bothOf(
        lineOf({ at: 5, change: { kind: 'floor', at: 5, floor: { ...floor, name } } })
          .toString()
          .trimEnd(),
      );
      expect(byLine).toEqual(byRecord);
      return JSON.parse(byLine.id);
    });

    expect(ids).toEqual(['3:CS2:Zero | "A" | 2026', '3:CS2:Zero | "A" | 2026']);
  });

  it('has the time at which it was recorded, so that times never go backwards', () => {
    fc.assert(
      fc.property(timedChange, (one) => {
        const { byLine } = bothOf(lineOf(one).toString().trimEnd());
        expect(byLine.time).toBe(one.at);
      }),
      { numRuns: 300 },
    );
  });

  it('can have more cells than this release knows', () => {
    fc.assert(
      fc.property(timedChange, (one) => {
        const [letter, at, changedAt, subject, ...rest] = JSON.parse(lineOf(one).toString());
        // Where this release knows of a field, the cell would be that one
        const known = Object.keys('offer' in one.change ? offerFields : quoteFields).length;
        const padding = Array(Math.max(0, known - subject.length)).fill(null);
        const later = [...subject, ...padding, [{ later: ['"]'] }]];
        const line = JSON.stringify([letter, at, changedAt, later, ...rest, 7]);
        const { byLine, byRecord } = bothOf(line);
        expect(byLine).toEqual(byRecord);
      }),
      { numRuns: 300 },
    );
  });

  it('is refused by a segment that is full', () => {
    const lines = new LineEntries(encoder);
    const offer = fc.sample(timedChange, { numRuns: 200, seed: 3 }).find(({ change }) => change.kind === 'added');
    const line = lineOf(offer as NonNullable<typeof offer>);
    const segment = new Segment(1, 100, 600);
    let count = 0;
    while (lines.put(segment, line, 0, line.length - 1)) count += 1;
    expect(count).toBe(segment.count);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(100);
    expect(segment.tail(count - 1)).toEqual(segment.tail(0));
  });
});
