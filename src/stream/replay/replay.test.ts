import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { all, openPast, type PastStream, read } from '../../../test/support/stream/past-stream.ts';
import { PlayedReader } from '../../../test/support/stream/stream-rig.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-replay-'));
  folders.push(folder);
  return folder;
};

const begin = 1_790_000_000_000;
const second = 1_000;

type RecordedMessage = { readonly text: string; readonly at: number; readonly sequence: number };

/** Twenty seconds of changes, and what a live reader was sent of them. */
async function record(folder: string): Promise<readonly RecordedMessage[]> {
  const clock = { at: begin };
  const stream = await openPast(folder, { now: () => clock.at });
  const live = new PlayedReader(stream.hub, 'socket');
  live.ask(all);
  let count = 0;
  for (let step = 0; step < 20; step += 1) {
    clock.at = begin + step * second;
    count += 120 + step - (step % 3) * 40;
    await stream.put((step % 3) * 40, 120 + step, 1_000 + step * 700);
  }
  while (live.ofType('offer').length < count) {
    await turn();
    live.take();
  }
  await stream.close();
  return live.texts.slice(1).map((text) => {
    const { timestamp: at, sequence } = JSON.parse(text) as { timestamp: number; sequence: number };
    return { text, at, sequence };
  });
}

const textsOf = (recorded: readonly RecordedMessage[]): string[] => recorded.map(({ text }) => text);
const isOver = (reader: PlayedReader): boolean => reader.ofType('replayEnd').length > 0;

/** The messages of a replay between its confirmation and its end. */
async function replayed(stream: PastStream, replay: object, subscription: object = all): Promise<PlayedReader> {
  return await read(
    stream.hub,
    { ...subscription, replay },
    (reader) => isOver(reader) || reader.ofType('error').length > 0,
  );
}

/** The first difference between two lists of messages; null when they are the same. */
function difference(found: readonly string[], wanted: readonly string[]): object | null {
  const at = wanted.findIndex((text, index) => text !== found[index]);
  if (at < 0 && found.length === wanted.length) return null;
  return { at, found: found[at], wanted: wanted[at], counts: [found.length, wanted.length] };
}

const between = (reader: PlayedReader): string[] => reader.texts.slice(1, -1);

describe('a replay', () => {
  it('sends what was sent live, byte for byte, between any two instants, and ends', async () => {
    const folder = newFolder();
    const recorded = await record(folder);
    const stream = await openPast(folder, { now: () => begin + 60 * second });
    for (const [from, to] of [
      [begin, begin + 60 * second],
      [begin, begin + 1],
      [begin + 5 * second, begin + 6 * second],
      [begin + 4_500, begin + 17_001],
      [begin + 19_500, begin + 40 * second],
    ] as const) {
      const reader = await replayed(stream, { from, to: new Date(to).toISOString() });
      const wanted = recorded.filter(({ at }) => at >= from && at < to);
      expect(difference(between(reader), textsOf(wanted))).toBeNull();
      expect(reader.received.at(-1)).toMatchObject({ type: 'replayEnd', count: wanted.length, live: false });
      expect(reader.ending).toEqual({ ending: 'replayed', reason: 'the replay has ended' });
    }
    expect(stream.hub.replays.taken).toBe(0);
    await stream.close();
  });

  it('begins with the first message ever sent if it is to begin before that, without waiting for it', async () => {
    const folder = newFolder();
    const recorded = await record(folder);
    const stream = await openPast(folder, { now: () => begin + 60 * second });
    const reader = await replayed(stream, { from: begin - 3_600 * second, to: begin + 1, speed: 1 });
    expect(difference(between(reader), textsOf(recorded.filter(({ at }) => at === begin)))).toBeNull();
    await stream.close();

    const empty = await openPast(newFolder(), { now: () => begin });
    const none = await replayed(empty, { from: begin - second, to: begin });
    expect(none.received.at(-1)).toMatchObject({ type: 'replayEnd', count: 0, live: false });
    await empty.close();
  });

  it('begins with the first message of an instant, even if only later ones of it are in memory', async () => {
    const stream = await openPast(newFolder(), { now: () => begin });
    await stream.put(0, 3_000, 1_000);
    const { log } = stream.hub;
    expect([log.first > 1, log.timeAt(log.first)]).toEqual([true, begin]);
    const reader = await replayed(stream, { from: begin, to: begin + second });
    expect(reader.ofType('offer')).toHaveLength(3_000);
    await stream.close();
  });

  it('sends what was sent live between the places of two messages', async () => {
    const folder = newFolder();
    const recorded = await record(folder);
    const stream = await openPast(folder);
    const { epoch } = stream.tape;
    const [first, last] = [recorded[300], recorded[1_200]] as [RecordedMessage, RecordedMessage];
    const from = { epoch, sequence: first.sequence };
    const reader = await replayed(stream, { from, to: `${epoch}:${last.sequence}` });
    expect(difference(between(reader), textsOf(recorded.slice(301, 1_201)))).toBeNull();
    await stream.close();
  });

  it('is filtered as the stream is', async () => {
    const folder = newFolder();
    const recorded = await record(folder);
    const stream = await openPast(folder, { now: () => begin + 60 * second });
    const subscription = { ...all, events: ['Added'], maxPriceUSD: 3.1 };
    const reader = await replayed(stream, { from: 'oldest', to: begin + 60 * second }, subscription);
    const wanted = recorded.filter(({ text }) => {
      const { eventType, data } = JSON.parse(text) as { eventType: string; data: { priceUSD: number } };
      return eventType === 'Added' && data.priceUSD <= 3.1;
    });
    expect(wanted.length).toBeGreaterThan(50);
    expect(difference(between(reader), textsOf(wanted))).toBeNull();
    await stream.close();
  });

  it('continues live, without loss or duplicates', async () => {
    const folder = newFolder();
    const recorded = await record(folder);
    const stream = await openPast(folder);
    const before = new PlayedReader(stream.hub, 'socket');
    before.ask(all);
    const reader = new PlayedReader(stream.hub, 'socket');
    reader.ask({ ...all, replay: { from: begin + 3 * second } });
    let usd = 90_000;
    const step = async (): Promise<void> => {
      await turn();
      reader.take();
      before.take();
    };
    while (!isOver(reader) && reader.ofType('error').length === 0) {
      usd += 1_000;
      await stream.put(0, 7, usd);
      await step();
    }
    expect(reader.ofType('replayEnd')[0]).toMatchObject({ live: true });
    await stream.put(0, 9, 500);
    while (before.texts.at(-1) !== reader.texts.at(-1)) await step();
    const wanted = [...textsOf(recorded.filter(({ at }) => at >= begin + 3 * second)), ...before.texts.slice(1)];
    expect(
      difference(
        reader.texts.slice(1).filter((text) => !text.includes('replayEnd')),
        wanted,
      ),
    ).toBeNull();
    expect([reader.ending, stream.hub.replays.taken]).toEqual([null, 0]);
    await stream.close();
  });

  it('resumes after the last message when its connection was lost', async () => {
    const folder = newFolder();
    const recorded = await record(folder);
    const stream = await openPast(folder, { now: () => begin + 60 * second, outbox: { messages: 40, bytes: 1 << 16 } });
    const replay = { from: begin + 2 * second, to: begin + 15 * second };
    const received: string[] = [];
    for (let resume: object | undefined; ; ) {
      const reader = await read(
        stream.hub,
        { ...all, replay, ...(resume !== undefined && { resume }) },
        (one) => isOver(one) || one.received.some(({ type }) => type === 'error') || one.ofType('offer').length > 250,
      );
      if (resume !== undefined) expect(reader.received[0]).toMatchObject({ type: 'subscribed', recovered: true });
      received.push(...reader.texts.filter((text) => text.startsWith('{"type":"offer"')));
      if (isOver(reader)) break;
      const { epoch, sequence } = reader.ofType('offer').at(-1) as unknown as { epoch: string; sequence: number };
      resume = { epoch, sequence };
      reader.cut();
    }
    expect(difference(received, textsOf(recorded.filter(({ at }) => at >= replay.from && at < replay.to)))).toBeNull();
    expect(stream.hub.replays.taken).toBe(0);
    await stream.close();
  });

  it('plays at the requested speed', async () => {
    const folder = newFolder();
    const recorded = await record(folder);
    const clock = { at: begin + 60 * second };
    const stream = await openPast(folder, { now: () => clock.at });
    const reader = new PlayedReader(stream.hub, 'socket');
    reader.ask({ ...all, replay: { from: begin + 2 * second, to: begin + 6 * second, speed: 100 } });
    const at = (): number => (reader.ofType('offer').at(-1)?.['timestamp'] as number | undefined) ?? 0;
    const receivedUpTo = async (time: number): Promise<void> => {
      while (at() < time) {
        await turn();
        reader.take();
      }
    };
    for (let step = 2; step < 6; step += 1) {
      await receivedUpTo(begin + step * second);
      expect(at()).toBe(begin + step * second);
      clock.at += 10;
    }
    while (!isOver(reader)) {
      await turn();
      reader.take();
    }
    const wanted = recorded.filter((one) => one.at >= begin + 2 * second && one.at < begin + 6 * second);
    expect(difference(between(reader), textsOf(wanted))).toBeNull();
    await stream.close();
  });

  it('is not held up by a reader that reads nothing', async () => {
    const folder = newFolder();
    const recorded = await record(folder);
    const stream = await openPast(folder, { now: () => begin + 60 * second, outbox: { messages: 20, bytes: 8_192 } });
    const idle = Array.from({ length: 8 }, () => new PlayedReader(stream.hub, 'socket'));
    for (const reader of idle) reader.ask({ ...all, replay: { from: 'oldest' } });
    const reader = await replayed(stream, { from: 'oldest', to: begin + 60 * second });
    expect(difference(between(reader), textsOf(recorded))).toBeNull();
    for (const { waitingBytes } of idle) expect(waitingBytes).toBeLessThan(80_000);
    await stream.close();
  });

  it('is refused with what was found and what to do', async () => {
    const folder = newFolder();
    const recorded = await record(folder);
    const now = begin + 60 * second;
    const stream = await openPast(folder, { now: () => now, replays: 2, keepBytes: 20_000 });
    const { hub, tape } = stream;
    tape.needs('store', tape.head);
    const retained = recorded.find(({ sequence }) => sequence === hub.first);
    const refused = async (replay: unknown): Promise<unknown[]> => {
      const reader = await read(stream.hub, { ...all, replay }, ({ received }) => received.length > 0);
      reader.cut();
      return [reader.received[0]?.['code'], reader.received[0]?.['message']];
    };
    const since = retained?.at ?? 0;
    const oldest = new Date(since).toISOString();
    const first = `${tape.epoch}:${hub.first}`;
    expect(await refused({ from: since - 1 })).toEqual([
      'NO_LONGER_KEPT',
      `the stream from ${new Date(since - 1).toISOString()} on is no longer kept; the oldest message kept is ${first}, of ${oldest}; set "from" to "oldest" to start there`,
    ]);
    expect(await refused({ from: 'other:7' })).toEqual(['NO_LONGER_KEPT', expect.stringContaining('after other:7')]);
    const wrong = async (replay: unknown, text: string) =>
      expect(await refused(replay)).toEqual(['INVALID_PARAMS', expect.stringContaining(text)]);
    await wrong({ from: now + 61_000 }, 'which is in the future');
    await wrong({ from: since, to: now + 61_000 }, 'leave "to" out');
    await wrong({ from: since + 2, to: since + 1 }, 'give the earlier one first');
    await wrong({ from: 1_790_000_000 }, 'which are seconds');
    await wrong({ from: '2026-01-31T12:00' }, 'needs its zone');
    await wrong({ from: '2026-02-30T12:00:00Z' }, 'give milliseconds since 1970, an instant such as');
    await wrong({ to: since }, 'has no "from"');
    await wrong({ from: since, speed: 0.5 }, 'give a number from 1');
    await wrong({ from: since, until: since }, 'known are from, to, speed');
    await wrong('yesterday', 'give an object');
    await wrong({ from: `${stream.tape.epoch}:${stream.tape.head + 1}` }, 'which has not been sent yet');

    const [one, two, three] = [1, 2, 3].map(() => new PlayedReader(stream.hub, 'socket')) as [
      PlayedReader,
      PlayedReader,
      PlayedReader,
    ];
    one.ask({ ...all, id: 'a', replay: { from: 'oldest', speed: 1 } });
    one.ask({ ...all, id: 'b', replay: { from: 'oldest', speed: 1 } });
    two.ask({ ...all, replay: { from: 'oldest', speed: 1 } });
    three.ask({ ...all, replay: { from: 'oldest', speed: 1 } });
    while (three.received.length === 0 || one.received.length < 2 || two.received.length === 0) {
      await turn();
      for (const reader of [one, two, three]) reader.take();
    }
    expect(one.ofType('error')[0]).toMatchObject({
      code: 'TOO_MANY_REPLAYS',
      message: expect.stringContaining('this connection'),
    });
    expect(three.received[0]).toMatchObject({
      code: 'TOO_MANY_REPLAYS',
      message: expect.stringContaining('2 replays are running'),
    });
    two.cut();
    three.ask({ ...all, replay: { from: 'oldest' } });
    while (three.ofType('offer').length < recorded.filter(({ sequence }) => sequence >= hub.first).length) {
      await turn();
      three.take();
    }
    await stream.close();
  });
});
