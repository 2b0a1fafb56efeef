import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stageItems } from '../../../test/support/stage/stage-items.ts';
import { createHandClock, type HandClock } from '../../../test/support/time/hand-clock.ts';
import { holds } from '../../../test/support/time/until.ts';
import { createHttpClient, type HttpClient } from '../../collect/request/http-client.ts';
import { defaultLimits } from '../../collect/request/response-body.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { isPublic, type Rate } from '../../schema/index.ts';
import type { Fault } from '../../stage/faults.ts';
import { createWorld } from '../../stage/market/create-world.ts';
import type { Player } from '../../stage/player.ts';
import { cbr, ecb } from '../../stage/players/rates.ts';
import { type Stage, startStage } from '../../stage/server.ts';
import { RateLoader } from './rate-loader.ts';

const minute = 60_000;

let clock: HandClock;
let stage: Stage;
let ask: HttpClient;
let rates: ExchangeRates;
let loader: RateLoader;
let stored: Rate[];
let logged: string[];
let moves: (number | null)[];
/** Factor between the rates of the Bank of Russia and the real ones. */
let bend: number;

// Only the agreement of the two banks is checked, so one of them has to be able to be wrong
const bentCbr: Player = {
  ...cbr,
  answer: (request, world) =>
    cbr.answer(request, {
      ...world,
      rates: { ...world.rates, EUR: world.rates.EUR * bend, CNY: world.rates.CNY * bend },
    }),
};

beforeEach(async () => {
  clock = createHandClock();
  const world = createWorld({ seed: 1, startedAt: clock.now(), items: stageItems });
  stage = await startStage({ world, players: [ecb, bentCbr], now: clock.now });
  ask = createHttpClient({
    relay: stage.origin,
    limits: defaultLimits,
    userAgent: 'test',
    clock: { ...systemClock, now: clock.now },
  });
  rates = new ExchangeRates({ now: clock.now });
  stored = [];
  logged = [];
  moves = [];
  bend = 1;
  const log = createLog({ level: 'info', format: 'json', write: (line) => void logged.push(line) });
  loader = new RateLoader({
    ask: ask.send,
    rates,
    keep: (rows) => void stored.push(...rows),
    moved: async () => void moves.push(rates.toPrices({ amount: 10_000, currency: 'USD' }).RUB),
    clock,
    log,
  });
});
afterEach(async () => {
  await loader.stop();
  ask.close();
  await stage.close();
});

const allSources = () => Object.fromEntries(rates.current().map(({ currency, source }) => [currency, source]));
/** Of the currencies that prices are shown in. */
const sources = () => Object.fromEntries(Object.entries(allSources()).filter(([currency]) => isPublic(currency)));
const tenDollars = () => rates.toPrices({ amount: 10_000, currency: 'USD' });

describe('loading exchange rates', () => {
  it('uses euro and yuan from the European Central Bank and roubles from the Bank of Russia, and stores them', async () => {
    expect(await loader.load()).toBe(true);

    expect(sources()).toEqual({ EUR: 'ecb', CNY: 'ecb', RUB: 'cbr' });
    expect(tenDollars()).toEqual({ USD: 10_000, EUR: 8706, CNY: 69_992, RUB: 813_374 });
    expect(stored).toEqual(rates.current());
  });

  it('uses the rates of both for all other currencies, those of the European Central Bank first', async () => {
    await loader.load();
    expect(allSources()).toMatchObject({ PLN: 'ecb', GBP: 'ecb', JPY: 'ecb', KZT: 'cbr' });
    expect(rates.toPrices({ amount: 42_265, currency: 'PLN' }).EUR).toBe(10_000);
    expect(logged.some((line) => line.includes('"currencies":"KZT"'))).toBe(true);
  });

  it('uses the Bank of Russia for the others too while the European Central Bank cannot be reached', async () => {
    stage.setFault('ecb', { kind: 'dead' });
    await loader.load();
    expect(allSources()).toMatchObject({ GBP: 'cbr', KZT: 'cbr' });
    stage.clearFaults();
    await loader.load();
    expect(allSources()).toMatchObject({ GBP: 'ecb', KZT: 'cbr' });
  });

  it('reports changed rates once', async () => {
    await loader.load();
    expect(moves).toEqual([813_374]);
    await loader.load();
    expect(moves).toHaveLength(1);
    // The worth of keys changes every few minutes and has its own loader
    rates.accept([{ currency: 'KEY', perUsd: 0.5, ratedAt: clock.now(), source: 'made up' }]);
    await loader.load();
    expect(moves).toHaveLength(1);

    stage.setFault('*', { kind: 'dead' });
    await clock.advance(20 * 24 * 60 * minute);
    await loader.load();
    expect(moves).toEqual([813_374, null]);
  });

  it.each<Fault>([
    { kind: 'status', status: 500 },
    { kind: 'limited' },
    { kind: 'html', status: 200 },
    { kind: 'truncated', isAbrupt: true },
    { kind: 'dead' },
  ])('keeps the last good rates when both banks answer with %j', async (fault) => {
    await loader.load();
    const before = rates.current();
    const kinds = stored.length;
    stage.setFault('*', fault);

    expect(await loader.load()).toBe(false);
    expect(rates.current()).toEqual(before);
    expect(stored).toHaveLength(kinds);
    expect(logged.slice(-2).map((line) => JSON.parse(line).publisher)).toEqual(
      expect.arrayContaining(['European Central Bank', 'Bank of Russia']),
    );
  });

  it('keeps the last good rate of a currency that is missing in half a table', async () => {
    await loader.load();
    const before = tenDollars();
    stage.setFault('*', { kind: 'truncated' });
    await loader.load();

    expect(tenDollars()).toEqual(before);
  });

  it('falls back to cross rates of the Bank of Russia', async () => {
    stage.setFault('ecb', { kind: 'dead' });
    expect(await loader.load()).toBe(false);
    expect(sources()).toEqual({ EUR: 'cbr', CNY: 'cbr', RUB: 'cbr' });
    expect(tenDollars().EUR).toBeCloseTo(8706, -1);

    // Rates can only be replaced by rates of the same day or a later one
    stage.clearFaults();
    await clock.advance(40 * 60 * minute);
    expect(await loader.load()).toBe(true);
    expect(sources()).toEqual({ EUR: 'ecb', CNY: 'ecb', RUB: 'cbr' });
  });

  it('ignores roubles if the two banks disagree by more than 2 per cent', async () => {
    bend = 1.03;
    await loader.load();
    expect(sources()).toEqual({ EUR: 'ecb', CNY: 'ecb' });
    expect(logged.join('\n')).toContain('disagree');

    bend = 1.01;
    await loader.load();
    expect(sources()).toEqual({ EUR: 'ecb', CNY: 'ecb', RUB: 'cbr' });
  });

  it('has requested rates once when its start resolves, and again after an hour', async () => {
    await loader.start();
    expect(sources()).toEqual({ EUR: 'ecb', CNY: 'ecb', RUB: 'cbr' });
    await clock.advance(59 * minute);
    expect(stage.requests('ecb').count).toBe(1);

    await clock.advance(minute);
    await holds(() => stage.requests('ecb').count === 2 && clock.untilNext() !== null, 'a second question');
  });

  it.each([7, -7])('requests rates within a minute when the clock jumps by %i days, as after a sleep', async (days) => {
    await loader.start();
    clock.set(clock.now() + days * 24 * 60 * minute);
    await clock.advance(minute);
    await holds(() => stage.requests('ecb').count === 2 && clock.untilNext() !== null, 'a second question');
    await clock.advance(58 * minute);
    expect(stage.requests('ecb').count).toBe(2);
  });

  it('requests rates again after five minutes when a bank did not answer', async () => {
    stage.setFault('cbr', { kind: 'status', status: 503 });
    await loader.start();
    await clock.advance(4 * minute);
    expect(stage.requests('cbr').count).toBe(1);

    await clock.advance(minute);
    await holds(() => stage.requests('cbr').count === 2, 'a second question');
  });

  it('stops even while a bank does not answer', async () => {
    stage.setFault('ecb', { kind: 'silent' });
    const started = loader.start();
    await holds(() => stage.requests('ecb').count === 1, 'the question');
    await loader.stop();

    await started;
    expect(clock.untilNext()).toBeNull();
    expect(logged.join('\n')).not.toContain('European Central Bank');
  });
});
