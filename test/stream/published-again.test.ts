import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTape } from '#client';
import { Snapshots } from '../../src/tape/snapshot/snapshot.ts';
import { openSnapshotFolder, snapshotFolder } from '../../src/tape/snapshot/snapshot-folder.ts';
import { freePort } from '../support/network/free-port.ts';
import { useServedFolder } from '../support/processes/served-folder.ts';
import { fewMarketplaces } from '../support/processes/served-process.ts';
import { until } from '../support/time/until.ts';

type Position = { readonly epoch: string; readonly sequence: number };

const subscription = {
  events: 'Added,Updated,Removed',
  channels: 'offers,sales,buyOrders,prices,sources,gaps,batches',
};
const listsOf = Object.fromEntries(Object.entries(subscription).map(([name, text]) => [name, text.split(',')]));
const happenings = new Set(['offer', 'sale', 'buyOrder', 'price', 'source', 'gap', 'batch']);

/** Records the messages of the stream unchanged. */
async function listen(origin: string, key: string, resume: Position | null) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/v2/offers`, { headers: { 'x-api-key': key } });
  const texts: string[] = [];
  const subscribed: { readonly recovered?: boolean; readonly epoch: string; readonly sequence: number }[] = [];
  socket.on('message', (data) => {
    const text = String(data);
    const message = JSON.parse(text);
    if (happenings.has(message.type)) texts.push(text);
    if (message.type === 'subscribed') subscribed.push(message);
  });
  socket.on('error', () => {});
  await once(socket, 'open');
  const request = { subscribeTo: 'all', games: 'all', sequence: true, ...listsOf };
  socket.send(JSON.stringify({ ...request, ...(resume !== null && { resume }) }));
  const [confirmed] = await until('the confirmation', async () => subscribed.length > 0 && subscribed);
  return { socket, texts, confirmed: confirmed as (typeof subscribed)[number] };
}

/** Puts a pipe in place of the largest file of a snapshot: whoever opens it twice gets nothing before it is released. */
async function heldSnapshot(dataFolder: string): Promise<() => Promise<void>> {
  const folder = snapshotFolder(dataFolder);
  const snapshots = await Snapshots.open(await openSnapshotFolder(folder), { warn: () => {} });
  const [largest] = (snapshots.newest?.files ?? []).toSorted((one, other) => other.bytes - one.bytes);
  const path = join(folder, `${largest?.name}.part`);
  const bytes = readFileSync(path);
  rmSync(path);
  execFileSync('mkfifo', [path]);
  // The first reader only checks it
  const checked = writeFile(path, bytes);
  return async () => {
    await checked;
    await writeFile(path, bytes);
  };
}

describe('the stream of a past period', () => {
  const { folder, key: keyOf, start } = useServedFolder(5, fewMarketplaces);

  it('is sent again byte for byte after a kill, to readers that resume and over REST', async () => {
    const key = keyOf();
    const first = start();
    const before = await listen(await first.origin, key, null);
    await until('messages before the kill', async () => before.texts.length > 500);
    const closed = once(before.socket, 'close');
    await first.stop('SIGKILL');
    await closed;

    const last = JSON.parse(before.texts.at(-1) as string) as Position;
    const second = start();
    const origin = await second.origin;
    const resume = { epoch: last.epoch, sequence: last.sequence };
    const after = await until('the stream after the kill', () => listen(origin, key, resume).catch(() => null));
    expect(after.confirmed).toMatchObject({ recovered: true, epoch: last.epoch });
    const enough = after.texts.length + 100;
    await until('messages after the kill', async () => after.texts.length > enough);
    after.socket.close();
    const streamed = [...before.texts, ...after.texts];
    const sequences = streamed.map((text) => (JSON.parse(text) as Position).sequence);
    expect(new Set(sequences).size).toBe(sequences.length);

    const since = `${last.epoch}:${before.confirmed.sequence}`;
    const query = new URLSearchParams({ ...subscription, after: since });
    const answer = await fetch(`${origin}/tape/changes?${query}`, { headers: { 'x-api-key': key } });
    const lines = (await answer.text()).trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) as string)).toMatchObject({ type: 'heartbeat', epoch: last.epoch });
    // Messages after the last one received are not compared
    expect(lines.slice(0, streamed.length)).toEqual(streamed);

    const received: number[] = [];
    const tape = createTape({ url: origin, key });
    const position = { epoch: last.epoch, sequence: before.confirmed.sequence };
    for await (const { sequence } of tape.changes({ ...listsOf, after: position, limit: streamed.length }))
      received.push(sequence);
    expect(received).toEqual(sequences);
    await second.stop('SIGTERM');
  });

  it('is sent again while the book is still being restored, however long that takes', async () => {
    const key = keyOf();
    const more = { HTTP_PORT: String(await freePort()), COLLECT_ONLY: 'skinport', COLLECT_GAMES: 'CS2' };
    const first = start(more);
    const origin = await first.origin;
    const before = await listen(origin, key, null);
    await until('messages before the kill', async () => before.texts.length > 20);
    const closed = once(before.socket, 'close');
    await first.stop('SIGTERM');
    await closed;

    const release = await heldSnapshot(folder);
    const second = start(more);
    const { epoch, sequence } = before.confirmed;
    const after = await until('the stream after the kill', () =>
      listen(origin, key, { epoch, sequence }).catch(() => null),
    );
    expect(after.confirmed).toMatchObject({ recovered: true, epoch, sequence });
    await until('all messages again', async () => after.texts.length >= before.texts.length);
    expect(after.texts.slice(0, before.texts.length)).toEqual(before.texts);
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(`${origin}${path}`, { headers: { 'x-api-key': key } })).status;
    expect([await statusOf('/ready'), await statusOf('/v2/marketplaces')]).toEqual([503, 503]);

    await release();
    await second.origin;
    expect([await statusOf('/ready'), await statusOf('/v2/marketplaces')]).toEqual([200, 200]);
    await second.stop('SIGTERM');
  });
});
