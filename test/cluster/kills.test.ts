import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTape, type OfferMessage } from '#client';
import { games } from '../../src/schema/index.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { type NatsServer, startNats } from '../support/cluster/nats-server.ts';
import {
  createKey,
  fewMarketplaces,
  killAll,
  playedCredentials,
  readJson,
  type ServedProcess,
  serve,
} from '../support/processes/served-process.ts';
import { fewItems } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { extent } from '../support/runner/long-run.ts';
import { needing } from '../support/runner/needs.ts';
import { type ClickHouseHttp, startClickHouseHttp } from '../support/servers/clickhouse-http.ts';
import { until } from '../support/time/until.ts';

const rounds = extent({ short: 1, long: 10 });

type Position = { readonly epoch: string; readonly sequence: number };

needing('nats-server').describe('a cluster', () => {
  const root = testFolder('cluster');
  const world = createWorld({ seed: 47, startedAt: Date.now(), items: fewItems });
  let nats: NatsServer;
  let database: ClickHouseHttp;
  let stage: Stage;
  let key: string;
  let ticking: NodeJS.Timeout;

  const start = (name: string, roles: string): ServedProcess => {
    const folder = join(root, name);
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(root, 'keys', 'keys.json'), join(folder, 'keys.json'));
    const node = {
      CLUSTER_NATS: nats.url,
      STORE_URL: database.url,
      CLUSTER_ROLES: roles,
      STREAM_CONNECTIONS_PER_KEY: '50',
    };
    return serve({ folder, relay: stage.origin, environment: { ...playedCredentials(), ...fewMarketplaces, ...node } });
  };

  /** The node that waits from the next round on, if there is one. */
  const startNext = (round: number): ServedProcess | null =>
    round + 1 < rounds ? start(round % 2 === 0 ? 'one' : 'two', 'collect') : null;

  const isCollecting = (node: ServedProcess): Promise<string> =>
    node.line((line) => line.includes('tape lease acquired'));

  const positionOf = async (node: ServedProcess): Promise<Position> => {
    const socket = new WebSocket(`${(await node.origin).replace('http', 'ws')}/ws/v2/offers?apiKey=${key}`);
    await once(socket, 'open');
    socket.send(JSON.stringify({ subscribeTo: 'all', games: 'all', sequence: true }));
    const [first] = await once(socket, 'message');
    socket.close();
    return JSON.parse(String(first)) as Position;
  };

  /** The lines of a node's tape after a place, without the closing heartbeat. */
  const publishedAfter = async (
    node: ServedProcess,
    { epoch, sequence }: Position,
    limit = 5_000,
  ): Promise<string[]> => {
    const address = `${await node.origin}/tape/changes?after=${epoch}:${sequence}&limit=${limit}&events=Added,Updated,Removed`;
    const reply = await fetch(address, { headers: { 'x-api-key': key } });
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${reply.status}: ${text}`);
    return text.split('\n').filter((line) => line.includes('"offer"'));
  };

  const answersOf = async (node: ServedProcess): Promise<unknown[]> => {
    const origin = await node.origin;
    const queries = games.flatMap((game) => fewItems[game].map(({ name }) => ({ game, name })));
    return await Promise.all(
      queries.map(({ game, name }) =>
        readJson(`${origin}/v2/items/compare?game=${game}&name=${encodeURIComponent(name)}`, key).catch(
          (error: Error) => {
            // An item that no list has named yet
            if (error.message.includes('answered 404')) return null;
            throw error;
          },
        ),
      ),
    );
  };

  const hasRates = async (node: ServedProcess): Promise<boolean> =>
    !/"priceUSD":[\d.]+,"priceEUR":null/.test(JSON.stringify(await answersOf(node)));

  beforeAll(async () => {
    nats = await startNats();
    database = await startClickHouseHttp(join(root, 'clickhouse'));
    stage = await startStage({ world, players, now: Date.now });
    key = await createKey(join(root, 'keys'));
  });

  beforeEach(() => {
    ticking = setInterval(() => world.tick(Date.now()), 250);
  });

  afterEach(async () => {
    clearInterval(ticking);
    await killAll();
  });

  afterAll(async () => {
    await stage?.close();
    await database?.stop();
    await nats?.stop();
  });

  it('publishes the same on every node while collecting and storing nodes are killed and stopped', async () => {
    let collecting = start('one', 'collect');
    await isCollecting(collecting);
    let waiting = start('two', 'collect');
    const [left, right] = [start('left', 'serve'), start('right', 'serve')];
    let storing = start('store', 'store');
    const [leftOrigin] = await Promise.all([left.origin, right.origin]);
    const began = await until('the first message', async () => {
      const position = await positionOf(left);
      return position.sequence > 20 && position;
    });
    const received: OfferMessage[] = [];
    const ending = new AbortController();
    const reading = (async () => {
      const tape = createTape({ url: leftOrigin, key });
      const options = { signal: ending.signal, resume: began };
      const subscription = { events: ['Added', 'Updated', 'Removed'] as const };
      for await (const offer of tape.offers(subscription, options)) received.push(offer);
    })().catch((error: unknown) => error);
    for (let round = 0; round < rounds; round += 1) {
      const before = await positionOf(left);
      const stopped = collecting;
      stopped.child.kill(round % 2 === 0 ? 'SIGKILL' : 'SIGSTOP');
      storing.child.kill('SIGKILL');
      storing = start('store', 'store');
      await isCollecting(waiting);
      await until('a message from the next node', async () => (await positionOf(left)).sequence > before.sequence + 20);
      if (round % 2 === 1) {
        stopped.child.kill('SIGCONT');
        expect((await stopped.ended).code).not.toBe(0);
      }
      collecting = waiting;
      waiting = startNext(round) ?? waiting;
    }
    const known = async () => (await answersOf(left)).filter((answer) => answer !== null).length;
    await until('most items to be known', async () => (await known()) > 5);
    // Other nodes than the writing one look for rates in the database every few seconds
    await until('exchange rates', async () => (await hasRates(left)) && (await hasRates(right)));
    await until('the reader to receive something', async () => received.length > 0);
    clearInterval(ticking);
    ending.abort();
    await reading;

    const sequences = received.map(({ sequence = 0 }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    const last = sequences.at(-1) ?? 0;
    expect(last).toBeGreaterThan(began.sequence);
    const [ofLeft, ofRight] = [await publishedAfter(left, began), await publishedAfter(right, began)];
    const upTo = (lines: readonly string[]) => lines.filter((line) => JSON.parse(line).sequence <= last);
    expect(upTo(ofLeft)).toEqual(upTo(ofRight));
    expect(upTo(ofLeft).map((line) => JSON.parse(line).sequence)).toEqual(sequences);

    // Another node continues from the middle of what one node sent
    const middle = { epoch: began.epoch, sequence: sequences[Math.floor(sequences.length / 2)] ?? 0 };
    const onward = await publishedAfter(right, middle);
    expect(upTo(onward).map((line) => JSON.parse(line).sequence)).toEqual(
      sequences.filter((one) => one > middle.sequence),
    );

    // The tape stops once nothing is collected; a node started then has everything from the store and the tape
    await collecting.stop('SIGKILL');
    await waiting.stop('SIGKILL');
    const late = start('late', 'serve');
    await late.origin;
    await until('all nodes at the same position', async () => {
      const positions = await Promise.all([left, right, late].map(positionOf));
      return new Set(positions.map(({ sequence }) => sequence)).size === 1;
    });
    await until('exchange rates on the late node', () => hasRates(late));
    const answers = await answersOf(left);
    expect(await answersOf(right)).toEqual(answers);
    expect(await answersOf(late)).toEqual(answers);
    for (const node of [left, right, late, storing]) expect(await node.stop('SIGTERM')).toMatchObject({ code: 0 });
  });
});
