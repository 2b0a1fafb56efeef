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

/** The gaps of a feed as its stage sees them: wherever something arrives on another connection than before. */
class Arrivals {
  readonly gaps: SeenGap[] = [];
  joins = 0;
  reason: GapReason = 'silent';
  #last: Between | null = null;

  note(now: Between, joins: number): void {
    if (joins > this.joins && this.#last !== null) this.gaps.push({ from: this.#last, to: now, reason: this.reason });
    if (joins > this.joins) this.reason = 'silent';
    this.joins = joins;
    this.#last = now;
  }
}

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
  const arrivals = new Arrivals();
  /** Sends until something has arrived, however late; the connections seen by the stage say whether a gap preceded it. */
  const arrive = async (): Promise<void> => {
    const from = taken.length;
    const sent: Sent[] = [];
    const arrived = () => sent.find(({ offerId }) => taken.includes(offerId, from));
    let first: Sent | undefined;
    for (; first === undefined; first = arrived()) {
      const last = await sendSomething();
      sent.push(last);
      const isConnected = () => tiny.received.length === last.joins;
      while (arrived() === undefined && isConnected() && Date.now() < last.at + 1_000) await wait(1);
    }
    arrivals.note([first.at, Date.now()], first.joins);
  };
  const misbehave = async (kind: (typeof feedKinds)[number]): Promise<void> => {
    await arrive();
    arrivals.reason = kind === 'stall' ? 'silent' : 'cut';
    stage.setFault(slug, { kind: kind === 'stall' ? 'stall' : 'cut' }, 1);
    if (kind === 'closedDoors') stage.setFault(slug, { kind: 'status', status: 503 }, 2);
    await sendSomething();
    while (tiny.received.length === arrivals.joins) await wait(5);
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
  return { injected: times, gaps: arrivals.gaps };
}

const everySeconds = 1.2;
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
  let answers = 0;
  const player: Player = {
    slug,
    hosts: ['tiny.test'],
    // Never the same as the last one that was read
    answer: () => {
      answers += 1;
      return { body: { items: priceRows(40).map((row) => ({ ...row, cents: row.cents + (answers % 97) })) } };
    },
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
  const at = (index: number): number => arrivals[index] ?? Number.NaN;
  let good = await nextRead();
  /** Waits for one more good reading, and notes a gap before it if there was one: also a machine can be held up for long. */
  const readOn = async (reason: GapReason | null): Promise<void> => {
    const again = await nextRead();
    if (reason !== null || at(again) - at(good) >= 2 * everyMs)
      gaps.push({ from: [at(good - 1), at(good)], to: [at(again - 1), at(again)], reason: reason ?? 'failed' });
    good = again;
  };
  const misbehave = async ({ fault, times: inARow, reason }: ListFault, isMadeUp: boolean): Promise<void> => {
    await readOn(null);
    stage.setFault(slug, fault, inARow ?? undefined);
    if (inARow === null) {
      while (Date.now() < at(good) + 2.3 * everyMs || look() === good + 1) await wait(1);
      stage.clearFaults();
    }
    await readOn(isMadeUp ? null : reason);
  };
  for (let time = 0; time < times; time += 1) {
    await misbehave({ fault: { kind: 'status', status: 500 }, times: 1, reason: 'failed' }, true);
    await misbehave(listFaults[(time + id) % listFaults.length] as ListFault, false);
  }
  await readOn(null);
  await stop();
  return { injected: times, gaps };
}
