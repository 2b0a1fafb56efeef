import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stageItems } from '../../../test/support/stage/stage-items.ts';
import { createHandClock, type HandClock, settle } from '../../../test/support/time/hand-clock.ts';
import { holds } from '../../../test/support/time/until.ts';
import { createHttpClient, type HttpClient } from '../../collect/request/http-client.ts';
import { defaultLimits } from '../../collect/request/response-body.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { noPrices, type Rate } from '../../schema/index.ts';
import { createWorld } from '../../stage/market/create-world.ts';
import { dollarsPerRef, refPerKey } from '../../stage/market/tf2-worth.ts';
import { backpackTf } from '../../stage/players/feeds/backpack-tf.ts';
import { stnTf } from '../../stage/players/lookups/stn-tf.ts';
import { pricedb } from '../../stage/players/rates.ts';
import { type Stage, startStage } from '../../stage/server.ts';
import { KeyRateLoader } from './key-rates.ts';

const minute = 60_000;

let clock: HandClock;
let stage: Stage;
let ask: HttpClient;
let rates: ExchangeRates;
let loader: KeyRateLoader;
let secrets: Record<string, string>;
let bookKey: number | null;
let stored: Rate[];
let moves: number;
let logged: string[];
let usdPerRef: number;

beforeEach(async () => {
  clock = createHandClock();
  const world = createWorld({ seed: 1, startedAt: clock.now(), items: stageItems });
  usdPerRef = dollarsPerRef(world);
  stage = await startStage({ world, players: [backpackTf, stnTf, pricedb], now: clock.now });
  ask = createHttpClient({
    relay: stage.origin,
    limits: defaultLimits,
    userAgent: 'test',
    clock: { ...systemClock, now: clock.now },
  });
  rates = new ExchangeRates({ now: clock.now });
  secrets = { BACKPACK_TF_KEY: 'backpack-key-secret', STN_TF_KEY: 'stn-key-secret' };
  bookKey = null;
  stored = [];
  moves = 0;
  logged = [];
  loader = new KeyRateLoader({
    ask: ask.send,
    secrets: (name) => secrets[name] ?? null,
    keyInDollars: () => bookKey,
    rates,
    keep: (rows) => void stored.push(...rows),
    moved: async () => {
      moves += 1;
    },
    clock,
    log: createLog({ level: 'info', format: 'json', write: (line) => void logged.push(line) }),
  });
});
afterEach(async () => {
  await loader.stop();
  ask.close();
  await stage.close();
});

const oneKey = () => rates.toPrices({ amount: 1_000_000, currency: 'TF2' });
const oneRef = () => rates.toPrices({ amount: 18, currency: 'TF2' });
const sources = () => rates.current().map(({ currency, source }) => `${currency} ${source}`);

describe('the worth of keys and metal', () => {
  it('is that of backpack.tf in both, with a key for it', async () => {
    await loader.turn();

    expect(sources()).toEqual(['KEY backpack.tf', 'REF backpack.tf']);
    expect(oneKey().USD).toBeCloseTo(refPerKey * usdPerRef * 1000, -1);
    expect(oneRef().USD).toBe(Math.round(usdPerRef * 1000));
    expect(stored).toEqual(rates.current());
    expect(stage.requests('pricedb').count).toBe(0);
    expect(logged.join('\n')).not.toContain('secret');
  });

  it('without a key is that of PriceDB in metal, with the dollar price of the book', async () => {
    secrets = {};
    bookKey = 1.8;
    await loader.turn();

    expect(sources()).toEqual(['KEY book and pricedb.io', 'REF book and pricedb.io']);
    expect(oneKey().USD).toBe(1800);
    expect((oneKey().USD ?? 0) / (oneRef().USD ?? 1)).toBeCloseTo(refPerKey, -1);
    expect(stage.requests('backpack-tf').count + stage.requests('stn-tf').count).toBe(0);
  });

  it('is that of STN.tf in metal when the others do not answer', async () => {
    bookKey = 2;
    stage.setFault('backpack-tf', { kind: 'status', status: 500 });
    stage.setFault('pricedb', { kind: 'html', status: 200 });
    await loader.turn();

    expect(sources()).toEqual(['KEY book and stn.tf', 'REF book and stn.tf']);
    expect(oneRef().USD).toBe(34);
  });

  it('is unknown until there is a dollar price, and known as soon as the book has one', async () => {
    secrets = {};
    await loader.turn();
    expect(oneKey()).toEqual(noPrices);
    expect(moves).toBe(0);

    bookKey = 1.8;
    await clock.advance(minute);
    await loader.turn();
    expect(oneKey().USD).toBe(1800);
    expect(moves).toBe(1);
    expect(stage.requests('pricedb').count).toBe(1);
  });

  it('is read and accepted after a clock that ran ahead was set right', async () => {
    await loader.turn();
    const right = clock.now();
    clock.set(right + 1_440 * minute);
    await clock.advance(61 * minute);
    await loader.turn();
    expect(rates.current()[0]?.ratedAt).toBeGreaterThan(right + 1_440 * minute);

    clock.set(right + 61 * minute);
    await clock.advance(61 * minute);
    await loader.turn();
    expect(stage.requests('backpack-tf').count).toBe(3);
    expect(rates.current().map(({ ratedAt }) => ratedAt <= clock.now())).toEqual([true, true]);
    expect(logged.join('\n')).not.toContain('refused');
  });

  it('is read again within a minute after a machine has slept until it lapsed', async () => {
    await loader.start();
    clock.set(clock.now() + 49 * 60 * minute);
    expect(oneKey()).toEqual(noPrices);

    await clock.advance(minute);
    await holds(() => oneKey().USD !== null, 'the worth of keys');
    expect(stage.requests('backpack-tf').count).toBe(2);
  });

  it('keeps the last good rates of two days, and is unknown afterwards', async () => {
    await loader.turn();
    const before = oneKey().USD;
    stage.setFault('*', { kind: 'dead' });

    await clock.advance(47 * 60 * minute);
    await loader.turn();
    expect(oneKey().USD).toBe(before);
    expect(moves).toBe(1);

    await clock.advance(61 * minute);
    await loader.turn();
    expect(oneKey()).toEqual(noPrices);
    expect(moves).toBe(2);
    expect(logged.join('\n')).toContain('not read');
  });

  it('is ignored where it is absurd, in itself or against the last good rate', async () => {
    secrets = {};
    bookKey = 50;
    await loader.turn();
    expect(rates.current()).toEqual([]);
    expect(logged.join('\n')).toContain('a key cannot cost 50 dollars');

    bookKey = 2;
    await clock.advance(60 * minute);
    await loader.turn();
    bookKey = 3;
    await clock.advance(60 * minute);
    await loader.turn();
    expect(oneKey().USD).toBe(2000);
    expect(logged.join('\n')).toContain('more than 20 % off');
  });

  it('changes, and reconverts all prices, only for a noticeable change', async () => {
    secrets = {};
    for (const [dollars, expected, inForce] of [
      [2, 1, 2_000],
      [2.006, 1, 2_000],
      [2.012, 2, 2_012],
      [2.1, 3, 2_100],
    ] as const) {
      bookKey = dollars;
      await loader.turn();
      expect(moves).toBe(expected);
      expect(oneKey().USD).toBe(inForce);
      await clock.advance(60 * minute);
    }
  });

  it('is requested at the start, then every hour, and after five minutes if nobody answered', async () => {
    await loader.start();
    await settle();
    expect([stage.requests('backpack-tf').count, clock.untilNext()]).toEqual([1, minute]);
    await clock.advance(59 * minute);
    expect(stage.requests('backpack-tf').count).toBe(1);

    stage.setFault('*', { kind: 'status', status: 503 });
    await clock.advance(minute);
    await holds(() => stage.requests('stn-tf').count === 1 && clock.untilNext() === minute, 'the round after an hour');
    await clock.advance(4 * minute);
    expect(stage.requests('stn-tf').count).toBe(1);
    await clock.advance(minute);
    await holds(() => stage.requests('stn-tf').count === 2, 'the round after five minutes');
  });
});
