import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting } from '../../../test/support/collect/collecting.ts';
import { priceList, priceRows } from '../../../test/support/collect/tiny-sources.ts';
import type { ScriptedReply } from '../../../test/support/servers/scripted-server.ts';
import type { SourceHealth } from './health.ts';

const minute = 60_000;

let here: Collecting;
afterEach(() => here.stop());

const secret = { env: 'TINY_KEY', about: 'from the site', carry: { in: 'header', name: 'x-key' } } as const;
const good = { body: { items: priceRows(3) } };
const page = '<!DOCTYPE html><html><head><title>Just a moment</title></head></html>';

async function begin(
  reply: ScriptedReply,
  setup: { withKey?: boolean; source?: Parameters<typeof priceList>[0] } = {},
) {
  const source = { ...setup.source, ...(setup.withKey && { credential: secret.env }) };
  here = await collecting({
    sources: [priceList(source)],
    connector: { credentials: [secret] },
    secrets: { TINY_KEY: 'k-12345678' },
  });
  here.server.play(() => reply);
  here.collector.start();
  const run = await here.ran(1);
  return {
    run,
    health: here.collector.health()[0] as SourceHealth,
    asksIn: waitOf(here.collector.health()[0]?.nextAskAt),
  };
}

const waitOf = (at: number | null | undefined): number | null => (at == null ? null : at - here.clock.now());

describe('what an answer means', () => {
  it('is "retry" when the body exceeds the limit, and no more of it is read', async () => {
    const source = { decode: (text: string) => JSON.parse(text) };
    const { health } = await begin({ body: ' '.repeat(140 * 2 ** 20), encoding: 'gzip' }, { source });

    expect(health.lastOutcome).toBe('retry');
    expect(health.detail).toContain('the body is larger than 134217728 bytes, the limit for all but lists');
  });

  it('is "changed" when the refusal found in it is not an outcome', async () => {
    const words: Readonly<Record<string, 'limited'>> = { LIMIT: 'limited' };
    const refusal = (payload: unknown) => words[(payload as { code: string }).code] ?? null;
    const { health } = await begin({ body: { code: 'constructor', items: [] } }, { source: { refusal } });

    expect(health).toMatchObject({ state: 'changed', lastOutcome: 'changed' });
    expect(health.detail).toContain('the refusal found in it is not an outcome');
  });

  it('explains a fault in few words, however many the answer has', async () => {
    const refusal = (payload: unknown) => ('code' in (payload as { items: object }).items ? 'limited' : null);
    const { health } = await begin({ body: { items: 'x'.repeat(1_000_000) } }, { source: { refusal } });

    expect(health.lastOutcome).toBe('changed');
    expect(health.detail?.length).toBeLessThan(2_000);
  });

  it('is "read" when rows were read, and the next request comes after the interval', async () => {
    const { run, health, asksIn } = await begin(good);

    expect(run).toMatchObject({
      outcome: 'read',
      rows: 3,
      rejected: 0,
      detail: null,
      marketplaceId: 3,
      source: 'prices',
    });
    expect(health).toMatchObject({ state: 'live', lastOutcome: 'read', requests: 1, rows: 3 });
    expect(asksIn).toBeGreaterThanOrEqual(minute);
    expect(asksIn).toBeLessThanOrEqual(1.05 * minute);
  });

  it.each([408, 425, 500, 502, 503, 504, 520])('is "retry" at %i, and retries within a second', async (status) => {
    const { run, asksIn } = await begin({ status, body: 'upstream' });

    expect(run.outcome).toBe('retry');
    expect(asksIn).toBe(500);
  });

  it('doubles the back-off with every failure in a row up to five minutes, and is "down" after three', async () => {
    await begin({ status: 500 });
    const waits: (number | null)[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      waits.push(waitOf(here.collector.health()[0]?.nextAskAt));
      await here.next();
    }

    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 150_000, 150_000]);
    expect(here.collector.health()[0]?.state).toBe('down');
  });

  it('keeps a source live whose request failed once', async () => {
    await begin(good);
    here.server.play(() => ({ status: 500 }));
    await here.next();

    expect(here.collector.health()[0]).toMatchObject({ state: 'live', lastOutcome: 'retry' });
  });

  it('goes back to the ordinary interval after a failure', async () => {
    await begin({ status: 500 });
    here.server.play(() => good);
    await here.next();

    expect(waitOf(here.collector.health()[0]?.nextAskAt)).toBeGreaterThanOrEqual(minute);
  });

  it.each([429, 418])('is "limited" at %i, and holds the budget for one window', async (status) => {
    const { run, health, asksIn } = await begin({ status, body: 'null' });

    expect(run.outcome).toBe('limited');
    expect(health.state).toBe('limited');
    expect(asksIn).toBe(1000);
  });

  it.each([
    [404, 'gone', 'the address may have changed'],
    [410, 'retired', 'the marketplace no longer serves this call'],
  ])('of %i is "%s", which is said at once', async (status, outcome, words) => {
    const { run, health } = await begin({ status, body: 'no such thing' });

    expect(run.outcome).toBe(outcome);
    expect(health).toMatchObject({ state: 'changed', lastReadAt: null });
    expect(health.detail).toContain(`answered ${status}; no such thing; ${words}`);
  });

  it.each([401, 403])(
    'is "refused" at %i with a credential: the source stops and names the variable',
    async (status) => {
      const { run, health, asksIn } = await begin({ status, body: { error: 'bad key' } }, { withKey: true });

      expect(run.outcome).toBe('refused');
      expect(health.state).toBe('refused');
      expect(health.detail).toContain('check TINY_KEY');
      expect(asksIn).toBeNull();
      expect(here.clock.untilNext()).toBeNull();
    },
  );

  it.each([401, 403])('is "blocked" at %i without a credential, 15 min doubling to 6 h', async (status) => {
    const { run, health } = await begin({ status, body: 'no' });
    const waits: (number | null)[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      waits.push(waitOf(here.collector.health()[0]?.nextAskAt));
      await here.next();
    }

    expect(run.outcome).toBe('blocked');
    expect(health.state).toBe('blocked');
    expect(waits.map((wait) => (wait ?? 0) / minute)).toEqual([15, 30, 60, 120, 240, 360, 360]);
  });

  it('is "blocked" when a firewall shows a page, with or without a credential', async () => {
    const { run } = await begin(
      { status: 403, headers: { 'content-type': 'text/html' }, body: page },
      { withKey: true },
    );

    expect(run.outcome).toBe('blocked');
    expect(run.detail).toContain('page "Just a moment"');
  });

  it('is "blocked" when HTML comes instead of JSON', async () => {
    const { run } = await begin({ body: page });

    expect(run.outcome).toBe('blocked');
  });

  it.each([400, 406, 422])('is "changed" at %i: the request is no longer understood', async (status) => {
    const { run, health } = await begin({ status, body: { message: 'bad request' } });

    expect(run.outcome).toBe('changed');
    expect(health.detail).toContain(`answered ${status}; {"message":"bad request"}`);
  });

  it('follows what the source says of a status', async () => {
    const { run } = await begin({ status: 403 }, { withKey: true, source: { outcomes: { 403: 'limited' } } });

    expect(run.outcome).toBe('limited');
  });

  it('finds a refusal inside a 200', async () => {
    const refusal = (payload: unknown) => (JSON.stringify(payload).includes('slow down') ? 'limited' : null);
    const { run } = await begin({ body: { error: 'slow down' } }, { source: { refusal } });

    expect(run.outcome).toBe('limited');
    expect(run.detail).toContain('slow down');
  });

  it('is "retry" at JSON that stops in the middle', async () => {
    const { run } = await begin({ body: '{"items":[{"name":"Case 1","cents":1},{"na' });

    expect(run.outcome).toBe('retry');
  });

  it('is "changed" when there are no rows where they should be', async () => {
    const { run } = await begin({ body: { results: [] } });

    expect(run.outcome).toBe('changed');
    expect(run.detail).toContain('at "items"');
  });

  it('shows the age of a source that is not heard of for three intervals', async () => {
    here = await collecting({ sources: [priceList()], limits: { headSeconds: 3600 } });
    here.server.play((_, index) => (index === 0 ? good : { write: () => {} }));
    here.collector.start();
    await here.ran(1);
    await here.clock.advance(4 * minute);

    expect(here.collector.health()[0]?.state).toBe('stale');
  });
});

describe('Retry-After', () => {
  it('holds the budget for the seconds it names', async () => {
    const { asksIn } = await begin({ status: 429, headers: { 'retry-after': '77' } });

    expect(asksIn).toBe(77_000);
  });

  it('holds the budget until the Unix time it names', async () => {
    const at = String(Date.UTC(2026, 0, 1, 0, 10) / 1000);
    const { asksIn } = await begin({ status: 429, headers: { 'retry-after': at } });

    expect(asksIn).toBe(10 * minute);
  });

  it('holds the budget until the date it names', async () => {
    const { asksIn } = await begin({ status: 429, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:10:00 GMT' } });

    expect(asksIn).toBe(10 * minute);
  });

  it('holds the budget for a day at most', async () => {
    const { asksIn } = await begin({ status: 429, headers: { 'retry-after': '864000' } });

    expect(asksIn).toBe(24 * 60 * minute);
  });

  it('lengthens a back-off', async () => {
    const { asksIn } = await begin({ status: 503, headers: { 'retry-after': '120' } });

    expect(asksIn).toBe(2 * minute);
  });

  it('doubles the hold when none is named, and starts again after a good answer', async () => {
    await begin({ status: 429 });
    const waits: (number | null)[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await here.next();
      waits.push(waitOf(here.collector.health()[0]?.nextAskAt));
    }
    here.server.play(() => good);
    await here.next();
    here.server.play(() => ({ status: 429 }));
    await here.next();

    expect(waits).toEqual([2000, 4000, 8000]);
    expect(waitOf(here.collector.health()[0]?.nextAskAt)).toBe(1000);
  });
});

describe('what a source that has changed shows', () => {
  it('is a sample of it in health and in one warning, until it reads well again', async () => {
    await begin({ body: { items: [{ name: 'Case', price: 100, token: 'abc' }] } });
    const [changed] = here.collector.health();
    await here.next();
    const warnings = here.logged.filter((line) => line.startsWith('source changed'));
    here.server.play(() => ({ status: 500 }));
    await here.next();
    const [failing] = here.collector.health();
    here.server.play(() => good);
    await here.next();

    const row = '{"name":"Case","price":100,"token":"[removed]"}';
    expect(changed).toMatchObject({ state: 'changed', sample: [{ row, reason: expect.stringContaining('cents') }] });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('[removed]');
    expect(failing).toMatchObject({ state: 'changed', sample: [{ row }] });
    expect(here.collector.health()[0]).toMatchObject({ state: 'live', sample: [] });
  });

  it.each([
    ['rows that are not where they were', { body: { results: [{ name: 'Case' }] } }, '{"results":[{"name":"Case"}]}'],
    ['a text that is not JSON', { body: 'items: Case' }, 'items: Case'],
  ])('is what came, where it is %s', async (_, reply, row) => {
    const { health } = await begin(reply);

    expect(health).toMatchObject({ state: 'changed', sample: [{ row }] });
  });

  it('is what its budget has been used for', async () => {
    const { health } = await begin(good);

    expect(health.budget).toEqual({ name: 'all', requests: 1000, perSeconds: 1, used: 1, heldUntil: null });
    here.server.play(() => ({ status: 429, headers: { 'retry-after': '60' } }));
    await here.next();
    expect(here.collector.health()[0]?.budget.heldUntil).toBe(here.clock.now() + minute);
  });
});
