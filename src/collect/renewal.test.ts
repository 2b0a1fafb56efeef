import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting } from '../../test/support/collect/collecting.ts';
import { priceList, priceRows } from '../../test/support/collect/tiny-sources.ts';
import { holds } from '../../test/support/time/until.ts';
import { csfloat } from '../connectors/csfloat/index.ts';
import type { Budget, Connector, Credential } from '../contract/connector.ts';
import { createCollector } from './collector.ts';

let here: Collecting;
afterEach(() => here.stop());

const key: Credential = { env: 'TINY_KEY', about: 'Make one in the settings.', carry: { in: 'header', name: 'x-key' } };
const [first, second] = ['k-12345678', 'k-87654321'];
const good = () => ({ body: { items: priceRows(3) } });
const states = () => here.collector.health().map(({ source, state }) => `${source} ${state}`);
const keysSent = () => here.server.requests.map(({ headers }) => headers['x-key'] ?? null);

const open = async (more: Partial<Parameters<typeof collecting>[0]> = {}, budget: Partial<Budget> = {}) => {
  const budgets = { all: { requests: 1_000, perSeconds: 1, scope: 'ip', ...budget } } as const;
  const sources = [priceList({ credential: key.env })];
  here = await collecting({ sources, connector: { credentials: [key], budgets }, ...more });
  here.server.play(good);
  here.collector.start();
};

/** Restarts what has changed, and lets it make requests. */
const renew = async () => {
  const renewed = await here.collector.renew();
  await here.clock.advance(1_000);
  return renewed;
};

describe('a collector whose credentials change', () => {
  it('starts a source that had none, while the others continue unchanged', async () => {
    const other: Connector = {
      slug: 'dmarket',
      games: ['CS2'],
      credentials: [],
      budgets: { all: { requests: 1_000, perSeconds: 1, scope: 'ip' } },
      sources: [priceList({ name: 'others' })],
    };
    await open({ others: [other] });
    await here.ran(1);
    expect(states()).toEqual(['prices off', 'others live']);

    here.give({ TINY_KEY: first });
    expect(await renew()).toEqual(['skinport']);
    await here.ran(2);
    expect(states()).toEqual(['prices live', 'others live']);
    expect(keysSent()).toEqual([null, first]);
    // Nothing has changed since
    expect(await renew()).toEqual([]);
  });

  it('makes requests with the new one where the former was refused', async () => {
    await open({ secrets: { TINY_KEY: first } });
    here.server.play(({ headers }) => (headers['x-key'] === second ? good() : { status: 401 }));
    await here.ran(1);
    expect(states()).toEqual(['prices refused']);

    here.give({ TINY_KEY: second });
    await renew();
    await here.ran(2);
    expect(states()).toEqual(['prices live']);
    expect(keysSent()).toEqual([first, second]);
  });

  it('stops a source whose credential was removed, and its requests in progress', async () => {
    await open({ secrets: { TINY_KEY: first } });
    here.server.play(() => ({ write: () => {} }));
    await here.clock.advance(1);
    await holds(() => here.server.openCount() === 1);
    here.give({});
    await renew();

    expect(states()).toEqual(['prices off']);
    expect(here.collector.health()[0]?.missingCredential).toBe('TINY_KEY');
    await holds(() => here.server.openCount() === 0);
    expect(here.sink.runs).toEqual([]);
  });

  it.each([
    ['still counts what was asked before, where a marketplace counts by address', 'ip', 1],
    ['counts anew where it counts by key', 'key', 2],
  ] as const)('%s', async (_, scope, requestCount) => {
    await open({ secrets: { TINY_KEY: first } }, { requests: 1, perSeconds: 600, scope });
    await here.ran(1);
    here.give({ TINY_KEY: second });
    await renew();
    if (requestCount === 2) await here.ran(2);
    expect(here.server.requests).toHaveLength(requestCount);
    await here.clock.advance(600_000);
    await here.ran(requestCount + 1);
    expect(keysSent().at(-1)).toBe(second);
  });

  it('reports no gap for a list that was read in time all the same', async () => {
    await open({ secrets: { TINY_KEY: first } });
    await here.ran(1);
    here.give({ TINY_KEY: second });
    await renew();
    await here.ran(2);

    expect(here.sink.gaps).toEqual([]);
    expect(here.collector.completeness()[0]?.completeness?.at).toBe(here.sink.runs[1]?.startedAt);
  });

  it('continues unchanged where the new proxy setting is invalid', async () => {
    await open();
    const given = new Map([['CSFLOAT_KEY', first]]);
    const collector = createCollector({
      userAgent: 'test',
      connectors: [csfloat],
      secrets: (name) => given.get(name) ?? null,
      sink: here.sink,
      random: () => 0.5,
      clock: here.clock,
      relay: null,
      log: { debug: () => undefined },
      names: () => [],
      valueOf: () => null,
      marketplaceItemId: () => null,
    });
    const before = collector.health();
    given.set('CSFLOAT_PROXY', 'nonsense');
    await expect(collector.renew()).rejects.toThrow('CSFLOAT_PROXY must be none');
    expect(collector.health()).toEqual(before);
    given.delete('CSFLOAT_PROXY');
    expect(await collector.renew()).toEqual([]);
    await collector.stop();
  });
});
