import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { all, openPast, pastOf, read } from '../../test/support/stream/past-stream.ts';
import { PlayedReader } from '../../test/support/stream/stream-rig.ts';
import { copyTape, type TapeCopy } from '../tape/copy.ts';
import { writeRestoredMark } from '../tape/mark.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-past-'));
  folders.push(folder);
  return folder;
};

const lastOf = (reader: PlayedReader): unknown => reader.ofType('offer').at(-1)?.['sequence'];

describe('a reader of the past', () => {
  it('gets the same messages after a restart as were sent live, from anywhere and with any filter', async () => {
    const folder = newFolder();
    const first = await openPast(folder);
    const live = new PlayedReader(first.hub, 'socket');
    live.ask(all);
    await first.put(0, 1_500, 1_000);
    await first.put(0, 700, 5_000);
    await first.put(1_400, 1_900, 9_000);
    while (live.ofType('offer').length < 2_700) {
      await turn();
      live.take();
    }
    const messages = live.ofType('offer');
    const last = messages.at(-1)?.['sequence'];
    await first.close();

    const second = await openPast(folder);
    expect(second.hub.stats().logBytes).toBe(0);
    for (const sequence of [0, 1, 700, 1_499, 1_500, 2_100]) {
      const resume = { epoch: second.tape.epoch, sequence };
      const reader = await read(second.hub, { ...all, resume }, (one) => lastOf(one) === last);
      expect(reader.received[0]).toMatchObject({ recovered: true });
      expect(reader.ofType('offer')).toEqual(messages.filter((message) => (message['sequence'] as number) > sequence));
    }
    const cheap = { ...all, maxPriceUSD: 1.5, resume: { epoch: second.tape.epoch, sequence: 0 } };
    const wanted = messages.filter(({ data, eventType }) => {
      const { priceUSD } = data as { priceUSD: number };
      return eventType === 'Added' && priceUSD <= 1.5;
    });
    const reader = await read(second.hub, cheap, (one) => one.ofType('offer').length >= wanted.length);
    expect(reader.ofType('offer').filter(({ eventType }) => eventType === 'Added')).toEqual(wanted);
    await second.close();
  });

  it('resumes after a restore from where the backup ends, and not from later', async () => {
    const folder = newFolder();
    const first = await openPast(folder);
    await first.put(0, 600, 1_000);
    const copy = newFolder();
    const found = await copyTape(folder, copy);
    await first.put(600, 650, 1_000);
    await first.close();
    const end = (found as TapeCopy).last;
    expect(found).toMatchObject({ first: 1, epoch: first.tape.epoch });
    expect(end).toBeLessThan(first.tape.head);
    const previous = first.tape.epoch;
    writeRestoredMark(copy, previous);

    for (const isRestart of [false, true]) {
      const { hub, tape, put, close } = await openPast(copy);
      const reader = new PlayedReader(hub, 'socket');
      reader.ask({ ...all, resume: { epoch: previous, sequence: end - 50 } });
      reader.take();
      expect(reader.received[0]).toMatchObject({ recovered: true, epoch: previous, sequence: end - 50 });
      await put(1_000, 1_100, isRestart ? 2_000 : 1_000);
      const receivedIn = (epoch: string) => reader.ofType('offer').filter((message) => message['epoch'] === epoch);
      while (receivedIn(tape.epoch).length < (isRestart ? 200 : 100)) {
        await turn();
        reader.take();
      }
      const sequences = receivedIn(previous).map(({ sequence }) => sequence as number);
      // One of the records is a price, not an offer
      expect(sequences.length).toBeGreaterThanOrEqual(49);
      expect(sequences.every((sequence) => sequence > end - 50 && sequence <= end)).toBe(true);
      expect(receivedIn(tape.epoch).every(({ sequence }) => (sequence as number) > end)).toBe(true);
      for (const [epoch, sequence, recovered] of [
        [previous, end, true],
        [previous, end + 1, false],
        [tape.epoch, end, true],
        [tape.epoch, end - 1, false],
      ] as const) {
        const other = new PlayedReader(hub, 'socket');
        other.ask({ ...all, resume: { epoch, sequence } });
        other.take();
        expect(other.received[0], `${epoch}:${sequence}`).toMatchObject({ recovered });
      }
      await close();
    }
  });

  it('goes over to live messages without a gap while they are being sent', async () => {
    const folder = newFolder();
    const first = await openPast(folder);
    await first.put(0, 2_000, 1_000);
    await first.close();
    const second = await openPast(folder);
    const resume = { epoch: second.tape.epoch, sequence: 0 };
    const reader = new PlayedReader(second.hub, 'socket');
    reader.ask({ ...all, resume });
    for (let round = 0; round < 40; round += 1) {
      await second.put(2_000 + round * 50, 2_050 + round * 50, 1_000);
      reader.take();
    }
    while (reader.ofType('offer').length < 4_000 && reader.ending === null) {
      await turn();
      reader.take();
    }
    const ids = reader.ofType('offer').map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 4_000 }, (_, at) => `1:CS2:o${at}`));
    await second.close();
  });

  it('continues after part of the tape could not be read for a moment', async () => {
    const folder = newFolder();
    const first = await openPast(folder);
    for (let from = 0; from < 3_000; from += 500) await first.put(from, from + 500, 1_000);
    await first.tape.settled();
    await first.close();
    const second = await openPast(folder);
    const packed = readdirSync(folder).filter((name) => name.endsWith('.tape'));
    const file = join(folder, packed.sort()[1] ?? '');
    renameSync(file, `${file}.aside`);
    mkdirSync(file);
    const reader = new PlayedReader(second.hub, 'socket');
    reader.ask({ ...all, resume: { epoch: first.tape.epoch, sequence: 0 } });
    const taken = () => {
      reader.take();
      return reader.ofType('offer').length;
    };
    // By then it has been attempted
    for (let round = 0; round < 50; round += 1) {
      taken();
      await sleep(10);
    }
    expect(taken()).toBeLessThan(3_000);
    rmdirSync(file);
    renameSync(`${file}.aside`, file);
    await expect.poll(taken, { interval: 5 }).toBe(3_000);
    expect(reader.received[0]).toMatchObject({ recovered: true });
    expect(reader.ending).toBeNull();
    await second.close();
  });

  it('is not recovered when a part of the tape it needs is damaged', async () => {
    const folder = newFolder();
    const first = await openPast(folder);
    for (let from = 0; from < 3_000; from += 500) await first.put(from, from + 500, 1_000);
    await first.tape.settled();
    await first.close();
    const packed = readdirSync(folder).filter((name) => name.endsWith('.tape'));
    expect(packed.length).toBeGreaterThan(1);
    writeFileSync(join(folder, packed.sort()[1] ?? ''), 'x'.repeat(500), { flag: 'r+' });
    const second = await openPast(folder);
    const ask = { ...all, resume: { epoch: first.tape.epoch, sequence: 0 } };
    const reader = await read(second.hub, ask, () => false);
    expect(reader.ending).toMatchObject({ ending: 'behind' });
    const again = await read(second.hub, ask, (one) => one.received.length > 0);
    expect(again.received[0]).toMatchObject({ recovered: false });
    await second.close();
  });
});

describe('the past', () => {
  it('counts a page as lost once it could not be read ten times in a row', async () => {
    let reads = 0;
    const next = () => {
      reads += 1;
      return Promise.reject(new Error('EIO: i/o error'));
    };
    const backlog = pastOf({
      first: 1,
      head: 100,
      read: () => ({ [Symbol.asyncIterator]: () => ({ next }) }),
      batchAt: async () => 1,
      stats: () => ({ oldestAt: 0 }),
    });
    const load = () => new Promise<void>((resolve) => backlog.load(40, resolve));
    for (let time = 0; time < 9; time += 1) await load();
    expect([reads, backlog.first, backlog.hasReached(39, 90)]).toEqual([9, 1, true]);
    await load();
    expect([reads, backlog.first]).toEqual([10, 41]);
    expect([backlog.hasReached(39, 90), backlog.hasReached(40, 90)]).toEqual([false, true]);
    backlog.stop();
  });
});
