import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Type from 'typebox';
import { afterEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { type Collector, createCollector } from '../../src/collect/collector.ts';
import { connectors } from '../../src/connectors/index.ts';
import { type Connector, type Feed, feed } from '../../src/contract/connector.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import type { Game, MarketRecord } from '../../src/schema/index.ts';
import { createRecordingSink } from '../support/collect/collecting.ts';
import { sharedFolder } from '../support/runner/shared-folder.ts';
import { createFrameServer, type FrameServer } from '../support/servers/frame-server.ts';
import { holds } from '../support/time/until.ts';

const folder = join(sharedFolder, 'marketplaces/fixtures');

let server: FrameServer;
let collector: Collector;
afterEach(async () => {
  await collector?.stop();
  await server?.close();
});

const textOf = (file: string): string => {
  const bytes = readFileSync(join(folder, file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
};

function collect(connector: Connector) {
  const sink = createRecordingSink();
  const log = () => undefined;
  collector = createCollector({
    userAgent: 'test',
    connectors: [connector],
    secrets: (env) => `played-${env}`,
    sink,
    random: () => 0,
    clock: systemClock,
    relay: server.origin,
    log: { debug: log },
    names: () => [],
    hasItem: (game, name) => namesOf(game).has(name),
    valueOf: () => null,
    marketplaceItemId: () => null,
    isOn: () => true,
    spreadSeconds: 0,
  });
  collector.start();
  return sink;
}

const known = new Map<Game, ReadonlySet<string>>();

/** The names of a game in the catalogue next to the recordings. */
function namesOf(game: Game): ReadonlySet<string> {
  const names = known.get(game) ?? readNames(game);
  known.set(game, names);
  return names;
}

function readNames(game: Game): ReadonlySet<string> {
  const packed = readFileSync(join(sharedFolder, 'catalogue', `${game.toLowerCase()}.json.gz`));
  const { items }: { items: { name: string }[] } = JSON.parse(gunzipSync(packed).toString());
  return new Set(items.map(({ name }) => name));
}

const countsByGame = (records: readonly MarketRecord[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { game } of records) counts[game] = (counts[game] ?? 0) + 1;
  return counts;
};

/** A feed whose rows are its messages, kept unchanged. */
function listening(declared: Pick<Feed<unknown>, 'dialect' | 'url' | 'join'>) {
  const messages: unknown[] = [];
  const source = feed({
    name: 'recorded',
    yields: ['offer'],
    evidence: 'recorded',
    permission: 'documented',
    budget: 'all',
    silenceSeconds: 60,
    rowsAt: (message) => [message],
    row: Type.Unknown(),
    parse: (message) => {
      messages.push(message);
      return null;
    },
    ...declared,
  });
  collect({
    slug: 'skinport',
    games: ['CS2'],
    credentials: [],
    budgets: { all: { requests: 10, perSeconds: 1, scope: 'ip' } },
    sources: [source],
  });
  return messages;
}

/** The unmodified feed of a connector, without its other sources. */
function collectFeed(slug: string) {
  const connector = connectors.find((one) => one.slug === slug);
  if (connector === undefined) throw new Error(`there is no connector ${slug}`);
  // Requests before connecting are not part of the recording
  const sources = connector.sources.flatMap((source) => {
    if (source.kind !== 'feed') return [];
    const { before: _, ...rest } = source;
    return [rest];
  });
  return collect({ ...connector, sources });
}

describe.skipIf(!existsSync(folder))('recorded frames', () => {
  const lines = existsSync(folder) ? textOf('csgoempire/ws-trade-capture-1.jsonl.gz').trim().split('\n') : [];
  const frames = lines
    .map((line): { dir: string; payload: string } => JSON.parse(line))
    .filter(({ dir }) => dir === 'recv')
    .map(({ payload }) => payload);

  /** The opening of a Socket.IO connection, then the recorded frames. */
  const playCsgoempire = () =>
    createFrameServer(
      (socket: WebSocket) =>
        socket.send('0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}'),
      (text, socket) => {
        if (text.startsWith('40/trade')) socket.send('40/trade,{"sid":"b"}');
        if (!text.startsWith('42/trade')) return;
        for (const frame of frames) socket.send(frame);
        socket.close(1001);
      },
    );

  it('of CSGOEmpire arrive whole and in order', async () => {
    server = await playCsgoempire();
    const events = ['new_item', 'updated_item', 'deleted_item', 'auction_update', 'updated_seller_online_status'];
    const messages = listening({
      dialect: { name: 'socket-io', parser: 'default', namespace: '/trade', events },
      url: 'wss://trade.csgoempire.com/s/',
      join: () => [['filters', { price_max: 9_999_999 }]],
    });
    const sent = frames.filter((frame) => frame.startsWith('42/trade,')).map((frame) => JSON.parse(frame.slice(9)));
    await holds(() => messages.length >= sent.length, 'every frame');

    expect(messages).toEqual(sent);
    expect(server.opened[0]).toMatch(/^\/trade\.csgoempire\.com\/s\/\?EIO=4&transport=websocket/);
  });

  it('of CSGOEmpire are read by its connector', async () => {
    server = await playCsgoempire();
    const sink = collectFeed('csgoempire');
    const read = () => sink.runs.find(({ rows }) => rows > 0);
    await holds(() => read() !== undefined, 'the end of the connection');

    expect(read()).toMatchObject({ outcome: 'retry', rejected: 0 });
    expect(sink.records.length).toBeGreaterThan(500);
  });

  it('of ShadowPay arrive whole', async () => {
    const text = textOf('shadowpay/ws-offers-derived-1.json');
    const { result } = JSON.parse(text);
    server = await createFrameServer(
      () => undefined,
      (sentText, socket) => {
        const { id, params } = JSON.parse(sentText);
        if (params.token === 'jwt')
          socket.send(`{"id":${id},"result":{"client":"a","version":"2.8.6"}}\n${JSON.stringify(JSON.parse(text))}`);
      },
    );
    const messages = listening({
      dialect: { name: 'centrifugo', protocol: 1 },
      url: 'wss://ws.shadowpay.com/connection/websocket',
      join: () => [],
      ...{ token: () => 'jwt' },
    });
    await holds(() => messages.length > 0, 'the frame');

    expect(messages).toEqual([{ channel: 'offers', data: result.data.data }]);
    expect(result.data.data.offers).toHaveLength(1400);
  });

  it('of ShadowPay are read by its connector', async () => {
    const push = JSON.stringify(JSON.parse(textOf('shadowpay/ws-offers-derived-1.json')));
    server = await createFrameServer(
      () => undefined,
      (sentText, socket) => {
        const { id } = JSON.parse(sentText);
        socket.send(`{"id":${id},"result":{}}`);
        if (id === 1) socket.send(push);
      },
    );
    const sink = collectFeed('shadowpay');
    await holds(() => sink.records.length >= 1386, 'its offers');

    // 14 more have names that are in no catalogue
    expect(countsByGame(sink.records)).toEqual({ CS2: 1250, Dota2: 52, Rust: 84 });
  });

  it.each(['ws-listing-update-1', 'ws-listing-update-2-trimmed', 'ws-listing-delete-1'])(
    'of backpack.tf arrive whole: %s',
    async (file) => {
      const text = textOf(`backpack-tf/${file}.json`);
      server = await createFrameServer((socket) => socket.send(text));
      const messages = listening({ dialect: { name: 'json' }, url: 'wss://ws.backpack.tf/events', join: () => [] });
      await holds(() => messages.length > 0, 'the frame');

      expect(messages).toEqual([JSON.parse(text)]);
    },
  );
});
