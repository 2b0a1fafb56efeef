import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { listen } from '../http/plain-servers.ts';
import { type Message, madeUpChanges, messagesOf, sharers } from './messages.ts';
import { atRate } from './pace.ts';

// The simplest stream: a loop that sends to every subscriber

const clients = new Map<WebSocket, ReadonlySet<number>>();
let messages: readonly Message[] = [];

/** Starts a `ws` server with defaults, optionally with permessage-deflate; resolves to the port. */
export async function servePlainFan(isDeflated: boolean): Promise<number> {
  const http = createServer();
  const server = new WebSocketServer({ server: http, perMessageDeflate: isDeflated });
  server.on('connection', (client) => {
    client.on('message', (data) => {
      const { subscribeTo } = JSON.parse(String(data)) as { subscribeTo: 'all' | readonly number[] };
      clients.set(client, new Set(subscribeTo === 'all' ? sharers.map(({ id }) => id) : subscribeTo));
      client.send('{"type":"subscribed"}');
    });
    client.on('close', () => clients.delete(client));
  });
  return await listen(http);
}

export async function sendPlainly(count: number, perSecond: number): Promise<void> {
  if (messages.length < count) messages = messagesOf(madeUpChanges(count));
  await atRate(count, perSecond, (number) => {
    const { marketplaceId, text } = messages[number] as Message;
    for (const [client, wanted] of clients) if (wanted.has(marketplaceId)) client.send(text);
  });
}
