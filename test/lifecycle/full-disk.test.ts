import { readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openKeys } from '../../src/api/keys.ts';
import { openStore } from '../../src/store/open-store.ts';
import { callCommand } from '../support/processes/called.ts';
import { metricsOf } from '../support/processes/process-facts.ts';
import { killAll, readJson, runCommand, serve } from '../support/processes/served-process.ts';
import {
  type FreezingDisk,
  mountFreezingDisk,
  mountSmallDisk,
  type SmallDisk,
} from '../support/processes/small-disk.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { extent } from '../support/runner/long-run.ts';
import { needing } from '../support/runner/needs.ts';
import { busyOffers, clock, startBusyMarket } from '../support/stage/busy-market.ts';
import { storedPrices } from '../support/tape/stored-prices.ts';
import { until } from '../support/time/until.ts';

const fullMs = extent({ short: 3_000, long: 300_000 });
const offers = extent({ short: 4_000, long: busyOffers });
const rowsPerSecond = extent({ short: 1_000, long: 2_000 });

/** Reads the stream of the counting offer, and records the prices that arrived. */
async function readClock(origin: string, key: string, seen: number[]) {
  let ending = 'open';
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/v2/offers?apiKey=${key}`);
  socket.on('message', (data) => {
    const { type, data: offer } = JSON.parse(String(data));
    if (type === 'offer') seen.push(Math.round(offer.priceUSD * 100));
  });
  socket.on('close', (code, reason) => {
    ending = `closed ${code} ${reason}`;
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ subscribeTo: 'all', games: 'all', items: [clock] }));
  return { state: () => [ending, seen.length, seen.at(-1)], close: () => socket.close() };
}

needing('the right to mount a disk').describe('a service whose disk is full', () => {
  let disk: SmallDisk;
  beforeAll(() => {
    disk = mountSmallDisk(256);
  });
  afterAll(async () => {
    await killAll();
    disk?.remove();
  });

  it('keeps answering and streaming, reports it, and writes everything once there is room', async () => {
    const seen: number[] = [];
    const market = await startBusyMarket(() => seen.at(-1) ?? 0, rowsPerSecond, offers);
    const folder = join(disk.path, 'data');
    const service = serve({
      folder,
      relay: market.origin,
      environment: {
        COLLECT_CONNECTORS: join(import.meta.dirname, '..', 'support', 'connectors'),
        COLLECT_ONLY: 'BusyMarket',
        STREAM_KEEP_MEGABYTES: '16',
      },
    });
    const [origin, key] = [await service.origin, await service.firstKey()];
    const metric = async (name: string): Promise<number> => (await metricsOf(origin))(name);
    const health = async () => (await readJson(`${origin}/health`)).store;
    const reader = await readClock(origin, key, seen);

    await until('every offer on sale', async () => {
      const [row] = await readJson(`${origin}/v2/marketplaces`, key);
      return row?.games[0]?.offerCount > offers;
    });
    expect(await health()).toMatchObject({ writing: true, rowsGivenUp: 0 });
    const before = await metric('process_resident_memory_bytes');

    disk.fill();
    await until('/health to report that nothing is written', async () => {
      disk.fill();
      return !(await health()).writing;
    });
    const max = { bytes: 0, waiting: 0 };
    const query = `game=CS2&name=${encodeURIComponent(clock)}`;
    for (const end = Date.now() + fullMs; Date.now() < end; await wait(500)) {
      disk.fill();
      const sent = market.sent().messages;
      // What was sent before the request appears soon in the answer and on the stream
      await until('the current price', async () => {
        const item = await readJson(`${origin}/v2/items?marketplace=BusyMarket&${query}`, key);
        return Math.round(item.priceUSD * 100) >= sent;
      });
      await until('the current change', async () => (seen.at(-1) ?? 0) >= sent, reader.state);
      await readJson(`${origin}/v2/sales?marketplace=BusyMarket&${query}`, key);
      expect((await readJson(`${origin}/ready`)).store).toMatch(/^not writing since 20\S+Z: /);
      max.bytes = Math.max(max.bytes, await metric('process_resident_memory_bytes'));
      max.waiting = Math.max(max.waiting, await metric('itemtape_store_rows_waiting'));
    }
    expect(await health()).toMatchObject({
      writing: false,
      rowsGivenUp: 0,
      lastError: expect.stringMatching(/space|disk/i),
    });
    // Beyond 50,000, rows of the tape wait on the tape
    expect(max.waiting).toBeLessThan(100_000);
    expect(max.bytes - before).toBeLessThan(600 * 2 ** 20);

    disk.free();
    await until('/health to report that rows are written', async () => (await health()).writing);
    market.rest();
    const { messages, sales } = market.sent();
    await until('the last change', async () => seen.at(-1) === messages, reader.state);
    await until('everything to be written', async () => (await health()).rowsWaiting === 0);

    // The stream is complete, too
    const first = seen[0] ?? 0;
    expect(seen).toEqual(Array.from({ length: messages - first + 1 }, (_, at) => first + at));
    reader.close();
    expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    await market.close();

    const store = await openStore({ at: { folder }, now: Date.now });
    const covered = await store.coverage();
    await store.close();
    expect(await storedPrices(folder)).toEqual(market.prices);
    expect(covered).toMatchObject([{ salesCount: sales }]);
  });
});

/** Follows the stream, recording the place of each message; the first message says whether a resume succeeded. */
async function followPositions(origin: string, key: string, resume: { epoch: string; sequence: number } | null = null) {
  const positions: { epoch: string; sequence: number }[] = [];
  let recovered: boolean | undefined;
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/v2/offers?apiKey=${key}`);
  socket.on('message', (data) => {
    const { type, epoch, sequence, ...more } = JSON.parse(String(data));
    if (type === 'offer') positions.push({ epoch, sequence });
    if (type === 'subscribed') recovered = more.recovered ?? false;
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const request = { subscribeTo: 'all', games: 'all', items: [clock], sequence: true };
  socket.send(JSON.stringify({ ...request, ...(resume !== null && { resume }) }));
  await until('the confirmation', async () => recovered !== undefined);
  return { positions, recovered, close: () => socket.terminate() };
}

needing('the right to mount a disk').describe('a full disk', () => {
  let disk: SmallDisk;
  beforeAll(() => {
    disk = mountSmallDisk(128);
  });
  afterAll(async () => {
    await killAll();
    disk?.remove();
  });

  it('is named in the error of a start; the next start continues from there', async () => {
    const folder = join(disk.path, 'data');
    await (await openStore({ at: { folder }, now: Date.now })).close();
    rmSync(join(folder, 'past'), { recursive: true });
    const start = () => runCommand(['serve'], { DATA_FOLDER: folder, HTTP_PORT: '0', LOG_FORMAT: 'json' });
    const where = `the disk of the data folder ${folder} is full: `;

    disk.fill();
    const nothing = await start();
    expect([nothing.code, nothing.err]).toEqual([1, expect.stringContaining(where)]);

    disk.free();
    const service = serve({ folder, relay: 'http://127.0.0.1:9', environment: { COLLECT_ONLY: 'skinport' } });
    await service.origin;
    expect(service.out()).toContain('"store open"');
    await service.stop('SIGTERM');
  });

  it('is named in the error of a restore, which leaves nothing behind', async () => {
    const elsewhere = testFolder('kept');
    const location = join(elsewhere, 'backup');
    expect(
      await callCommand(['backup', location], { DATA_FOLDER: join(disk.path, 'data'), HTTP_PORT: '9' }),
    ).toMatchObject({
      code: 0,
    });

    disk.fill();
    const folder = join(disk.path, 'restored');
    const { code, err } = await callCommand(['restore', location], { DATA_FOLDER: folder });
    expect([code, err]).toEqual([1, expect.stringContaining(`the disk of the data folder ${folder} is full: `)]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves the keys as they were when a changed key file does not fit', async () => {
    disk.free();
    const file = join(disk.path, 'keys', 'keys.json');
    const keys = openKeys({ file, now: Date.now });
    for (let each = 0; each < 50; each += 1) await keys.create({ name: `reader ${each}`, websocketAccess: true });
    const stored = readFileSync(file);
    expect(stored.length).toBeGreaterThan(8_192);

    // The system then writes the first of several pages, and reports that as success
    disk.fill();
    const filling = join(disk.path, 'filling');
    truncateSync(filling, statSync(filling).size - 4_096);
    await expect(keys.create({ name: 'one more', websocketAccess: true })).rejects.toThrow(/no space left on device/);
    expect(readFileSync(file)).toEqual(stored);
    expect(readdirSync(join(disk.path, 'keys'))).toEqual(['keys.json']);
  });
});

needing('the right to freeze a disk').describe('a service whose tape is on a disk of its own', () => {
  const folder = testFolder('frozen');
  let disk: FreezingDisk;
  let market: Awaited<ReturnType<typeof startBusyMarket>>;
  let origin: string;
  let key: string;
  let reader: Awaited<ReturnType<typeof followPositions>>;
  let service: ReturnType<typeof serve>;
  let receivedCount = 0;

  beforeAll(async () => {
    disk = mountFreezingDisk(join(folder, 'tape'), 128);
    // Fast enough that there is always something to write
    market = await startBusyMarket(() => receivedCount, 500, offers);
    const environment = {
      COLLECT_CONNECTORS: join(import.meta.dirname, '..', 'support', 'connectors'),
      COLLECT_ONLY: 'BusyMarket',
    };
    service = serve({ folder, relay: market.origin, environment });
    [origin, key] = [await service.origin, await service.firstKey()];
    reader = await followPositions(origin, key);
    await allReceived();
  });
  afterAll(async () => {
    disk.thaw();
    await killAll();
    await market.close();
    disk.remove();
  });

  /** Resolves once the stream sends more, and lets the marketplace continue. */
  const allReceived = async (): Promise<void> => {
    const before = reader.positions.length;
    await until('more messages', async () => {
      receivedCount = market.sent().messages;
      return reader.positions.length > before + 20;
    });
  };
  const health = async () => (await readJson(`${origin}/health`)).tape;
  const metric = async (name: string) => (await metricsOf(origin))(`itemtape_tape_${name}`);
  const position = () => reader.positions.at(-1) as { epoch: string; sequence: number };
  const expectWord = async (failure: RegExp) => {
    expect(await health()).toMatchObject({ keeping: false, lastError: expect.stringMatching(failure) });
    expect(await metric('keeping')).toBe(0);
    expect((await readJson(`${origin}/ready`)).tape).toMatch(/^not keeping since 20\S+Z: /);
  };
  const storedAgain = () =>
    until('/health to report that everything is kept', async () => {
      receivedCount = market.sent().messages;
      return (await health()).keeping;
    });
  const resumed = async (from: { epoch: string; sequence: number }) => {
    const other = await followPositions(origin, key, from);
    other.close();
    return other.recovered;
  };

  it('keeps streaming while the disk is full, reports it, and has lost nothing once there is room', async () => {
    const { epoch, sequence } = position();
    disk.fill();
    await until('/health to report that nothing is kept', async () => {
      disk.fill();
      receivedCount = market.sent().messages;
      return !(await health()).keeping;
    });
    await allReceived();
    await expectWord(/space|disk/i);
    disk.free();
    await storedAgain();
    await allReceived();
    expect(position().epoch).toBe(epoch);
    expect(await resumed({ epoch, sequence })).toBe(true);
  });

  it('keeps streaming while the disk hangs, after a pause in a new epoch, which stays once the disk answers', async () => {
    const before = position();
    disk.freeze();
    await until('messages in another epoch', async () => {
      receivedCount = market.sent().messages;
      return position().epoch !== before.epoch;
    });
    await allReceived();
    await expectWord(/no answer in time/);
    expect((await readJson(`${origin}/v2/marketplaces`, key)).length).toBe(1);
    const { epoch } = position();
    disk.thaw();
    await storedAgain();
    // Messages from the time when the disk hung may still arrive; they are not kept
    const head = await metric('head_sequence');
    await until('the reader to pass that sequence', async () => {
      receivedCount = market.sent().messages;
      return position().sequence > head;
    });
    const stored = position();
    expect(stored.epoch).toBe(epoch);
    expect(await resumed(before)).toBe(false);
    expect(await resumed(stored)).toBe(true);

    // A resume also works after a restart, which waits for a slow disk only so long
    market.rest();
    await until('everything to be written', async () => (await health()).recordsWaiting === 0);
    expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    reader.close();
    service = serve({ folder, relay: 'http://127.0.0.1:9', environment: { COLLECT_ONLY: 'skinport' } });
    origin = await service.origin;
    expect(await resumed(stored)).toBe(true);
    expect(await resumed(before)).toBe(false);
    expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
