import { afterEach, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { type Feeding, feeding } from '../../../../test/support/collect/feeding.ts';
import { tinyFeed, tongues } from '../../../../test/support/collect/tiny-feeds.ts';
import { createFrameServer, type FrameServer } from '../../../../test/support/servers/frame-server.ts';
import { holds } from '../../../../test/support/time/until.ts';

let here: Feeding;
let server: FrameServer;
afterEach(async () => {
  await here.stop();
  await server.close();
});

it('takes texts that keep a connection alive for no rows, and answers a ping', async () => {
  const dialect = tongues.find(({ title }) => title === 'json');
  if (dialect === undefined) throw new Error('there is no dialect "json"');
  const sockets: WebSocket[] = [];
  const received: string[] = [];
  server = await createFrameServer(
    (socket) => void sockets.push(socket),
    (text) => void received.push(text),
  );
  here = await feeding({ sources: [tinyFeed(dialect)], players: [], relay: server.origin });
  await here.live();
  for (const text of ['ping', 'PONG', '', ' \n', '"pong"', 'pinging']) sockets[0]?.send(text);
  sockets[0]?.send(JSON.stringify({ rows: [{ what: 'added', id: '7', name: 'Case 7', cents: 70 }] }));
  await holds(() => here.sink.records.length > 0 && received.includes('pong'), 'the row and the answer');
  await here.clock.advance(60_000);

  expect(here.collector.health()[0]).toMatchObject({ rows: 2, rejected: 1 });
  expect(received.filter((text) => text === 'pong')).toHaveLength(1);
});
