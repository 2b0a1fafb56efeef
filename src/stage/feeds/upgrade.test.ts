import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { holds } from '../../../test/support/time/until.ts';
import { sampleOf } from '../catalogue/catalogue.ts';
import { createWorld } from '../market/create-world.ts';
import type { World } from '../market/world.ts';
import type { Framing, PlayedFeed, Player } from '../player.ts';
import { type Stage, startStage } from '../server.ts';

const slug = 'skinport';
let stage: Stage;
let world: World;
let ticks: number;
beforeEach(() => {
  ticks = 0;
  world = createWorld({ seed: 5, startedAt: 0, items: sampleOf(30) });
});
afterEach(() => stage.close());

const play = async (framing: Framing, changes: Partial<PlayedFeed> = {}): Promise<void> => {
  const isCentrifugo = framing.name === 'centrifugo';
  const messagesOf: PlayedFeed['messagesOf'] = (all) =>
    all.map(({ listing: { number } }) => (isCentrifugo ? { channel: 'all', data: number } : ['change', number]));
  const feed: PlayedFeed = {
    host: 'feed.tiny.test',
    path: '/socket/',
    framing,
    games: ['CS2'],
    messagesOf,
    ...changes,
  };
  const player: Player = { slug, hosts: ['tiny.test'], answer: () => null, feeds: [feed] };
  stage = await startStage({ world, players: [player], now: () => 0 });
};

const tick = (count = 1): void => {
  for (let left = count; left > 0; left -= 1) {
    ticks += 1;
    world.tick(ticks * 5000);
  }
};

/** A client that knows nothing of framings. */
function connect(path = '/feed.tiny.test/socket/?a=1') {
  const frames: string[] = [];
  const socket = new WebSocket(`${stage.origin.replace('http', 'ws')}${path}`);
  const seen = { status: 0, body: '', code: 0, pongs: 0 };
  socket.on('message', (data) => frames.push(String(data)));
  socket.on('close', (code) => {
    seen.code = code;
  });
  socket.on('error', () => undefined);
  socket.on('pong', () => {
    seen.pongs += 1;
  });
  socket.on('unexpected-response', (_, response) => {
    seen.status = response.statusCode ?? 0;
    response.on('data', (piece) => {
      seen.body += piece;
    });
    response.on('end', () => socket.terminate());
  });
  const frame = async (count: number): Promise<string> => {
    await holds(() => frames.length >= count, `frame ${count}`);
    return frames[count - 1] ?? '';
  };
  return {
    socket,
    frames,
    seen,
    frame,
    opened: () => holds(() => socket.readyState === socket.OPEN, 'a connection'),
  };
}

const json = { name: 'json' } as const;

describe('the WebSocket upgrade of a feed', () => {
  it('answers 404 where no feed is played', async () => {
    await play(json);
    const { seen } = connect('/feed.tiny.test/elsewhere');
    await holds(() => seen.code > 0, 'a refusal');

    expect(seen).toMatchObject({ status: 404, body: 'no feed is played at feed.tiny.test/elsewhere' });
  });

  it('is refused as the player decides, and each attempt is recorded', async () => {
    await play(json, { admit: ({ query }) => (query.get('a') === '1' ? { status: 403, body: { no: 'a' } } : null) });
    const shut = connect();
    await holds(() => shut.seen.code > 0, 'a refusal');
    await connect('/feed.tiny.test/socket?a=2').opened();

    expect(shut.seen).toMatchObject({ status: 403, body: '{"no":"a"}' });
    expect(stage.requests(slug).recent.map(({ query, status }) => [query, status])).toEqual([
      ['a=1', 403],
      ['a=2', 101],
    ]);
  });

  it('is subject to the faults of requests', async () => {
    await play(json);
    stage.setFault(slug, { kind: 'limited', retryAfterSeconds: 7 }, 1);
    const { seen } = connect();
    await holds(() => seen.code > 0, 'a refusal');

    expect(seen.status).toBe(429);
  });
});

describe('Engine.IO and Socket.IO at the stage', () => {
  it('open, connect a namespace, refuse another, and ping', async () => {
    await play({ name: 'socket-io', parser: 'default', namespace: '/trade' }, { heartbeatSeconds: 0.02 });
    const { socket, frames, frame } = connect();
    const open = JSON.parse((await frame(1)).slice(1));
    socket.send('40/other,');
    socket.send('40/trade,');
    await holds(() => frames.some((one) => one.startsWith('40')) && frames.includes('2'), 'an answer and a ping');

    expect(frames[0]?.[0]).toBe('0');
    expect(open).toMatchObject({ upgrades: [], pingInterval: 20, pingTimeout: 20_000 });
    expect(frames).toContain('44/other,{"message":"Invalid namespace"}');
    expect(frames.find((one) => one.startsWith('40/trade,'))).toMatch(/^40\/trade,\{"sid":"[^"]+"\}$/);
  });

  it('send messages only to clients that have connected', async () => {
    await play({ name: 'socket-io', parser: 'default' });
    const { socket, frames, frame } = connect();
    await frame(1);
    tick(10);
    socket.send('40');
    await frame(2);
    await holds(() => {
      tick();
      return frames.length > 2;
    }, 'a change');

    expect(frames[1]).toMatch(/^40\{/);
    expect(frames[2]).toMatch(/^42\["change",\d+\]$/);
  });

  it('close the connection on an invalid packet', async () => {
    await play({ name: 'socket-io', parser: 'default' });
    const { socket, seen, frame } = connect();
    await frame(1);
    socket.send('hello');
    await holds(() => seen.code > 0, 'the end');

    expect(seen.code).toBe(1002);
  });
});

describe('Centrifugo at the stage', () => {
  const centrifugo = { name: 'centrifugo', protocol: 2, channels: ['all'] } as const;

  it('refuses unknown channels, and joins those of the token on its own', async () => {
    await play({ ...centrifugo, granted: ['mine'] });
    const { socket, frame, opened } = connect();
    await opened();
    socket.send('{"id":1,"connect":{}}\n{"id":2,"subscribe":{"channel":"none"}}');

    expect(JSON.parse(await frame(1))).toMatchObject({ id: 1, connect: { ping: 25, pong: true, subs: { mine: {} } } });
    expect(JSON.parse(await frame(2))).toEqual({ id: 2, error: { code: 103, message: 'permission denied' } });
  });

  it('sends missed publications to a returning client, or says that they are lost', async () => {
    await play(centrifugo);
    const first = connect();
    await first.opened();
    first.socket.send('{"id":1,"subscribe":{"channel":"all"}}');
    const { epoch, offset } = JSON.parse(await first.frame(1)).subscribe;
    first.socket.terminate();
    tick(3);
    const second = connect();
    await second.opened();
    const ask = (id: number, known: string) =>
      second.socket.send(JSON.stringify({ id, subscribe: { channel: 'all', recover: true, epoch: known, offset } }));
    ask(2, epoch);
    ask(3, 'another');
    const recovered = JSON.parse(await second.frame(1)).subscribe;
    const lost = JSON.parse(await second.frame(2)).subscribe;

    expect(recovered).toMatchObject({ recovered: true, was_recovering: true, offset: recovered.publications.length });
    expect(recovered.publications[0]).toMatchObject({ offset: 1 });
    expect(lost).toMatchObject({ recovered: false });
    expect(lost.publications).toBeUndefined();
  });
});

describe('a feed fault', () => {
  const receivesFrames = async (client: ReturnType<typeof connect>, count: number) =>
    await holds(() => {
      tick();
      return client.frames.length >= count;
    }, 'changes');

  it('can be set over HTTP and is listed along with request faults', async () => {
    await play(json);
    const body = JSON.stringify({ slug, fault: { kind: 'garble' }, requests: 2 });
    const answer = await fetch(`${stage.origin}/stage/faults`, { method: 'POST', body });

    expect(await answer.json()).toEqual({ faults: { [`${slug} feed`]: { fault: { kind: 'garble' }, requests: 2 } } });
  });

  it('swaps two messages', async () => {
    await play(json);
    const one = connect();
    await one.opened();
    const two = connect();
    await two.opened();
    let total = 0;
    world.watch(slug, 'CS2', ({ length }) => {
      total += length;
    });
    // The fault applies to the first message of the first connection
    stage.setFault(slug, { kind: 'reorder' }, 1);
    tick(5);
    await holds(() => one.frames.length === total && two.frames.length === total, 'all messages for both');
    const at = one.frames.findIndex((frame, index) => frame !== two.frames[index]);

    expect([one.frames[at], one.frames[at + 1]]).toEqual([two.frames[at + 1], two.frames[at]]);
    expect(one.frames.slice(at + 2)).toEqual(two.frames.slice(at + 2));
  });

  it('leaves a stalled connection open and silent, even to pings', async () => {
    await play(json);
    const client = connect();
    await client.opened();
    client.socket.ping();
    await holds(() => client.seen.pongs === 1, 'a pong');
    stage.setFault(slug, { kind: 'stall' }, 1);
    const other = connect();
    await other.opened();
    await receivesFrames(other, 3);
    client.socket.ping();
    other.socket.ping();
    await holds(() => other.seen.pongs === 1, 'a pong of the other');
    await receivesFrames(other, other.frames.length + 3);

    expect(client.frames).toEqual([]);
    expect(client.seen).toMatchObject({ pongs: 1, code: 0 });
  });
});
