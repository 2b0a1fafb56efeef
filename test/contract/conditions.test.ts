import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DayCondition, daysOf, type SourceConditions } from '../../src/api/conditions/days-of.ts';
import { Book } from '../../src/book/book.ts';
import { type Collector, createCollector, type Sink } from '../../src/collect/collector.ts';
import { ExchangeRates } from '../../src/normalise/exchange-rates.ts';
import { dayMs, marketplaces } from '../../src/schema/index.ts';
import { createIntake } from '../../src/service/sources/intake.ts';
import { notedOf, SourceDays } from '../../src/service/sources/source-days.ts';
import { StoredCompleteness } from '../../src/service/sources/stored-completeness.ts';
import { sampleOf } from '../../src/stage/catalogue/catalogue.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { createSeededRandom } from '../../src/stage/market/seeded-random.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { type OpenStore, openStore } from '../../src/store/open-store.ts';
import { Writer } from '../../src/store/writer.ts';
import { priceList, priceRows } from '../support/collect/tiny-sources.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { extent } from '../support/runner/long-run.ts';
import { openPublishing } from '../support/tape/publishing.ts';
import { createHandClock, settle } from '../support/time/hand-clock.ts';
import { holds } from '../support/time/until.ts';

const hour = 3_600_000;
const sourceCount = extent({ short: 6, long: 30 });
const everyMs = extent({ short: 2 * hour, long: hour / 3 });
const noteMs = everyMs / 8;
const begin = Date.UTC(2026, 0, 5) - 3 * hour;
const end = begin + 3 * hour + 7 * dayMs + hour;
const sources = marketplaces.slice(0, sourceCount);
const random = createSeededRandom(11);

type Gap = { readonly from: number; readonly to: number | null };
type Span = { readonly from: number; readonly to: number };

/** The periods of failure, for every third source: an instant, some intervals, across midnight, and once more than a day. */
const faultsOf = (at: number): readonly Span[] => {
  if (at % 3 !== 0) return [];
  const from = (day: number, key: number) => begin + day * dayMs + Math.floor(random.of(at, key) * 12 * hour);
  const spans = [
    { from: from(1, 1), to: from(1, 1) + everyMs / 2 },
    { from: from(2, 2), to: from(2, 2) + 4 * everyMs },
    { from: begin + 5 * dayMs, to: begin + 5 * dayMs + 3 * hour + 3 * everyMs },
  ];
  return at === 0 ? [...spans, { from: begin + 6 * dayMs, to: begin + 7 * dayMs + 6 * hour }] : spans;
};

/** The periods in which the service does not run: an hour, which no source notices, and half a day. */
const stops: readonly Span[] = [
  { from: begin + 1.2 * dayMs, to: begin + 1.2 * dayMs + Math.min(hour, everyMs / 2) },
  { from: begin + 4 * dayMs, to: begin + 4 * dayMs + 12 * hour },
];

const isWithin = (at: number, spans: readonly Span[]): boolean => spans.some(({ from, to }) => at >= from && at < to);

/** One request to a source as the stage saw it, and whether the answer was good. */
type Attempt = { readonly at: number; readonly isGood: boolean };

/** The gaps of a source that have to be reported for these requests, by the documented rules. */
function expectedGaps(attempts: readonly Attempt[]): Gap[] {
  const gaps: Gap[] = [];
  let last: number | null = null;
  let hasFailed = false;
  for (const { at, isGood } of attempts) {
    if (!isGood) hasFailed = true;
    else {
      const isOverStop = last !== null && stops.some(({ from }) => from > (last as number) && from <= at);
      if (last !== null && (hasFailed || isOverStop) && at - last >= 2 * everyMs) gaps.push({ from: last, to: at });
      [last, hasFailed] = [at, false];
    }
  }
  if (last !== null && hasFailed && end - last >= 2 * everyMs) gaps.push({ from: last, to: null });
  return gaps;
}

function expectedDays(attempts: readonly Attempt[]): Pick<DayCondition, 'day' | 'condition'>[] {
  const gaps = expectedGaps(attempts).map(({ from, to }) => ({ from, to: to ?? Number.POSITIVE_INFINITY }));
  const first = attempts.find(({ isGood }) => isGood)?.at ?? end;
  const days: Pick<DayCondition, 'day' | 'condition'>[] = [];
  for (let day = Math.floor(first / dayMs) * dayMs; day < end; day += dayMs) {
    const to = Math.min(end, day + dayMs);
    const isTouched = first > day || gaps.some((gap) => gap.from < to && gap.to > day);
    const isFilled = gaps.some((gap) => gap.from <= day && gap.to >= to);
    days.push({ day, condition: isFilled ? 'missing' : isTouched ? 'partial' : 'complete' });
  }
  return days;
}

const folder = testFolder('conditions');
const clock = createHandClock(begin);
let store: OpenStore;
let stage: Stage;
let foundConditions: SourceConditions[] = [];
const seen = new Map(sources.map(({ slug }) => [slug, [] as Attempt[]]));
let requestCount = 0;
let ran = 0;

/** Runs the parts of the service that concern conditions, from a start to a stop. */
async function run(to: number): Promise<void> {
  const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
  const writer = new Writer({ store, now: clock.now });
  const publishing = await openPublishing({ writer, now: clock.now });
  const intake = createIntake({
    ...{ book: new Book(), rates: new ExchangeRates({ now: clock.now }), writer, publisher: publishing.publisher },
  });
  const sink: Sink = {
    ...intake,
    ran: (one) => {
      intake.ran(one);
      ran += 1;
    },
  };
  const stored = new StoredCompleteness(folder, log);
  const days = new SourceDays(await store.newestSourceDays());
  const request = () => {
    requestCount += 1;
    return { url: 'https://tiny.test/prices' };
  };
  const collectors: Collector[] = [];
  for (const { slug } of sources) {
    collectors.push(
      createCollector({
        userAgent: 'test',
        connectors: [
          {
            ...{ slug, games: ['CS2'], credentials: [] },
            budgets: { all: { requests: 1_000, perSeconds: 1, scope: 'ip' } },
            sources: [
              priceList({
                everySeconds: everyMs / 1000,
                request: () => ({ ...request(), url: `https://${slug}.test/` }),
              }),
            ],
          },
        ],
        ...{ sink, clock, log, relay: stage.origin, secrets: () => null, random: () => 0.9, names: () => [] },
        ...{ valueOf: () => null, marketplaceItemId: () => null, spreadSeconds: 0, lastCompleteness: stored.of },
      }),
    );
  }
  const all: Pick<Collector, 'completeness' | 'health'> = {
    completeness: () => collectors.flatMap((one) => one.completeness()),
    health: () => collectors.flatMap((one) => one.health()),
  };
  const note = async () => {
    days.note(notedOf(all), clock.now());
    writer.push(days.changed().map((row) => ({ table: 'sourceDays', row })));
    await stored.keep(all.completeness());
  };
  for (const one of collectors) one.start();
  let noteAt = clock.now();
  while (clock.now() < to) {
    for (const [at, { slug }] of sources.entries()) {
      if (isWithin(clock.now(), faultsOf(at))) stage.setFault(slug, { kind: 'status', status: 503 });
      else stage.clearFaults(slug);
    }
    const next = Math.min(clock.untilNext() ?? Infinity, Math.max(0, noteAt - clock.now()), to - clock.now());
    await clock.advance(next);
    await holds(() => ran >= requestCount, 'the end of what was asked');
    await settle();
    look();
    if (clock.now() < noteAt) continue;
    await note();
    noteAt += noteMs;
  }
  for (const one of collectors) await one.stop();
  await note();
  await stored.close(all.completeness());
  await publishing.close();
  await writer.stop();
}

/** Records the requests that the stage has received since the previous call. */
function look(): void {
  for (const [slug, known] of seen) {
    const { count, recent } = stage.requests(slug);
    const fresh = count - known.length;
    for (const { at, status } of fresh === 0 ? [] : recent.slice(-fresh)) known.push({ at, isGood: status === 200 });
  }
}

beforeAll(async () => {
  store = await openStore({ at: { folder: join(folder, 'store') }, now: clock.now });
  stage = await startStage({
    world: createWorld({ seed: 1, startedAt: 0, items: sampleOf(10) }),
    players: sources.map(({ slug }) => ({
      slug,
      hosts: [`${slug}.test`],
      answer: () => ({ body: { items: priceRows(3) } }),
    })),
    now: clock.now,
    tickSeconds: null,
  });
  for (const { from, to } of stops) {
    await run(from);
    await clock.advance(to - clock.now());
  }
  await run(end);
  const from = Math.floor(begin / dayMs) * dayMs;
  const range = { from, to: Math.ceil(end / dayMs) * dayMs };
  foundConditions = daysOf(await store.conditions({ marketplaceId: null, game: null, ...range }), {
    ...range,
    now: end,
  });
});
afterAll(async () => {
  await stage.close();
  await store.close();
});

describe('a week of the stage with faults on a third of the sources', () => {
  it("has the condition of each day that follows from the stage's own records", () => {
    const expected = sources.map(({ id, slug }) => ({ id, days: expectedDays(seen.get(slug) ?? []) }));
    const found = sources.map(({ id }) => ({
      id,
      days: (foundConditions.find(({ marketplaceId }) => marketplaceId === id)?.days ?? []).map(
        ({ day, condition }) => ({
          day,
          condition,
        }),
      ),
    }));
    expect(found).toEqual(expected);
    const kinds = expected.flatMap(({ days }) => days.map(({ condition }) => condition));
    expect(new Set(kinds)).toEqual(new Set(['complete', 'partial', 'missing']));
  });

  it('has the gaps that the stage saw, and those of stops', () => {
    for (const { id, slug } of sources) {
      const gaps = foundConditions.find(({ marketplaceId }) => marketplaceId === id)?.gaps ?? [];
      expect(
        gaps.map(({ from, to }) => ({ from, to })),
        slug,
      ).toEqual(expectedGaps(seen.get(slug) ?? []));
      expect(gaps.some(({ reason }) => reason === 'notRunning')).toBe(true);
    }
  });

  it("has the coverage that follows from the sources' intervals", () => {
    for (const { id, slug } of sources) {
      const good = (seen.get(slug) ?? []).filter(({ isGood }) => isGood).map(({ at }) => at);
      const [, whole] = foundConditions.find(({ marketplaceId }) => marketplaceId === id)?.days ?? [];
      for (const { day, coverage, ageP95 } of foundConditions.find(({ marketplaceId }) => marketplaceId === id)?.days ??
        []) {
        if (day === Math.floor(begin / dayMs) * dayMs || day + dayMs > end) continue;
        const known = good.reduce((sum, at, index) => {
          const until = Math.min(at + 2 * everyMs, good[index + 1] ?? Infinity);
          return sum + Math.max(0, Math.min(day + dayMs, until) - Math.max(day, at));
        }, 0);
        expect(Math.abs(coverage - known / dayMs), `${slug} ${new Date(day).toISOString()}`).toBeLessThan(
          (3 * noteMs) / dayMs,
        );
        expect(ageP95).toBeGreaterThan(0.8 * everyMs);
      }
      expect(whole?.day).toBe(Math.floor(begin / dayMs) * dayMs + dayMs);
    }
  });
});
