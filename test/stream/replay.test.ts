import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTape } from '#client';
import { useServedFolder } from '../support/processes/served-folder.ts';
import { startCommand } from '../support/processes/served-process.ts';
import { extent } from '../support/runner/long-run.ts';
import { until } from '../support/time/until.ts';

const minute = 60_000;
/** How long the stage is recorded, half of it before the service is killed. */
const lengthMs = extent({ short: 10_000, long: 60 * minute });

type Message = { readonly type: string; readonly epoch: string; readonly sequence: number; readonly timestamp: number };
type Place = Pick<Message, 'epoch' | 'sequence'>;

const everything = {
  subscribeTo: 'all',
  games: 'all',
  sequence: true,
  channels: ['offers', 'sales', 'buyOrders', 'prices', 'sources', 'gaps', 'batches'],
  events: ['Added', 'Updated', 'Removed'],
};
const changes = new Set(['offer', 'sale', 'buyOrder', 'price', 'source', 'gap', 'batch']);
const parsed = (text: string): Message => JSON.parse(text);

/** All messages that a socket receives about the market, unchanged. */
async function open(origin: string, key: string, request: object) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/v2/offers`, { headers: { 'x-api-key': key } });
  const texts: string[] = [];
  const others: Message[] = [];
  socket.on('message', (data) => {
    const text = String(data);
    const message = parsed(text);
    if (changes.has(message.type)) texts.push(text);
    else others.push(message);
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('error', () => {});
  await once(socket, 'open');
  socket.send(JSON.stringify(request));
  return { socket, texts, others, closed };
}

/** A short form of the difference between two lists of messages; null if they are equal. */
function difference(found: readonly string[], wanted: readonly string[]): object | null {
  const at = wanted.findIndex((text, index) => text !== found[index]);
  if (at < 0 && found.length === wanted.length) return null;
  return { at, found: found[at], wanted: wanted[at], counts: [found.length, wanted.length] };
}

describe('a stretch of the stream, recorded from a socket', () => {
  const { key: keyOf, start } = useServedFolder(7, { STREAM_CONNECTIONS_PER_KEY: '9', STREAM_KEEP_MEGABYTES: '1' });

  it(
    'equals a replay of it, byte for byte, over a kill, with filters, through the library and the command',
    async () => {
      const key = keyOf();
      const first = start();
      const before = await open(await first.origin, key, everything);
      const begunAt = Date.now();
      await until(
        'half of it',
        async () => Date.now() - begunAt > lengthMs / 2 && before.texts.length > 300,
        () => null,
        lengthMs + 2 * minute,
      );
      await first.stop('SIGKILL');
      await before.closed;
      const { epoch, sequence } = parsed(before.texts.at(-1) as string);
      const second = start();
      const origin = await second.origin;
      const resume: Place = { epoch, sequence };
      const after = await until('the stream again', () =>
        open(origin, key, { ...everything, resume }).catch(() => null),
      );
      await until(
        'the rest of it',
        async () => Date.now() - begunAt > lengthMs && after.texts.length > 200,
        () => null,
        lengthMs + 2 * minute,
      );
      after.socket.close();
      await after.closed;
      expect(after.others[0]).toMatchObject({ type: 'subscribed', recovered: true });

      const received = [...before.texts, ...after.texts].map((text) => ({ text, ...parsed(text) }));
      const last = received.at(-1) as (typeof received)[number];
      const to = `${last.epoch}:${last.sequence}`;
      const replayed = async (replay: object, subscription: object = everything): Promise<readonly string[]> => {
        const reader = await open(origin, key, { ...subscription, replay });
        expect(await reader.closed).toBe(1000);
        expect(reader.others.map(({ type }) => type)).toEqual(['subscribed', 'replayEnd']);
        return reader.texts;
      };
      const since = received[0]?.sequence ?? 0;
      const all = received.map(({ text }) => text);
      expect(difference(await replayed({ from: `${epoch}:${since - 1}`, to }), all)).toBeNull();

      // From one instant to another, one before the kill and one after
      const [from, end] = [
        received[Math.floor(received.length / 4)],
        received[Math.floor((received.length * 7) / 8)],
      ] as typeof received;
      const part = received.filter(
        ({ timestamp }) => timestamp >= (from?.timestamp ?? 0) && timestamp < (end?.timestamp ?? 0),
      );
      const instants = { from: from?.timestamp, to: new Date(end?.timestamp ?? 0).toISOString() };
      expect(
        difference(
          await replayed(instants),
          part.map(({ text }) => text),
        ),
      ).toBeNull();

      const narrow = { ...everything, games: ['CS2'], channels: ['offers'], events: ['Removed'] };
      const narrowOnes = part.filter(({ text }) => /^{"type":"offer","eventType":"Removed".*"game":"CS2"/.test(text));
      expect(narrowOnes.length).toBeGreaterThan(0);
      const replayedAgain = (await replayed(instants, narrow)).filter((text) => !text.includes('"reason":"outside"'));
      expect(
        difference(
          replayedAgain,
          narrowOnes.filter(({ text }) => !text.includes('"reason":"outside"')).map(({ text }) => text),
        ),
      ).toBeNull();

      for (const transport of ['sse', 'websocket'] as const) {
        const tape = createTape({ url: origin, key, transport, WebSocket });
        const found: number[] = [];
        const { channels, events } = everything;
        const what = { channels, events, from: { epoch, sequence: since - 1 }, to } as Parameters<
          typeof tape.replay
        >[0];
        for await (const message of tape.replay(what)) if ('data' in message) found.push(message.sequence);
        expect(found).toEqual(received.map((message) => message.sequence));
      }
      const words = ['replay', '--from', `${epoch}:${since - 1}`, '--to', to, '--channel', everything.channels.join()];
      const command = startCommand([...words, '--removed', '--json', '--url', origin, '--key', key]);
      expect(await command.ended).toEqual({ code: 0, signal: null });
      expect(difference(command.out().trimEnd().split('\n'), all)).toBeNull();
      await second.stop('SIGTERM');
    },
    3 * lengthMs + 5 * minute,
  );
});
