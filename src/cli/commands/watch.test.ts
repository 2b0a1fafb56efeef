import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { createTape, type StreamMessage } from '#client';
import { createCuttingProxy } from '../../../test/support/network/cutting-proxy.ts';
import { compiled } from '../../../test/support/processes/compiled.ts';
import { publishChanges } from '../../../test/support/stream/publish.ts';
import { type ServedStream, serveStream } from '../../../test/support/stream/served-stream.ts';
import { pricedOffer } from '../../../test/support/stream/stream-rig.ts';
import { holds } from '../../../test/support/time/until.ts';
import { run } from '../index.ts';
import { BoundedSocket } from '../watch/bounded-socket.ts';
import { follow } from '../watch/follow.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(...options: Parameters<typeof serveStream>): Promise<ServedStream> {
  const served = await serveStream(...options);
  closing.push(served.close);
  return served;
}

async function proxyTo(port: number) {
  const proxy = await createCuttingProxy(port);
  closing.push(proxy.close);
  return proxy;
}

/** Runs the command and returns its output. */
function watch(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  columns: number | null = null,
) {
  let out = '';
  let err = '';
  const code = run(['watch', ...args], environment, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    columns: () => columns,
  });
  return { code, out: () => out, err: () => err, lines: () => out.trimEnd().split('\n') };
}

const at = ({ port, key }: ServedStream): string[] => ['--url', `http://127.0.0.1:${port}`, '--key', key];

const untilSubscribed = (served: ServedStream): Promise<true> =>
  holds(() => served.hub.stats().groups > 0, 'a subscription');

describe('itemtape watch', () => {
  it('writes every message as a line of JSON into a pipe, and exits after --count messages', async () => {
    const served = await serve();
    const watching = watch([
      ...at(served),
      '--marketplace',
      'buff163,CSFloat',
      '--game',
      'cs2',
      '--max-price',
      '2',
      '--count',
      '2',
    ]);
    await untilSubscribed(served);
    served.put([pricedOffer('a', 1_000), pricedOffer('dear', 9_000), pricedOffer('tf', 1_000, { game: 'TF2' })]);
    served.put([pricedOffer('b', 1_500)], 2);
    served.put([pricedOffer('c', 1_500)], 2);

    expect(await watching.code).toBe(0);
    const messages = watching.lines().map((line) => JSON.parse(line));
    expect(messages.map(({ type, marketplace, data }) => [type, marketplace, data?.purchaseLink])).toEqual([
      ['subscribed', undefined, undefined],
      ['offer', 'Buff163', 'https://example.test/o/a'],
      ['offer', 'CSFloat', 'https://example.test/o/b'],
    ]);
    expect(messages[0]).toMatchObject({ marketplaces: ['Buff163', 'CSFloat'], games: ['CS2'] });
    expect(messages[1]).toMatchObject({ epoch: 'served', sequence: expect.any(Number), id: '1:CS2:a' });
    expect(watching.err()).toBe('');
  });

  it('subscribes to items, new floors, removals, channels and a snapshot', async () => {
    const served = await serve();
    const name = 'M4A1-S | Nitro';
    served.put([pricedOffer('kept', 3_000, { name }), pricedOffer('other', 3_000)]);
    const watching = watch(
      [...at(served), '--item', name, 'Sticker | A, B', '--new-floor', '--removed', '--snapshot', '--count', '3'],
      { NO_COLOR: '1' },
      200,
    );
    await untilSubscribed(served);
    served.put([pricedOffer('higher', 4_000, { name }), pricedOffer('floor', 500, { name: 'Sticker | A, B' })]);
    const scope = {
      marketplaceId: 1,
      game: 'CS2',
      kinds: ['offer'],
      seenBefore: Date.now() + 1,
      at: Date.now(),
    } as const;
    publishChanges(served.hub, served.book.sweepItem({ ...scope, name, isCut: false }));

    expect(await watching.code).toBe(0);
    const rows = watching.lines();
    expect(rows[0]).toMatch(/^time +what +USD +marketplace +game +item$/);
    expect(rows[1]).toMatch(/^\d\d:\d\d:\d\d {2}On sale +3\.00 {2}Buff163 +CS2 {4}M4A1-S \| Nitro/);
    expect(rows[2]).toMatch(/Added +0\.50 {2}Buff163 +CS2 {4}Sticker \| A, B/);
    expect(rows[3]).toMatch(/Removed +\d\.00 {2}Buff163 +CS2 {4}M4A1-S \| Nitro · swept/);
  });

  it('has colours in a terminal only, and none where they are not wanted', async () => {
    const served = await serve({ settings: { connectionsPerKey: 10 } });
    const ways = [
      watch([...at(served), '--count', '1'], {}, 100),
      watch([...at(served), '--count', '1'], { NO_COLOR: '1' }, 100),
      watch([...at(served), '--count', '1'], { TERM: 'dumb' }, 100),
      watch([...at(served), '--count', '1', '--json'], {}, 100),
    ];
    await holds(() => served.hub.stats().readers === 4, 'all readers');
    await holds(() => ways.at(-1)?.out().includes('subscribed') === true, 'the last to be subscribed');
    await untilSubscribed(served);
    const putting = setInterval(() => served.put([pricedOffer(randomUUID(), 1_000)]), 20);
    closing.push(() => clearInterval(putting));

    expect(await Promise.all(ways.map(({ code }) => code))).toEqual([0, 0, 0, 0]);
    expect(ways.map(({ out }) => out().includes('\u001b['))).toEqual([true, false, false, false]);
    expect(JSON.parse(ways[3]?.lines()[1] ?? '')).toMatchObject({ type: 'offer' });
  });

  it.each([
    ['a key that is not known', ['--key', 'wrong'], /status 401: this API key is not known|status 401: .*key/],
    ['a marketplace that is not known', ['--marketplace', 'buf163'], /refused: .*did you mean "Buff163"/],
    ['a channel that is not known', ['--channel', 'sale'], /refused: .*did you mean "sales"/],
    ['bounds that nothing can meet', ['--min-price', '5', '--max-price', '4'], /refused: .*nothing can match/],
    ['a path where nothing is', ['--url', 'PORT/elsewhere'], /status 404: there is no stream at/],
    [
      'a port where nobody listens',
      ['--url', 'http://127.0.0.1:1'],
      /cannot be reached: .*is the service running there/,
    ],
  ])('ends with 1 and says why: %s', async (_, args, why) => {
    const served = await serve();
    const given = args.map((arg) => arg.replace('PORT', `http://127.0.0.1:${served.port}`));
    const watching = watch([...at(served), ...given]);

    expect(await watching.code).toBe(1);
    expect(watching.err()).toMatch(why);
    expect(watching.out()).toBe('');
  });

  it('ends with 1 when its key has no connection left', async () => {
    const served = await serve();
    await Promise.all([served.connect(), served.connect()]);
    const watching = watch(at(served));

    expect(await watching.code).toBe(1);
    expect(watching.err()).toContain('closed the connection with 1008: this key has 2 connections already');
  });

  it.each([
    ['without a key', ['--url', 'http://127.0.0.1:1'], 'a key is needed'],
    ['with a game that is none', ['--key', 'k', '--game', 'cs2,chess'], '"chess" is not a game'],
    ['with a price that is none', ['--key', 'k', '--max-price', 'cheap'], '--max-price is "cheap"'],
    ['with an address that is none', ['--key', 'k', '--url', 'localhost:7400'], '--url is "localhost:7400"'],
    ['with a flag that is none', ['--key', 'k', '--cheap'], '--cheap'],
  ])('ends with 2 when called wrongly: %s', async (_, args, why) => {
    const watching = watch(args);

    expect(await watching.code).toBe(2);
    expect(watching.err()).toContain(why);
  });

  it('reconnects when the service restarts, and reports missed messages', async () => {
    const first = await serve({ epoch: 'first' });
    const second = await serve({ epoch: 'second', keys: first.keys });
    const proxy = await proxyTo(first.port);
    const watching = watch(['--url', `ws://127.0.0.1:${proxy.port}/`, '--count', '2'], { ITEMTAPE_KEY: first.key });
    await untilSubscribed(first);
    first.put([pricedOffer('before', 1_000)]);
    await holds(() => watching.out().includes('o/before'), 'the first offer');
    proxy.leadTo(second.port);
    proxy.cut();
    await untilSubscribed(second);
    second.put([pricedOffer('after', 1_000)]);

    expect(await watching.code).toBe(0);
    const messages = watching.lines().map((line) => JSON.parse(line));
    expect(messages.map(({ type, epoch, recovered }) => [type, epoch, recovered])).toEqual([
      ['subscribed', 'first', undefined],
      ['offer', 'first', undefined],
      ['subscribed', 'second', false],
      ['offer', 'second', undefined],
    ]);
    expect(watching.err().trimEnd().split('\n')).toEqual([
      'the connection broke; reconnecting until it works',
      expect.stringMatching(
        /^connected again, but the service has begun a new epoch: changes after \d+ .* were missed$/,
      ),
    ]);
  });
});

describe('a reader that is cut', () => {
  it('gets every message exactly once, however often it was cut off', async () => {
    const served = await serve({ settings: { connectionsPerKey: 50 } });
    const proxy = await proxyTo(served.port);
    const url = `http://127.0.0.1:${proxy.port}`;
    const received: StreamMessage[] = [];
    const notes: string[] = [];
    const stopping = new AbortController();
    const following = follow({
      tape: createTape({ url, key: served.key, transport: 'websocket', WebSocket: BoundedSocket }),
      address: `${url}/ws/v2/offers`,
      subscription: {},
      print: (message) => received.push(message),
      note: (text) => notes.push(text),
      signal: stopping.signal,
      reconnectDelays: { firstMs: 2, maxMs: 10 },
    });
    const offers = () => received.filter(({ type }) => type === 'offer');
    await untilSubscribed(served);
    const cuts = 12;
    for (let round = 0; round < cuts; round += 1) {
      const before = received.length;
      served.put(Array.from({ length: 50 }, (_, at) => pricedOffer(`o${round}-${at}`, 1_000 + at)));
      await holds(() => received.length > before, 'something');
      // Nothing can be read while the service is down
      if (round % 3 === 0) proxy.leadTo(null);
      proxy.cut();
      served.put([pricedOffer(`between-${round}`, 1_000)]);
      proxy.leadTo(served.port);
    }
    await holds(() => offers().length >= cuts * 51, 'every offer');
    stopping.abort();

    expect(await following).toBeNull();
    const ids = offers().map((message) => ('id' in message ? message.id : null));
    expect(new Set(ids).size).toBe(cuts * 51);
    expect(ids).toHaveLength(cuts * 51);
    const sequences = offers().map((message) => ('sequence' in message ? Number(message.sequence) : 0));
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(notes.filter((note) => note.startsWith('connected again')).length).toBeGreaterThan(0);
    expect(notes.filter((note) => note.includes('missed') && !note.includes('nothing was missed'))).toEqual([]);
  });
});

describe('the process', () => {
  const started: ChildProcess[] = [];
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });

  it('exits with 0 on a signal, and when nobody reads its output any more', async () => {
    const [served, { script, remove }] = await Promise.all([
      serve({}),
      compiled('test/support/processes/watch-child.ts'),
    ]);
    closing.push(remove);
    const start = () => {
      const child = spawn(process.execPath, [script, `http://127.0.0.1:${served.port}`, served.key], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      started.push(child);
      const written = { out: '', err: '' };
      child.stdout.on('data', (part) => {
        written.out += String(part);
      });
      child.stderr.on('data', (part) => {
        written.err += String(part);
      });
      return { child, written, exit: once(child, 'exit') };
    };
    const [interrupted, unread] = [start(), start()];
    await holds(
      () => [interrupted, unread].every(({ written }) => written.out.includes('subscribed')),
      'both to be subscribed',
    );
    interrupted.child.kill('SIGINT');
    unread.child.stdout.destroy();
    const putting = setInterval(() => served.put([pricedOffer(randomUUID(), 1_000)]), 20);
    closing.push(() => clearInterval(putting));

    expect([await interrupted.exit, await unread.exit]).toEqual([
      [0, null],
      [0, null],
    ]);
    expect([interrupted.written.err, unread.written.err]).toEqual(['', '']);
    expect(JSON.parse(interrupted.written.out.split('\n')[0] ?? '')).toMatchObject({ type: 'subscribed' });
  });
});
