import { setTimeout as wait } from 'node:timers/promises';
import { type Collector, createCollector, type Sink } from '../../../src/collect/collector.ts';
import type { Source } from '../../../src/contract/connector.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import type { GapReason, Marketplace } from '../../../src/schema/index.ts';
import { sampleOf } from '../../../src/stage/catalogue/catalogue.ts';
import type { Fault } from '../../../src/stage/faults.ts';
import { createWorld } from '../../../src/stage/market/create-world.ts';
import type { World } from '../../../src/stage/market/world.ts';
import type { Player } from '../../../src/stage/player.ts';
import { type Stage, startStage } from '../../../src/stage/server.ts';
import { tinyFeed, tinyPlayer, tongues } from '../collect/tiny-feeds.ts';
import { priceList, priceRows } from '../collect/tiny-sources.ts';

/** The two instants between which something happened, epoch milliseconds. */
export type Between = readonly [from: number, to: number];

/** A gap as the stage observed it. */
export type SeenGap = { readonly from: Between; readonly to: Between; readonly reason: GapReason };

/** What a market did on the stage, and the gaps that have to be reported for it. */
export type Misbehaviour = { readonly injected: number; readonly gaps: readonly SeenGap[] };

type Market = {
  readonly world: World;
  readonly stage: Stage;
  readonly stop: () => Promise<void>;
};

/** One marketplace on its own stage, read over real sockets. */
async function openMarket({ slug, id }: Marketplace, player: Player, source: Source, sink: Sink): Promise<Market> {
  const world = createWorld({ seed: id, startedAt: 0, items: sampleOf(60) });
  const stage = await startStage({ world, players: [{ ...player, slug }], now: Date.now });
  const budgets = { all: { requests: 1_000, perSeconds: 1, scope: 'ip' as const } };
  const collector: Collector = createCollector({
    userAgent: 'test',
    connectors: [{ slug, games: ['CS2'], credentials: [], budgets, sources: [source] }],
    secrets: () => null,
    sink,
    clock: systemClock,
    // Retries after 100, 200 and 400 ms
    random: () => 0.1,
    relay: stage.origin,
    log: { debug: () => {} },
    names: () => [],
    valueOf: () => null,
    marketplaceItemId: () => null,
    spreadSeconds: 0,
  });
  collector.start();
  return {
    world,
    stage,
    stop: async () => {
      await collector.stop();
      await stage.close();
    },
  };
}

type Sent = { readonly at: number; readonly offerId: string; readonly joins: number };

const feedKinds = ['cut', 'stall', 'closedDoors'] as const;

/** A feed that is cut or falls silent `times` times, each time preceded by faults that cause no gap. */
export async function misbehavingFeed(marketplace: Marketplace, sink: Sink, times: number): Promise<Misbehaviour> {
  const [tongue] = tongues;
  if (tongue === undefined) throw new Error('no dialect is defined');
  const { slug, id } = marketplace;
  const tiny = tinyPlayer(tongue);
  const [played] = tiny.player.feeds ?? [];
  if (played === undefined) throw new Error('the tiny player has no feed');
  let lastSent: Sent | null = null;
  const messagesOf: typeof played.messagesOf = (changes, member, world) => {
    const messages = played.messagesOf(changes, member, world);
    const last = tiny.sentRows.at(-1);
    if (messages.length > 0 && last !== undefined) {
      lastSent = { at: Date.now(), offerId: last.id, joins: tiny.received.length };
    }
    return messages;
  };
  const taken: string[] = [];
  const take: Sink['take'] = async (records, stamp) => {
    await sink.take(records, stamp);
    for (const record of records) if ('offerId' in record) taken.push(record.offerId);
  };
  const source = tinyFeed(tongue, { silenceSeconds: 2 });
  const player = { ...tiny.player, feeds: [{ ...played, messagesOf }] };
  const { world, stage, stop } = await openMarket(marketplace, player, source, { ...sink, take });

  let ticks = 0;
  /** Advances the market until the stage has something to send, and sends it. */
  const sendSomething = async () => {
    for (lastSent = null; lastSent === null; ticks += 1) {
      world.tick(ticks * 5_000);
      await wait(1);
    }
    return lastSent as Sent;
  };
  const gaps: SeenGap[] = [];
  let lastAnswerAt: Between | null = null;
  let joins = 0;
  let reason: GapReason | null = null;
  const note = (now: Between, joined: number): void => {
    if (joined > joins) {
      if (lastAnswerAt !== null) gaps.push({ from: lastAnswerAt, to: now, reason: reason ?? 'silent' });
      reason = null;
    }
    joins = joined;
    lastAnswerAt = now;
  };
  /** Sends until something has arrived; the connections seen by the stage say whether a gap preceded it. */
  const arrive = async (): Promise<void> => {
    for (;;) {
      const from = taken.length;
      const { at, offerId, joins: joined } = await sendSomething();
      const isTaken = () => taken.indexOf(offerId, from) >= 0;
      while (!isTaken() && tiny.received.length === joined && Date.now() < at + 1_000) await wait(1);
      if (isTaken()) {
        note([at, Date.now()], joined);
        return;
      }
    }
  };
  const misbehave = async (kind: (typeof feedKinds)[number]): Promise<void> => {
    await arrive();
    reason = kind === 'stall' ? 'silent' : 'cut';
    stage.setFault(slug, { kind: kind === 'stall' ? 'stall' : 'cut' }, 1);
    if (kind === 'closedDoors') stage.setFault(slug, { kind: 'status', status: 503 }, 2);
    await sendSomething();
    const before = joins;
    while (tiny.received.length === before) await wait(5);
    await arrive();
  };
  await arrive();
  for (let time = 0; time < times; time += 1) {
    // A message sent twice, or one that cannot be read
    stage.setFault(slug, { kind: time % 2 === 0 ? 'duplicate' : 'garble' }, 1);
    await arrive();
    await misbehave(feedKinds[(time + id) % feedKinds.length] ?? 'cut');
  }
  await arrive();
  await stop();
  return { injected: times, gaps };
}

const everySeconds = 0.6;
const everyMs = everySeconds * 1_000;

type ListFault = {
  readonly fault: Fault;
  /** How many answers in a row; null to go on until more than two readings are missed. */
  readonly times: number | null;
  readonly reason: GapReason;
};

const listFaults: readonly ListFault[] = [
  { fault: { kind: 'status', status: 503 }, times: null, reason: 'failed' },
  { fault: { kind: 'shrunken', share: 0.1 }, times: 1, reason: 'shrunk' },
  { fault: { kind: 'dead' }, times: null, reason: 'failed' },
  { fault: { kind: 'shrunken', share: 0.1 }, times: 2, reason: 'shrunk' },
  { fault: { kind: 'truncated', isAbrupt: true }, times: null, reason: 'failed' },
  { fault: { kind: 'garbled' }, times: 1, reason: 'failed' },
];

/** A list that fails or shrinks `times` times, each time preceded by a failure that an immediate retry makes up for. */
export async function misbehavingList(marketplace: Marketplace, sink: Sink, times: number): Promise<Misbehaviour> {
  const { slug, id } = marketplace;
  let requestCount = 0;
  const player: Player = {
    slug,
    hosts: ['tiny.test'],
    answer: () => ({
      body: { items: priceRows(40).map((row) => ({ ...row, cents: row.cents + (requestCount % 7) })) },
    }),
  };
  let read = 0;
  const ran: Sink['ran'] = (run) => {
    if (run.outcome === 'read') read += 1;
    sink.ran(run);
  };
  const source = priceList({ everySeconds });
  const { stage, stop } = await openMarket(marketplace, player, source, { ...sink, ran });
  /** Arrival times of the requests, by the stage's clock. */
  const arrivals: number[] = [];
  const look = (): number => {
    const { count, recent } = stage.requests(slug);
    arrivals.push(...recent.slice(recent.length - (count - arrivals.length)).map(({ at }) => at));
    requestCount = count;
    return count;
  };
  const gaps: SeenGap[] = [];
  /** Waits for one more good reading; returns the index of its request. */
  const nextRead = async (): Promise<number> => {
    const before = read;
    while (read === before) {
      look();
      await wait(1);
    }
    return look() - 1;
  };
  let good = await nextRead();
  const misbehave = async ({ fault, times: inARow, reason }: ListFault, isMadeUp: boolean): Promise<void> => {
    good = await nextRead();
    stage.setFault(slug, fault, inARow ?? undefined);
    if (inARow === null) {
      while (Date.now() < (arrivals[good] ?? 0) + 2.3 * everyMs || look() === good + 1) await wait(1);
      stage.clearFaults();
    }
    const again = await nextRead();
    const at = (index: number): number => arrivals[index] ?? Number.NaN;
    // A machine that is held up for long does not make up for it in time
    if (!isMadeUp || at(again) - at(good) >= 2 * everyMs)
      gaps.push({ from: [at(good - 1), at(good)], to: [at(again - 1), at(again)], reason });
    good = again;
  };
  for (let time = 0; time < times; time += 1) {
    await misbehave({ fault: { kind: 'status', status: 500 }, times: 1, reason: 'failed' }, true);
    await misbehave(listFaults[(time + id) % listFaults.length] as ListFault, false);
  }
  await nextRead();
  await stop();
  return { injected: times, gaps };
}
