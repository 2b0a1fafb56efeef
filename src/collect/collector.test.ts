import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting, createRecordingSink } from '../../test/support/collect/collecting.ts';
import { itemOffers, offerPages, offerRows, priceList, priceRows } from '../../test/support/collect/tiny-sources.ts';
import { holds } from '../../test/support/time/until.ts';
import type { Credential, Source, WireRequest } from '../contract/connector.ts';
import type { Sink } from './sink.ts';

let here: Collecting;
afterEach(() => here.stop());

const key: Credential = { env: 'TINY_KEY', about: 'Make one in the settings.', carry: { in: 'header', name: 'x-key' } };
const good = () => ({ body: { items: priceRows(3) } });
const states = () => here.collector.health().map(({ source, state }) => `${source} ${state}`);

describe('a collector', () => {
  it('shows every source of every game before the first request', async () => {
    here = await collecting({
      sources: [priceList(), itemOffers({ games: ['CS2'] })],
      connector: { games: ['CS2', 'Rust'] },
    });
    const shown = here.collector
      .health()
      .map(({ source, game, state, lastAskedAt }) => [source, game, state, lastAskedAt]);

    expect(shown).toEqual([
      ['prices', 'CS2', 'starting', null],
      ['prices', 'Rust', 'starting', null],
      ['offers', 'CS2', 'starting', null],
    ]);
  });

  it('spreads the first requests', async () => {
    const names = ['a', 'b', 'c', 'd'];
    here = await collecting({ sources: names.map((name) => priceList({ name })), spreadSeconds: 8 });
    here.server.play(good);
    here.collector.start();
    const delays = here.collector.health().map(({ nextAskAt }) => (nextAskAt ?? 0) - here.clock.now());

    expect(delays).toEqual([1000, 3000, 5000, 7000]);
    expect(here.server.requests).toHaveLength(0);
  });

  it('lets sources of one budget wait for one another', async () => {
    const budgets = { all: { requests: 1, perSeconds: 10, scope: 'ip' } } as const;
    here = await collecting({ sources: [priceList({ name: 'a' }), priceList({ name: 'b' })], connector: { budgets } });
    here.server.play(good);
    here.collector.start();
    await here.ran(1);
    const first = here.server.requests.length;
    await here.clock.advance(10_000);
    const early = here.server.requests.length;
    await here.clock.advance(1);
    await here.ran(2);

    expect([first, early]).toEqual([1, 1]);
  });

  it('follows no redirect once another node reads the marketplace', async () => {
    let mayAsk = true;
    here = await collecting({ sources: [priceList()], mayAsk: () => mayAsk });
    here.server.play(() => {
      mayAsk = false;
      return { status: 302, headers: { location: '/elsewhere' } };
    });
    here.collector.start();
    await here.ran(1);

    expect(here.server.requests).toHaveLength(1);
  });

  it('shows every source of a held budget as limited, and until when', async () => {
    here = await collecting({ sources: [priceList({ name: 'a' }), priceList({ name: 'b' })], spreadSeconds: 20 });
    here.server.play(() => ({ status: 429, headers: { 'retry-after': '600' } }));
    here.collector.start();
    await here.clock.advance(6000);
    await here.ran(1);
    await here.clock.advance(60_000);

    expect(states()).toEqual(['a limited', 'b limited']);
    expect(here.server.requests).toHaveLength(1);
    expect(here.collector.health()[1]?.nextAskAt).toBeGreaterThanOrEqual(here.clock.now() + 500_000);
  });

  it('tries again where a signature was refused, since it contains the time of a clock that may be wrong', async () => {
    const sign = (request: WireRequest, _: string, now: number) => ({ ...request, headers: { 'x-date': `${now}` } });
    here = await collecting({
      sources: [priceList({ credential: key.env })],
      connector: { credentials: [{ ...key, carry: { in: 'signature', sign } }] },
      secrets: { TINY_KEY: 'k-12345678' },
    });
    const right = here.clock.now();
    here.clock.set(right + 600_000);
    here.server.play(({ headers }) =>
      Math.abs(Number(headers['x-date']) - here.clock.elapsed()) < 60_000 ? good() : { status: 401 },
    );
    here.collector.start();
    await here.ran(1);
    expect(states()).toEqual(['prices refused']);
    expect(here.collector.health()[0]?.detail).toContain('check TINY_KEY');

    here.clock.set(here.clock.elapsed());
    await here.clock.advance(14 * 60_000);
    expect(here.server.requests).toHaveLength(1);
    await here.clock.advance(60_000);
    await here.ran(2);
    expect(states()).toEqual(['prices live']);
  });

  it('stops every source of a credential that was refused, and only those', async () => {
    const sources = [
      priceList({ name: 'a', credential: key.env }),
      priceList({ name: 'b', credential: key.env }),
      priceList({ name: 'c' }),
    ];
    here = await collecting({
      sources,
      connector: { credentials: [key] },
      secrets: { TINY_KEY: 'k-12345678' },
      spreadSeconds: 30,
    });
    here.server.play(({ headers }) => (headers['x-key'] === undefined ? good() : { status: 401 }));
    here.collector.start();
    for (let turn = 0; turn < 5; turn += 1) {
      await here.clock.advance(10_000);
      await holds(() => here.server.openCount() === 0);
    }
    await holds(() => here.sink.runs.length >= 2);

    expect(states()).toEqual(['a refused', 'b refused', 'c live']);
    expect(here.server.requests.filter(({ headers }) => headers['x-key'] === 'k-12345678')).toHaveLength(1);
    expect(here.collector.health()[1]?.detail).toContain('check TINY_KEY');
  });

  it('leaves off a source without its credential, and names the variable', async () => {
    here = await collecting({ sources: [priceList({ credential: key.env })], connector: { credentials: [key] } });
    here.collector.start();
    await here.clock.advance(600_000);

    expect(here.collector.health()[0]).toMatchObject({
      state: 'off',
      missingCredential: 'TINY_KEY',
      detail: 'needs TINY_KEY: Make one in the settings.',
      nextAskAt: null,
    });
    expect(here.server.requests).toEqual([]);
  });

  it('leaves inferred sources off until they are enabled, and disabled ones off', async () => {
    const sources = [
      priceList({ name: 'a', evidence: 'inferred' }),
      priceList({ name: 'b', evidence: 'inferred' }),
      priceList({ name: 'c' }),
    ];
    const isOn = (_: string, source: string) => (source === 'b' ? true : source === 'c' ? false : null);
    here = await collecting({ sources, isOn });

    expect(states()).toEqual(['a off', 'b starting', 'c off']);
  });

  it.each([-1, 1])('keeps its pace when the clock is set by %i hour', async (hours) => {
    here = await collecting({
      sources: [priceList(), itemOffers()],
      connector: { budgets: { all: { requests: 1, perSeconds: 20, scope: 'ip' } } },
      names: () => ['Case', 'Key'],
    });
    here.server.play(({ url }) => (url.includes('item') ? { body: { items: offerRows('Case', [1]) } } : good()));
    const times: number[] = [];
    here.collector.start();
    for (let seen = 0; seen < 12; seen = here.server.requests.length) {
      if (seen === 6) here.clock.set(here.clock.now() + hours * 3_600_000);
      await here.next();
      times.push(here.clock.elapsed());
      expect(states().every((state) => /live|starting/.test(state))).toBe(true);
      for (const { lastAskedAt, lastReadAt } of here.collector.health())
        expect(Math.max(lastAskedAt ?? 0, lastReadAt ?? 0)).toBeLessThanOrEqual(here.clock.now());
    }
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));

    expect(Math.max(...gaps)).toBeLessThanOrEqual(64_000);
    expect(here.collector.health().map(({ nextAskAt }) => (nextAskAt ?? 0) - here.clock.now() < 600_000)).toEqual([
      true,
      true,
    ]);
  });

  it('ends what is in progress when it stops', async () => {
    here = await collecting({
      sources: [priceList(), offerPages(), itemOffers()],
      names: () => ['Case'],
    });
    here.server.play(({ url }) =>
      url.includes('offers')
        ? { write: () => {} }
        : {
            write: (response) => {
              response.writeHead(200);
              response.write('{"items":[');
            },
          },
    );
    here.collector.start();
    await here.clock.advance(1);
    await holds(() => here.server.openCount() === 1);
    await here.collector.stop();
    await holds(() => here.server.openCount() === 0);

    expect(here.sink.runs).toEqual([]);
    expect(here.clock.untilNext()).toBeNull();
  });

  const long: readonly [string, (name: string) => Source, readonly object[]][] = [
    ['a list', (name: string) => priceList({ name }), priceRows(1000)],
    ['a list with its own decoding', (name: string) => priceList({ name, decode: JSON.parse }), priceRows(1000)],
    ['pages', (name: string) => offerPages({ name }), offerRows('Case', [...Array(1000).keys()])],
  ];
  it.each(long)('reads %s to the end in turn, however many others were due since', async (_, source, items) => {
    const names = [...'abcdefghij'];
    const sink = createRecordingSink();
    let takenByFirstEnd = 0;
    const ran: Sink['ran'] = (run) => {
      if (sink.runs.length === 0) takenByFirstEnd = sink.records.length;
      sink.ran(run);
    };
    here = await collecting({
      sources: names.map((name) => source(name)),
      connector: { budgets: { all: { requests: 1000, perSeconds: 1, scope: 'ip', atOnce: 10 } } },
      sink: { ...sink, ran },
      spreadSeconds: 10,
    });
    const held: ServerResponse[] = [];
    here.server.play(() => ({ write: (response) => held.push(response) }));
    here.collector.start();
    for (const at of names.keys()) {
      await here.clock.advance(1000);
      await holds(() => held.length > at);
    }
    for (const response of held) response.end(JSON.stringify({ items, next: null }));
    await holds(() => sink.runs.length > 0);

    expect(sink.runs[0]?.source).toBe('a');
    expect(takenByFirstEnd).toBeLessThan(4000);
  });

  it('says why a connector cannot be run', async () => {
    here = await collecting({ sources: [] });

    await expect(collecting({ sources: [priceList({ budget: 'none' })] })).rejects.toThrow(
      'skinport/prices names the budget "none", which its connector does not declare',
    );
  });
});

describe('a single request', () => {
  it('shows what was read, with the body, and stores nothing', async () => {
    here = await collecting({ sources: [priceList({ evidence: 'inferred' })] });
    here.server.play(good);
    const once = await here.collector.runOnce('skinport', 'prices', 'CS2');

    expect(once).toMatchObject({ outcome: 'read', rows: 3, rejected: 0, counts: { quote: 3 }, detail: null });
    expect(once.records[0]).toMatchObject({ name: 'Case 1' });
    expect(JSON.parse(once.body ?? '')).toEqual(good().body);
    expect(here.sink.records).toEqual([]);
    expect(here.sink.sweeps).toEqual([]);
  });

  it('requests the item that is named, or the first that can be requested', async () => {
    here = await collecting({ sources: [itemOffers()], names: () => ['First', 'Second'] });
    here.server.play(({ url }) => ({ body: { items: offerRows(url, [1]) } }));
    await here.collector.runOnce('skinport', 'offers', 'CS2', 'Named');
    await here.collector.runOnce('skinport', 'offers', 'CS2');

    expect(here.server.requests.map(({ url }) => url)).toEqual([
      '/tiny.test/item?name=Named',
      '/tiny.test/item?name=First',
    ]);
  });

  it('reads the first part of a list in parts', async () => {
    const source = priceList({
      request: () => ({ url: 'https://tiny.test/index' }),
      parts: () => [{ url: 'https://tiny.test/a' }],
    });
    here = await collecting({ sources: [source] });
    here.server.play(({ url }) => (url.endsWith('index') ? { body: { files: 1 } } : good()));

    expect(await here.collector.runOnce('skinport', 'prices', 'CS2')).toMatchObject({ outcome: 'read', rows: 3 });
  });

  it('says what is missing', async () => {
    here = await collecting({
      sources: [priceList({ credential: key.env }), itemOffers()],
      connector: { credentials: [key] },
    });
    const { runOnce } = here.collector;

    await expect(runOnce('skinport', 'prices', 'CS2')).rejects.toThrow('needs TINY_KEY: Make one in the settings.');
    await expect(runOnce('skinport', 'nothing', 'CS2')).rejects.toThrow('there is no source "skinport/nothing"');
    await expect(runOnce('skinport', 'offers', 'Rust')).rejects.toThrow('does not cover Rust');
    await expect(runOnce('skinport', 'offers', 'CS2')).rejects.toThrow(
      'none of the known items can be requested; name one',
    );
  });
});
