import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import postgres from 'postgres';
import { afterEach, describe, expect } from 'vitest';
import { ResumingReader } from '../support/client/resuming-readers.ts';
import { startNats } from '../support/cluster/nats-server.ts';
import { killAll, type ServedProcess, serve } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { testLimitMs } from '../support/runner/limits.ts';
import { extent } from '../support/runner/long-run.ts';
import { needing } from '../support/runner/needs.ts';
import { seededNumbers } from '../support/runner/seed.ts';
import { startPostgres } from '../support/servers/postgres-server.ts';
import { clock, startBusyMarket } from '../support/stage/busy-market.ts';
import { until } from '../support/time/until.ts';

// KILLS=20 for a form in between
const kills = extent({ short: 2, long: Number(process.env['KILLS'] ?? 100) });
const chance = seededNumbers();
const timeout = testLimitMs('system') + kills * 60_000;

type Message = { readonly epoch: string; readonly sequence: number; readonly type: string };

type SinkServer = {
  readonly environment: Readonly<Record<string, string>>;
  readonly kill: () => Promise<void>;
  readonly begin: () => Promise<void>;
  /** How many messages it has; rejects while it is down. */
  readonly count: () => Promise<number>;
  /** All of them in the order in which they were added, as far as it has one. */
  readonly messages: () => Promise<readonly Message[]>;
  readonly stop: () => Promise<void>;
};

async function postgresServer(): Promise<SinkServer> {
  const server = await startPostgres();
  const ask = async (text: string) => {
    const sql = postgres(server.url, { max: 1, connect_timeout: 5, onnotice: () => {} });
    return await sql.unsafe(text).finally(() => sql.end({ timeout: 0 }));
  };
  return {
    ...server,
    environment: { SINKS_POSTGRES_URL: server.url },
    count: async () => Number((await ask('SELECT count(*) FROM itemtape.messages'))[0]?.['count']),
    messages: async () =>
      (await ask('SELECT message FROM itemtape.messages ORDER BY sequence')).map(({ message }) => message),
    stop: server.kill,
  };
}

async function natsServer(): Promise<SinkServer> {
  const server = await startNats();
  const stream = 'itemtape-messages';
  const withManager = async <Found>(
    read: (manager: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<Found>,
  ) => {
    const connection = await connect({ servers: server.url, maxReconnectAttempts: 0 });
    try {
      return await read(await jetstreamManager(connection));
    } finally {
      await connection.close();
    }
  };
  return {
    ...server,
    environment: { SINKS_NATS_SERVERS: server.url },
    count: () => withManager(async (manager) => (await manager.streams.info(stream)).state.messages),
    messages: () =>
      withManager(async (manager) => {
        const { state } = await manager.streams.info(stream);
        const found: Message[] = [];
        for (let seq = state.first_seq; seq <= state.last_seq; seq += 1)
          found.push((await manager.streams.getMessage(stream, { seq }))?.json() ?? expect.fail());
        return found;
      }),
  };
}

/** A service with a busy marketplace, whose messages go to a sink. */
class SinkingService {
  readonly folder = testFolder('sinking');
  readonly #environment: Readonly<Record<string, string>>;
  readonly #relay: string;
  #now: ServedProcess;
  origin = '';
  key = '';

  private constructor(relay: string, environment: Readonly<Record<string, string>>) {
    this.#relay = relay;
    this.#environment = environment;
    this.#now = this.#serve();
  }

  static async start(relay: string, sink: SinkServer): Promise<SinkingService> {
    const service = new SinkingService(relay, {
      COLLECT_CONNECTORS: join(import.meta.dirname, '..', 'support', 'connectors'),
      COLLECT_ONLY: 'BusyMarket',
      ...sink.environment,
    });
    service.origin = await service.#now.origin;
    service.key = await service.#now.firstKey();
    return service;
  }

  readonly address = (): string => `${this.origin.replace('http', 'ws')}/ws/v2/offers?apiKey=${this.key}`;

  #serve(): ServedProcess {
    return serve({ folder: this.folder, relay: this.#relay, environment: this.#environment });
  }

  async kill(): Promise<void> {
    this.#now.child.kill('SIGKILL');
    await this.#now.ended;
  }

  async begin(): Promise<void> {
    this.#now = this.#serve();
    this.origin = await this.#now.origin;
  }

  async behind(): Promise<number> {
    const metrics = await (await fetch(`${this.origin}/metrics`)).text();
    return Number(/^itemtape_sink_behind_records\{.+\} (\d+)$/m.exec(metrics)?.[1] ?? Number.NaN);
  }

  /** Everything on the tape, on the channels that sinks get by default. */
  async onTape(): Promise<readonly Message[]> {
    const query = 'channels=offers,sales,buyOrders,prices,sources,gaps&events=Added,Updated,Removed';
    const reply = await fetch(`${this.origin}/tape/changes?${query}`, { headers: { 'x-api-key': this.key } });
    const lines = (await reply.text()).trimEnd().split('\n');
    // The last one says how far they reach
    return lines.slice(0, -1).map((line) => JSON.parse(line));
  }

  async stop(): Promise<void> {
    expect(await this.#now.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  }
}

afterEach(killAll);

/** Kills service and sink in turn in the middle of thousands of changes, then compares what both have. */
async function expectExactlyOnce(sink: SinkServer): Promise<void> {
  let published = 0;
  const market = await startBusyMarket(() => published);
  const service = await SinkingService.start(market.origin, sink);
  const pace = new ResumingReader(service.address, [clock], ({ priceUSD }) => {
    published = Math.round(priceUSD * 100);
  });
  const more = async (by: number) => {
    const before = await until('the sink to answer', () => sink.count().catch(() => undefined));
    await until(
      'more messages in the sink',
      async () => (await sink.count().catch(() => 0)) >= before + by,
      () => before,
    );
  };
  await more(100);
  for (let killed = 0; killed < kills; killed += 1) {
    await more(100 + Math.round(chance() * 200));
    const victim = killed % 2 === 0 ? service : sink;
    await wait(chance() * 300);
    await victim.kill();
    await wait(chance() * 500);
    await victim.begin();
  }
  await more(100);
  market.rest();
  await until('the sink to have everything', async () => (await service.behind()) === 0);

  const stored = await sink.messages();
  const last = stored.at(-1)?.sequence ?? 0;
  const onTape = await service.onTape();
  const positions = (messages: readonly Message[]) => messages.map(({ epoch, sequence }) => `${epoch}:${sequence}`);
  expect(stored.length).toBeGreaterThan(kills * 100);
  expect(positions(stored)).toEqual(positions(onTape.filter(({ sequence }) => sequence <= last)));
  expect(stored).toEqual(onTape.slice(0, stored.length));
  // Some more may have come of the source itself
  expect(onTape.slice(stored.length).filter(({ type }) => type === 'offer' || type === 'sale')).toEqual([]);
  await service.stop();
  await pace.stop();
  await market.close();
  await sink.stop();
}

describe(`over ${kills} kills of the service and of the sink in turn, each message of the tape is once in`, () => {
  needing('postgres').it('a PostgreSQL database', async () => await expectExactlyOnce(await postgresServer()), {
    timeout,
  });

  needing('nats-server').it('a stream of NATS', async () => await expectExactlyOnce(await natsServer()), { timeout });
});
