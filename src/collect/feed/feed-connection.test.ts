import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { type Feeding, feeding } from '../../../test/support/collect/feeding.ts';
import { type Tongue, tinyFeed, tinyPlayer, tongues } from '../../../test/support/collect/tiny-feeds.ts';
import { createFrameServer } from '../../../test/support/servers/frame-server.ts';
import { holds } from '../../../test/support/time/until.ts';
import type { Credential, Feed } from '../../contract/connector.ts';
import type { Player } from '../../stage/player.ts';
import { defaultLimits } from '../request/response-body.ts';

let here: Feeding;
afterEach(() => here.stop());

const tongue = (title: string): Tongue => {
  const found = tongues.find((one) => one.title === title);
  if (found === undefined) throw new Error(`no tongue is called ${title}`);
  return found;
};
const json = tongue('json');
const key: Credential = { env: 'TINY_KEY', about: 'Make one.', carry: { in: 'header', name: 'x-key' } };
const secrets = { TINY_KEY: 'k-12345678' };
const keyed = { connector: { credentials: [key] }, secrets };
const seen = () => here.collector.health()[0];
const started = async (test: () => boolean, what: string) => {
  here.collector.start();
  await here.turnUntil(test, what);
};

/** The same marketplace, with a request for a token. */
const withToken = (player: Player, token: string): Player => ({
  ...player,
  answer: ({ path, headers }) =>
    path === '/token'
      ? headers['x-key'] === secrets.TINY_KEY
        ? { body: { data: { token } } }
        : { status: 401, body: 'no key' }
      : null,
});
const tokenFeed = (title: string) =>
  tinyFeed(tongue(title), {
    credential: key.env,
    before: { url: 'https://tiny.test/token' },
    token: ({ answer }) => (answer as { data: { token: string } }).data.token,
  });

describe('before it connects, a feed', () => {
  it.each(['centrifugo 1', 'centrifugo 2'])('asks for its token with the credential, in %s', async (title) => {
    const { player } = tinyPlayer(tongue(title));
    here = await feeding({ sources: [tokenFeed(title)], players: [withToken(player, 'good')], ...keyed });
    await here.live();

    expect(here.stage.requests('skinport').recent.map(({ path, status }) => [path, status])).toEqual([
      ['/token', 200],
      ['/events', 101],
    ]);
    expect(seen()?.requests).toBe(2);
  });

  it.each(['centrifugo 1', 'centrifugo 2'])('is refused with a token that is not accepted, in %s', async (title) => {
    const { player } = tinyPlayer(tongue(title));
    here = await feeding({ sources: [tokenFeed(title)], players: [withToken(player, 'expired')], ...keyed });
    await started(() => seen()?.state === 'refused', 'a refused source');

    expect(seen()).toMatchObject({ nextAskAt: null });
    expect(seen()?.detail).toContain('check TINY_KEY');
    expect(here.logged.join()).not.toContain('expired');
  });

  it.each([
    ['centrifugo 1', 'a token that has run out', 109],
    ['centrifugo 1', 'one that was never good', 101],
    ['centrifugo 2', 'a token that has run out', 109],
    ['centrifugo 2', 'one that was never good', 101],
  ])('is told to be refused for its credential, in %s with %s', async (title, _, code) => {
    const server = await createFrameServer(
      () => undefined,
      (text, socket) => socket.send(JSON.stringify({ id: JSON.parse(text).id, error: { code, message: 'no' } })),
    );
    here = await feeding({
      sources: [tinyFeed(tongue(title), { credential: key.env, token: ({ secret }) => secret ?? '' })],
      players: [],
      relay: server.origin,
      ...keyed,
    });
    here.collector.start();
    await here.clock.advance(10);
    await holds(() => seen()?.detail != null, 'an end of the attempt');

    expect(seen()).toMatchObject({ state: 'refused', detail: expect.stringContaining('check TINY_KEY') });
    await server.close();
  });

  it('retries where the marketplace accepts the connection and answers nothing, in centrifugo 2', async () => {
    const server = await createFrameServer(() => undefined);
    here = await feeding({
      sources: [tinyFeed(tongue('centrifugo 2'), { credential: key.env, token: ({ secret }) => secret ?? '' })],
      players: [],
      relay: server.origin,
      ...keyed,
    });
    here.collector.start();
    await here.clock.advance(10);
    // The client library has its own clock, on which it waits for 5 s
    await holds(() => seen()?.detail != null, 'an end of the attempt');

    expect(seen()?.detail).not.toContain('check TINY_KEY');
    await here.turnUntil(() => server.opened.length === 2, 'a second attempt');
    await server.close();
  });

  it('connects with another token once the first has expired, in centrifugo 2', async () => {
    const tokens: string[] = [];
    const server = await createFrameServer(
      () => undefined,
      (text, socket) => {
        for (const line of text.split('\n')) {
          const { id, connect, subscribe } = JSON.parse(line);
          if (connect !== undefined) {
            tokens.push(connect.token);
            const isFirst = tokens.length === 1;
            socket.send(JSON.stringify({ id, connect: { client: 'c', expires: isFirst, ...(isFirst && { ttl: 1 }) } }));
          } else if (subscribe !== undefined) socket.send(JSON.stringify({ id, subscribe: {} }));
        }
      },
    );
    let given = 0;
    const token = () => {
      given += 1;
      return `token ${given}`;
    };
    here = await feeding({
      sources: [tinyFeed(tongue('centrifugo 2'), { credential: key.env, token })],
      players: [],
      relay: server.origin,
      ...keyed,
    });
    await here.live();
    // The client library has its own clock, on which the token expires
    await holds(() => here.state() !== 'live', 'the end of the token');
    await here.turnUntil(() => here.state() === 'live', 'a live source');

    expect(tokens).toEqual(['token 1', 'token 2']);
    await server.close();
  });

  it('checks last whether this node still has the lease', async () => {
    const { player } = tinyPlayer(tongue('centrifugo 2'));
    let mayAsk = true;
    const answer: Player['answer'] = () => {
      mayAsk = false;
      return { body: { data: { token: 'good' } } };
    };
    here = await feeding({
      sources: [tokenFeed('centrifugo 2')],
      players: [{ ...player, answer }],
      ...keyed,
      mayAsk: () => mayAsk,
    });
    await started(() => seen()?.detail != null, 'a connection that failed');

    expect(seen()?.detail).toContain('another node listens to this marketplace now');
    expect(here.stage.requests('skinport').recent.map(({ path }) => path)).toEqual(['/token']);
  });

  it('says that the format may have changed when the token is not in the answer', async () => {
    const { player } = tinyPlayer(tongue('centrifugo 2'));
    const answer = () => ({ body: { token: 'elsewhere' } });
    here = await feeding({ sources: [tokenFeed('centrifugo 2')], players: [{ ...player, answer }], ...keyed });
    await started(() => seen()?.state === 'changed', 'a changed source');

    expect(seen()?.detail).toContain('the answer lacks what the connection needs');
  });

  it('is off without its credential', async () => {
    const { player } = tinyPlayer(json);
    here = await feeding({
      sources: [tinyFeed(json, { credential: key.env })],
      players: [player],
      connector: { credentials: [key] },
    });
    here.collector.start();
    await here.clock.advance(60_000);

    expect(seen()).toMatchObject({ state: 'off', missingCredential: 'TINY_KEY' });
    expect(here.stage.requests('skinport').count).toBe(0);
  });
});

describe('a handshake', () => {
  it('is not begun with a credential that no header can carry', async () => {
    const { player } = tinyPlayer(json);
    const handshake: Feed<never>['handshake'] = ({ secret }) => ({ headers: { authorization: `Bearer ${secret}` } });
    here = await feeding({
      sources: [tinyFeed(json, { handshake, credential: key.env })],
      players: [player],
      connector: { credentials: [key] },
      secrets: { TINY_KEY: 'abc；def' },
    });
    await started(() => seen()?.state === 'refused', 'a refused source');

    expect(seen()?.detail).toContain('character 4 of the credential, "；", cannot be sent; check TINY_KEY');
  });

  it('carries what the source says', async () => {
    const { player } = tinyPlayer(json, {
      admit: ({ query, headers }) =>
        query.get('uid') === '7' && headers['user-agent'] === '7 API Bot' ? null : { status: 400, body: 'who?' },
    });
    const handshake = () => ({ query: { uid: 7 }, headers: { 'user-agent': '7 API Bot' } });
    here = await feeding({ sources: [tinyFeed(json, { handshake })], players: [player] });
    await here.live();

    expect(seen()?.state).toBe('live');
  });

  it('that is limited holds the budget until it is released', async () => {
    const { player } = tinyPlayer(json);
    here = await feeding({ sources: [tinyFeed(json)], players: [player] });
    here.stage.setFault('skinport', { kind: 'limited', retryAfterSeconds: 600 }, 1);
    await started(() => seen()?.state === 'limited', 'a limited source');
    const again = (seen()?.nextAskAt ?? 0) - here.clock.now();
    await here.clock.advance(590_000);
    const early = here.stage.requests('skinport').count;
    await here.turnUntil(() => seen()?.state === 'live', 'a live source');

    expect(again).toBeGreaterThan(590_000);
    expect([early, here.stage.requests('skinport').count]).toEqual([1, 2]);
  });

  it.each([
    [401, 'refused'],
    [403, 'refused'],
    [404, 'down'],
    [200, 'blocked'],
  ] as const)('answered with %i makes the source %s', async (status, state) => {
    const { player } = tinyPlayer(json);
    here = await feeding({ sources: [tinyFeed(json, { credential: key.env })], players: [player], ...keyed });
    here.stage.setFault('skinport', { kind: 'status', status });
    await started(() => seen()?.lastOutcome !== null, 'an outcome');
    const { detail } = seen() ?? {};

    expect(detail).toContain(`answered ${status} instead of opening a WebSocket`);
    expect(detail).toContain('feed.tiny.test/events');
    if (status !== 404) expect(seen()?.state).toBe(state);
  });

  it('that never ends is given up and retried', async () => {
    const { player } = tinyPlayer(json);
    here = await feeding({ sources: [tinyFeed(json)], players: [player] });
    here.stage.setFault('skinport', { kind: 'silent' }, 1);
    await started(() => here.state() === 'live', 'a live source');

    expect(here.stage.requests('skinport').count).toBe(2);
  });

  it('that fails again and again waits longer, up to half a minute, and says that the source is down', async () => {
    const { player } = tinyPlayer(json);
    here = await feeding({ sources: [tinyFeed(json)], players: [player], random: () => 1 });
    here.stage.setFault('skinport', { kind: 'dead' });
    here.collector.start();
    const waits: number[] = [];
    for (let failures = 1; failures <= 7; failures += 1) {
      await here.clock.advance(waits.at(-1) ?? 0);
      await holds(() => seen()?.requests === failures, `failure ${failures}`);
      waits.push((seen()?.nextAskAt ?? 0) - here.clock.now());
    }

    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(seen()?.detail).toContain('; no connection: ECONNRESET');
    expect(seen()?.state).toBe('down');
  });
});

describe('a connection', () => {
  it('answers messages as the source says, such as with its subscription once the key is accepted', async () => {
    const { player, received } = tinyPlayer(json, {
      receive: (message, { joined }) => {
        received.push(message);
        const [action, what] = message as [string, string];
        if (action === 'auth') return what === secrets.TINY_KEY ? [['auth', 'ok']] : [['auth', 'bad']];
        joined.add(what);
        return [];
      },
    });
    const source = tinyFeed(json, {
      credential: key.env,
      join: ({ secret }) => [['auth', secret]],
      reply: (message) => (Array.isArray(message) && message[1] === 'ok' ? [['subscribe', 'all']] : []),
      refusal: (message) => (Array.isArray(message) && message[1] === 'bad' ? 'refused' : null),
      rowsAt: (message) => (Array.isArray(message) ? [] : (message as { rows: unknown[] }).rows),
    });
    here = await feeding({ sources: [source], players: [player], ...keyed });
    await here.live();
    await holds(() => received.length === 2, 'the subscription');

    expect(received).toEqual([
      ['auth', secrets.TINY_KEY],
      ['subscribe', 'all'],
    ]);
  });

  it('ends when a message refuses the key, and shows the key to nobody', async () => {
    const { player } = tinyPlayer(json, {
      receive: (message) => [['auth', 'bad', message]],
    });
    const source = tinyFeed(json, {
      credential: key.env,
      join: ({ secret }) => [['auth', secret]],
      refusal: (message) => (Array.isArray(message) && message[1] === 'bad' ? 'refused' : null),
    });
    here = await feeding({ sources: [source], players: [player], ...keyed });
    await started(() => seen()?.state === 'refused', 'a refused source');

    expect(seen()?.detail).toContain('[secret]');
    expect(`${here.logged.join()}${JSON.stringify(here.collector.health())}`).not.toContain(secrets.TINY_KEY);
  });

  it('ends at a message that is too large, and is opened again', async () => {
    const { player } = tinyPlayer(json, { receive: () => [{ rows: [], padding: 'x'.repeat(2000) }] });
    here = await feeding({
      sources: [tinyFeed(json)],
      players: [player],
      limits: { ...defaultLimits, messageBytes: 1000 },
    });
    await started(() => here.stage.requests('skinport').count >= 2, 'a second connection');

    expect(here.logged.join()).toContain('sent a message of more than 1000 bytes');
  });

  it('is pinged as the source says', async () => {
    const { player, received } = tinyPlayer(json);
    const dialect = { name: 'json', ping: { everySeconds: 20, message: 'ping' } } as const;
    here = await feeding({ sources: [tinyFeed(json, { dialect })], players: [player] });
    await here.live();
    await here.clock.advance(65_000);
    await holds(() => received.length >= 4, 'three pings');

    expect(received.slice(1)).toEqual(['ping', 'ping', 'ping']);
  });

  it('asks Centrifugo for what it missed while it was away', async () => {
    const { player, sentRows } = tinyPlayer(tongue('centrifugo 2'));
    here = await feeding({ sources: [tinyFeed(tongue('centrifugo 2'))], players: [player] });
    await here.live();
    await holds(() => {
      here.tick();
      return here.sink.records.length > 0;
    }, 'the first changes');
    here.stage.setFault('skinport', { kind: 'cut' }, 1);
    here.tick(10);
    await holds(() => here.state() === 'stale', 'a stale source');
    here.tick(10);
    await here.turnUntil(() => here.sink.records.at(-1) !== undefined && here.state() === 'live', 'a live source');
    const ids = () => here.sink.records.map((record) => ('offerId' in record ? record.offerId : ''));
    await holds(() => ids().at(-1) === sentRows.at(-1)?.id, 'what was missed');
    const first = sentRows.findIndex(({ id }) => id === ids()[0]);

    expect(ids()).toEqual(sentRows.slice(first).map(({ id }) => id));
  });

  it('is paused while its messages cannot be taken, and loses none', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const taken: string[] = [];
    const rows = (from: number) =>
      Array.from({ length: 200 }, (_, at) => ({ what: 'added', id: String(from + at), name: 'Case', cents: 5 }));
    const { player } = tinyPlayer(json, {
      receive: () => Array.from({ length: 1000 }, (_, at) => ({ rows: rows(at * 200) })),
    });
    here = await feeding({
      sources: [tinyFeed(json)],
      players: [player],
      take: async (records) => {
        await gate;
        taken.push(...records.map((record) => ('offerId' in record ? record.offerId : '')));
      },
    });
    await here.live();
    await here.clock.advance(100_000);
    await here.clock.advance(250_000);
    const isStillOpen = here.stage.requests('skinport').count === 1;
    open();
    await holds(() => taken.length === 200_000, 'every record');

    expect(isStillOpen).toBe(true);
    expect(taken.every((id, at) => id === String(at))).toBe(true);
  });

  it('is given up when its messages could not be taken', async () => {
    const { player } = tinyPlayer(json, {
      receive: () => [{ rows: [{ what: 'added', id: '1', name: 'Case', cents: 5 }] }],
    });
    here = await feeding({
      sources: [tinyFeed(json)],
      players: [player],
      take: () => Promise.reject(new Error('the disk is full')),
    });
    await started(() => here.stage.requests('skinport').count >= 2, 'a second connection');

    expect(here.logged.join()).toContain('could not be used: the disk is full');
  });

  it('distinguishes games, and counts each separately', async () => {
    const rows = [
      { what: 'CS2', id: '1', name: 'Case', cents: 5 },
      { what: 'TF2', id: '2', name: 'Key', cents: 5 },
      { what: 'TF2', id: '3', name: 'Key', cents: 5 },
      { what: 'Rust', id: '4', name: 'Door', cents: 5 },
    ];
    const { player } = tinyPlayer(json, { receive: () => [{ rows }] });
    const source = tinyFeed(json, {
      gameOf: ({ what }) => (what === 'CS2' || what === 'TF2' || what === 'Rust' ? what : null),
    });
    here = await feeding({ sources: [source], players: [player], connector: { games: ['CS2', 'TF2'] } });
    await here.live();
    await holds(() => here.sink.records.length === 3, 'records');
    await here.clock.advance(60_000);

    expect(here.sink.records.map((record) => `${record.kind} ${record.game}`)).toEqual([
      'offer CS2',
      'offer TF2',
      'offer TF2',
    ]);
    expect(here.collector.health().map(({ game, rows: count }) => `${game} ${count}`)).toEqual(['CS2 1', 'TF2 2']);
  });

  it('is reported as changed when many of its rows cannot be read', async () => {
    const { player } = tinyPlayer(json, { receive: () => [{ rows: [{ what: 'added', id: 1 }] }, { nothing: true }] });
    here = await feeding({ sources: [tinyFeed(json)], players: [player] });
    await here.live();
    await here.turnUntil(() => here.state() === 'changed', 'a changed source');

    expect(seen()).toMatchObject({ rejected: 2 });
    expect(seen()?.detail).toContain('2 of 2 rows rejected');
  });

  it('closes when the collector stops', async () => {
    const { player, sentRows } = tinyPlayer(json);
    here = await feeding({ sources: [tinyFeed(json)], players: [player] });
    await here.live();
    await here.collector.stop();
    sentRows.length = 0;
    await holds(() => {
      sentRows.length = 0;
      here.tick();
      return sentRows.length === 0;
    }, 'an empty room');

    expect(here.clock.untilNext()).toBeNull();
  });

  it('is closed once the collector has stopped, even if the marketplace is slow to close', async () => {
    const sockets: WebSocket[] = [];
    const server = await createFrameServer((socket) => void sockets.push(socket));
    here = await feeding({ sources: [tinyFeed(json)], players: [], relay: server.origin });
    await started(() => sockets.length === 1, 'a connection');
    sockets[0]?.pause();
    const stopped = here.collector.stop().then(() => 'stopped');
    expect(await Promise.race([stopped, wait(100, 'waiting')])).toBe('waiting');
    sockets[0]?.resume();
    expect(await stopped).toBe('stopped');
    await server.close();
  });
});

describe('listening once', () => {
  it('gives messages in the form of a fixture, and stores nothing', async () => {
    const rows = [{ what: 'added', id: '1', name: 'Case', cents: 5 }];
    const { player } = tinyPlayer(json, { receive: () => [{ rows }] });
    here = await feeding({ sources: [tinyFeed(json)], players: [player] });
    const result = here.collector.runOnce('skinport', 'changes', 'CS2');
    await here.turnUntil(() => here.stage.requests('skinport').count === 1, 'a connection');
    let isDone = false;
    void result.then(() => {
      isDone = true;
    });
    await here.turnUntil(() => isDone, 'the end of listening');

    expect(await result).toMatchObject({ outcome: 'read', rows: 1, rejected: 0, counts: { offer: 1 } });
    expect(JSON.parse((await result).body ?? '')).toEqual([{ rows }]);
    expect(here.sink.records).toEqual([]);
  });
});
