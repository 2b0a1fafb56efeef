import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { createSeededRandom } from '../../src/stage/market/seeded-random.ts';
import type { World } from '../../src/stage/market/world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { pythonEnvironment } from '../support/client/python.ts';
import { createUnkindProxy, type UnkindProxy } from '../support/network/unkind-proxy.ts';
import {
  createKey,
  fewMarketplaces,
  killAll,
  playedCredentials,
  type ServedProcess,
  serve,
} from '../support/processes/served-process.ts';
import { fewItems } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { extent } from '../support/runner/long-run.ts';
import { needing, programFor } from '../support/runner/needs.ts';
import { createScriptedServer } from '../support/servers/scripted-server.ts';
import { until } from '../support/time/until.ts';

const kills = extent({ short: 1, long: 20 });

type Received = { readonly epoch: string; readonly sequence: number };
type Subscription = Readonly<Record<string, unknown>>;
/** One run of the service between two kills: what an undisturbed reader of each subscription received. */
type Life = { readonly epoch: string; readonly from: number; readonly received: readonly Received[][] };

const subscriptions: readonly Subscription[] = [
  { events: ['Added', 'Updated', 'Removed'] },
  { games: ['CS2'], marketplaces: ['DMarket', 'CSGOEmpire', 'ShadowPay'], maxPriceUSD: 60 },
];

needing('python3-websockets').describe('the client in Python', () => {
  const folder = testFolder('python');
  const endings: (() => void)[] = [];
  let world: World;
  let stage: Stage;
  let key: string;
  let proxy: UnkindProxy;
  let service: ServedProcess;
  let ticking: NodeJS.Timeout;

  beforeAll(async () => {
    world = createWorld({ seed: 47, startedAt: Date.now(), items: fewItems });
    stage = await startStage({ world, players, now: Date.now });
    key = await createKey(folder);
    // A reader of few offers should not wait long for the next cut
    proxy = await createUnkindProxy(createSeededRandom(6), 12_000);
    ticking = setInterval(() => world.tick(Date.now()), 100);
  });
  afterAll(async () => {
    clearInterval(ticking);
    for (const end of endings) end();
    proxy?.close();
    await killAll();
    await stage?.close();
  });

  /** A reader that bypasses the proxy and does not use the client. */
  const follow = async (origin: string, subscription: Subscription, received: Received[]): Promise<Received> => {
    const { marketplaces = 'all', games = 'all', ...others } = subscription;
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/v2/offers?apiKey=${key}`);
    socket.on('error', () => {});
    await once(socket, 'open');
    socket.send(JSON.stringify({ subscribeTo: marketplaces, games, sequence: true, ...others }));
    const [first] = await once(socket, 'message');
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.type === 'offer') received.push(message);
    });
    return JSON.parse(String(first));
  };

  const begin = async (): Promise<Life> => {
    const more = { ...playedCredentials(), ...fewMarketplaces, STREAM_CONNECTIONS_PER_KEY: '50' };
    service = serve({ folder, relay: stage.origin, environment: more });
    const origin = await service.origin;
    const received = subscriptions.map((): Received[] => []);
    const began = await Promise.all(
      subscriptions.map((subscription, at) => follow(origin, subscription, received[at] ?? [])),
    );
    proxy.leadTo(Number(new URL(origin).port));
    return { epoch: began[0]?.epoch ?? '', from: Math.max(...began.map(({ sequence }) => sequence)), received };
  };

  /** The client in a separate process, through the proxy, from the beginning of a run. */
  const read = (subscription: Subscription, { epoch, from }: Life) => {
    const script = join(import.meta.dirname, '..', 'support', 'client', 'python-reader.py');
    const words = [script, proxy.origin, key, epoch, String(from), JSON.stringify(subscription)];
    const child = spawn(programFor('python3-websockets'), words, {
      env: pythonEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endings.push(() => child.kill('SIGKILL'));
    const output = {
      received: [] as Received[],
      losses: 0,
      answers: 0,
      isLive: false,
      failure: '',
      code: null as unknown,
    };
    child.stderr.on('data', (data) => {
      output.failure += data;
    });
    child.on('exit', (code) => {
      output.code = code;
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { offer, state, marketplaces } = JSON.parse(line);
      if (offer !== undefined) output.received.push(offer);
      if (marketplaces !== undefined) output.answers += 1;
      if (state !== undefined) output.isLive = state === 'live';
      if (state === 'waiting') output.losses += 1;
    });
    return output;
  };

  const lastOf = (received: readonly Received[] = []): number => received.at(-1)?.sequence ?? 0;

  it(`shows no gap and no duplicate over cuts, refusals and ${kills} kills`, async () => {
    const lives = [await begin()];
    const [first] = lives as [Life];
    const readers = subscriptions.map((subscription) => read(subscription, first));
    const isEnough = () =>
      readers.every(
        ({ losses, answers, received }) => losses > 2 && answers > 2 && received.length > 20 * lives.length,
      );
    for (;;) {
      proxy.beKind(false);
      const failed = () => readers.find(({ code }) => code !== null);
      await until(
        'disturbed readers',
        async () => isEnough() || failed(),
        () => readers.map(({ received, ...output }) => ({ received: received.length, ...output })),
      );
      expect(readers.map(({ failure }) => failure)).toEqual(readers.map(() => ''));
      proxy.beKind(true);
      await until('connected readers', async () => readers.every(({ isLive }) => isLive));
      if (lives.length > kills) break;
      service.child.kill('SIGKILL');
      proxy.leadTo(null);
      await service.ended;
      lives.push(await begin());
    }
    clearInterval(ticking);
    const last = lives.at(-1) as Life;
    await until('every reader to have received everything', async () =>
      readers.every(({ received }, at) => lastOf(received) === lastOf(last.received[at])),
    );

    for (const [at, { received, failure }] of readers.entries()) {
      expect(failure).toBe('');
      const sequences = received.map(({ sequence }) => sequence);
      expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
      for (const life of lives) {
        const wanted = (life.received[at] ?? []).filter(({ sequence }) => sequence > life.from);
        const end = lastOf(wanted);
        expect(received.filter(({ sequence }) => sequence > life.from && sequence <= end)).toEqual(wanted);
      }
    }
    expect(lives.map(({ epoch }) => epoch)).toEqual(lives.map(() => first.epoch));
  });

  it("raises the service's refusals, and a gap if missed messages are no longer kept", async () => {
    const origin = await service.origin;
    const script = `
import asyncio, sys
from itemtape import GapError, Position, Tape, TapeError

async def first(tape, **what):
    async for message in tape.messages(**what):
        return message["type"]

tape = Tape(sys.argv[1], sys.argv[2])
for ask in (
    lambda: Tape(sys.argv[1], "it_wrong").marketplaces(),
    lambda: tape.item("SkinPort", "CS2", "No such item"),
    lambda: asyncio.run(first(Tape(sys.argv[1], "it_wrong"))),
    lambda: asyncio.run(asyncio.wait_for(first(Tape(sys.argv[1].replace("http", "HTTP"), "it_wrong")), 20)),
    lambda: asyncio.run(first(tape, games="Chess")),
):
    try:
        print(ask())
    except TapeError as error:
        print(error.status, error.code)
try:
    asyncio.run(first(tape, resume=Position("elsewhere", 7)))
except GapError as gap:
    print(gap.after, gap.next is not None)
print(asyncio.run(first(tape, resume=Position("elsewhere", 7), gaps="continue")))
`;
    const out = execFileSync(programFor('python3-websockets'), ['-c', script, origin, key], {
      env: pythonEnvironment,
      encoding: 'utf8',
    });

    expect(out.trim().split('\n')).toEqual([
      '401 INVALID_API_KEY',
      '404 NOT_FOUND',
      '401 INVALID_API_KEY',
      '401 INVALID_API_KEY',
      'None INVALID_PARAMS',
      "Position(epoch='elsewhere', sequence=7) True",
      'subscribed',
    ]);
  });

  it("sends parameters in the service's spelling", async () => {
    const server = await createScriptedServer();
    server.play(() => ({ status: 200, body: {} }));
    const script = `
import sys
from datetime import datetime, timedelta, timezone
from itemtape import Tape

tape = Tape(sys.argv[1], "k")
noon = datetime(2026, 1, 31, 13, tzinfo=timezone(timedelta(hours=1)))
tape.candles("CS2", "x", from_=noon, to="2026-02-01")
tape.find_offers("CS2", stickers=["Crown (Foil)", "A, B"], paintSeeds=[1, 2])
tape.deals("CS2", from_=["SkinPort", "CSFloat"], sort="percent")
tape.ratio("CS2", amount=500, maxHoldDays=8)
`;
    // In a child process, as this one has to answer it
    const child = spawn(programFor('python3-websockets'), ['-c', script, server.origin], {
      env: pythonEnvironment,
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    const requested = server.requests.map(({ url }) => Object.fromEntries(new URL(url, server.origin).searchParams));
    await server.close();

    expect(code).toBe(0);
    expect(requested).toEqual([
      { game: 'CS2', name: 'x', from: '2026-01-31T12:00:00.000Z', to: '2026-02-01' },
      { game: 'CS2', stickers: 'Crown (Foil);A, B', paintSeeds: '1,2' },
      { game: 'CS2', from: 'SkinPort,CSFloat', sort: 'percent' },
      { game: 'CS2', amount: '500', maxHoldDays: '8' },
    ]);
  });

  it('soon repeats a replay that was refused as one too many, and requests none once it is live', async () => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    const subscribed: Subscription[] = [];
    const position = { epoch: 'e', sequence: 7 };
    const answers = [
      [{ type: 'error', code: 'TOO_MANY_REPLAYS', message: 'too many' }],
      [
        { type: 'subscribed', ...position, recovered: true },
        { type: 'replayEnd', live: true, ...position },
      ],
      [{ type: 'subscribed', ...position, recovered: true }],
    ];
    server.on('connection', (socket) => {
      socket.on('message', (data) => {
        const at = subscribed.push(JSON.parse(String(data))) - 1;
        for (const message of answers[at] ?? []) socket.send(JSON.stringify(message));
        if (at === 1) socket.close(1012);
      });
    });
    const script = `
import asyncio, sys
from itemtape import Tape

async def read():
    subscribed = 0
    async for message in Tape(sys.argv[1], "k").messages(replay={"from": "oldest"}, delays=(0.01, 0.01)):
        subscribed += message["type"] == "subscribed"
        if subscribed == 2:
            return

asyncio.run(asyncio.wait_for(read(), 20))
`;
    const { port } = server.address() as AddressInfo;
    const words = ['-c', script, `http://127.0.0.1:${port}`];
    const child = spawn(programFor('python3-websockets'), words, { env: pythonEnvironment, stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    server.close();

    expect(code).toBe(0);
    expect(subscribed.map(({ replay, resume }) => [replay, resume])).toEqual([
      [{ from: 'oldest' }, undefined],
      [{ from: 'oldest' }, undefined],
      [undefined, position],
    ]);
  });

  it('lists in its types only what exists', () => {
    const script = `
import typing, itemtape.answers as answers
told = [one for one in vars(answers).values() if typing.is_typeddict(one)]
print(len([typing.get_type_hints(one) for one in told]))
`;
    const out = execFileSync(programFor('python3-websockets'), ['-c', script], {
      env: pythonEnvironment,
      encoding: 'utf8',
    });

    expect(Number(out)).toBeGreaterThan(60);
  });
});
