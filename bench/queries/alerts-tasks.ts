import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Alerts } from '../../src/alerts/alerts.ts';
import { JournalFile } from '../../src/alerts/journal-file.ts';
import type { NewRule } from '../../src/alerts/rule.ts';
import { createStandingReader } from '../../src/api/stream/standing-reader.ts';
import { messageEncoder } from '../../src/api/wire/stream-message.ts';
import { createBook } from '../../src/book/create-book.ts';
import { systemClock } from '../../src/clock.ts';
import { isPublicAddress, publicLookup } from '../../src/collect/request/public-address.ts';
import { marketplaces, type NormalOffer, wholeSight } from '../../src/schema/index.ts';
import { openFileTape } from '../../src/tape/file-tape.ts';
import { Recorder } from '../../src/tape/recorder.ts';
import { madeUpNames, pricesOf } from '../made-up/made-up-items.ts';

const alertSeconds = 10;
export const alertChanges = 2_000;

const itemCount = 5_000;
const sliceMs = 10;
const perSlice = (alertChanges * sliceMs) / 1000;
const watchedEveryMs = 50;
const rulesPerKey = 100;

const silent = { info: () => {}, warn: () => {}, error: () => {} };

const offerOf = (name: string, usd: number, link: string): NormalOffer => ({
  kind: 'offer',
  game: 'CS2',
  name,
  phase: null,
  offerId: name,
  ...pricesOf(usd),
  purchaseLink: link,
  inspectLink: null,
  float: null,
  paintIndex: null,
  paintSeed: null,
  stickers: null,
  tradableAt: 0,
  ownerId: null,
});

const rule = (name: string, when: NewRule['when'], url: string): NewRule => ({
  name,
  when,
  target: { kind: 'webhook', url },
  repeats: true,
  coolDownSeconds: 0,
  hysteresisPercent: 1,
  text: null,
});

/** Rules, half of them on the offers of an item, half on its lowest ask; no published change matches any. */
function* unmetRules(names: readonly string[], count: number, url: string): Generator<NewRule> {
  for (let at = 0; at < count; at += 1) {
    const item = names[at % names.length] ?? '';
    const filter = { games: ['CS2'], items: [item], maxPriceUSD: 1 } as const;
    if (at % 2 === 0) yield rule(`${at}`, { kind: 'stream', filter }, url);
    else yield rule(`${at}`, { kind: 'figure', figure: 'ask', game: 'CS2', items: [item], below: 1 }, url);
  }
}

async function open(folder: string) {
  const now = Date.now;
  const book = createBook();
  const tape = await openFileTape({ folder, keepMs: 3_600_000, keepBytes: 2 ** 30, hasFsync: false, now });
  const recorder = new Recorder({ tape, timeOf: now, onEpoch: () => {}, now, timers: systemClock, log: silent });
  const store = { saleCounts: async () => new Map<string, number>() };
  const alerts = await Alerts.open({
    storage: new JournalFile(join(folder, 'alerts.log')),
    tape,
    book,
    encoder: messageEncoder(book.itemAttributes),
    deals: createStandingReader({ book, store, health: () => [], rates: () => [], now }),
    connected: marketplaces,
    reach: { isPrivateAllowed: true, isPublic: isPublicAddress, publicLookup: publicLookup() },
    userAgent: 'itemtape-bench',
    mayAlert: () => true,
    sightOf: () => wholeSight,
    limits: { rulesPerKey: rulesPerKey + 1, keepPending: 10_000 },
    clock: systemClock,
    random: Math.random,
    log: silent,
  });
  recorder.follow((records, first, lines) => alerts.takeRecords(records, first, lines));
  alerts.start();
  const put = (offers: readonly NormalOffer[]): void => {
    const changes = book.apply(offers, { marketplaceId: 3, source: 'bench', at: now() });
    recorder.add(changes.map((change) => ({ what: 'change', change })));
  };
  const close = async (): Promise<void> => {
    await alerts.stop();
    await recorder.close();
    await tape.close();
  };
  return { alerts, put, flush: () => recorder.flush(), close };
}

/**
 * Changes prices at a steady pace under `count` rules, and one more that sends its alerts to `url`, with a link that ends in
 * the time of the change. Resolves to the share of a core that all of it used, in percent.
 */
export async function measureAlerts(folder: string, count: number, url: string): Promise<{ readonly percent: number }> {
  const names = madeUpNames(itemCount + 1);
  const watched = names.pop() ?? '';
  const { alerts, put, flush, close } = await open(folder);
  for (let from = 0; from < names.length; from += 1_000)
    put(names.slice(from, from + 1_000).map((name) => offerOf(name, 10_000, 'https://example.test/')));
  await flush();
  let key = 0;
  const rules = [...unmetRules(names, count, url)];
  for (let from = 0; from < rules.length; from += rulesPerKey) {
    key += 1;
    await Promise.all(rules.slice(from, from + rulesPerKey).map((one) => alerts.create(`k${key}`, one)));
  }
  const filter = { games: ['CS2'], items: [watched] } as const;
  await alerts.create('watching', rule('watched', { kind: 'stream', filter }, url));
  await wait(500);
  const before = process.cpuUsage();
  const began = performance.now();
  let next = 0;
  for (let slice = 1; slice <= (alertSeconds * 1000) / sliceMs; slice += 1) {
    const offers = Array.from({ length: perSlice }, () => {
      next += 1;
      return offerOf(names[next % names.length] ?? '', 10_000 + (next % 977), 'https://example.test/');
    });
    if ((slice * sliceMs) % watchedEveryMs === 0)
      offers.push(
        offerOf(watched, 10_000 + slice, `https://example.test/${performance.timeOrigin + performance.now()}`),
      );
    put(offers);
    await wait(Math.max(0, began + slice * sliceMs - performance.now()));
  }
  const { user, system } = process.cpuUsage(before);
  const percent = (user + system) / 10 / (performance.now() - began);
  await wait(1_000);
  await close();
  return { percent };
}
