import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createV2StreamProtocol } from './v2-stream.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A service that answers each subscription with the given messages; without a lineage it does not number them. */
async function createService(lineage: string | null, answers: (connection: number) => readonly object[]) {
  const requested: Record<string, unknown>[] = [];
  const server = createServer().listen(0, '127.0.0.1');
  servers.push(server);
  const sockets = new WebSocketServer({ server });
  sockets.on('headers', (headers) => {
    if (lineage !== null) headers.push(`X-Tape-Lineage: ${lineage}`);
  });
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      requested.push(JSON.parse(String(data)));
      for (const answer of answers(requested.length)) socket.send(JSON.stringify(answer));
      socket.close(1012);
    });
  });
  await once(server, 'listening');
  return { requested, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const request = { subscribeTo: ['SkinPort'], games: ['CS2'], newFloorOnly: false };

async function connections(url: string, count: number): Promise<unknown[]> {
  const openProtocol = createV2StreamProtocol();
  const received: unknown[] = [];
  for (let left = count; left > 0; left -= 1) {
    await new Promise<void>((resolve) => {
      const line = openProtocol(
        { open: () => new WebSocket(url), token: null },
        {
          opened: () => line.send(request),
          resumed: (isWhole) => received.push({ isWhole }),
          message: (message) => received.push(message),
          onMalformed: (reason, text) => received.push({ reason, text }),
          closed: () => resolve(),
        },
      );
    });
  }
  return received;
}

const isAboutResuming = (one: unknown): boolean => typeof one === 'object' && one !== null && 'isWhole' in one;

const extras = {
  sequence: true,
  events: ['Added', 'Updated', 'Removed'],
  channels: ['offers', 'sales', 'buyOrders', 'prices'],
  heartbeatSeconds: 15,
  snapshot: true,
};

describe('the stream of a v2 service', () => {
  it('starts with a snapshot and continues after the last message, where messages are numbered', async () => {
    const epoch = 'e1';
    const service = await createService('a1', (connection) =>
      connection === 1
        ? [
            { type: 'subscribed', epoch, sequence: 5 },
            { type: 'offer', snapshot: true, epoch, sequence: 5 },
            { type: 'snapshotEnd', epoch, sequence: 5 },
            { type: 'offer', epoch, sequence: 9 },
          ]
        : [
            { type: 'subscribed', epoch, sequence: 9, recovered: true },
            { type: 'heartbeat', epoch, sequence: 12 },
          ],
    );
    const received = await connections(service.url, 3);

    expect(service.requested).toEqual([
      { ...request, ...extras },
      { ...request, ...extras, resume: { epoch, sequence: 9 } },
      { ...request, ...extras, resume: { epoch, sequence: 12 } },
    ]);
    expect(received.filter((one) => !isAboutResuming(one))).toHaveLength(8);
    expect(received.filter(isAboutResuming)).toEqual([{ isWhole: true }, { isWhole: true }]);
  });

  it('says so when what was missed is no longer kept', async () => {
    const service = await createService('a1', (connection) => [
      { type: 'subscribed', epoch: `e${connection}`, sequence: 5, ...(connection > 1 && { recovered: false }) },
      { type: 'snapshotEnd', epoch: `e${connection}`, sequence: 5 },
    ]);
    const received = await connections(service.url, 2);

    expect(received.filter(isAboutResuming)).toEqual([{ isWhole: false }]);
  });

  it('starts again when the snapshot broke off, or when the epoch has changed', async () => {
    const service = await createService('a1', (connection) => [
      { type: 'subscribed', epoch: `e${connection}`, sequence: 5, recovered: false },
      { type: 'offer', snapshot: true, epoch: `e${connection}`, sequence: 5 },
    ]);
    const received = await connections(service.url, 2);

    expect(received.filter(isAboutResuming)).toEqual([]);
    expect(service.requested).toEqual([
      { ...request, ...extras },
      { ...request, ...extras },
    ]);
  });

  it('is requested with fields that every service knows, where the service does not say that it numbers', async () => {
    const service = await createService(null, () => [{ type: 'subscribed', marketplaces: [], games: [] }]);
    await connections(service.url, 2);

    expect(service.requested).toEqual([request, request]);
  });
});
