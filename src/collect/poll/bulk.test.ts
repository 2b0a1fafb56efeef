import Type from 'typebox';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Collecting,
  collecting,
  createRecordingSink,
  type RecordingSink,
} from '../../../test/support/collect/collecting.ts';
import { priceList, priceRows, veryLong } from '../../../test/support/collect/tiny-sources.ts';

let here: Collecting;
afterEach(() => here.stop());

/** When the records were generated, where that was before they arrived. */
const datesOf = ({ stamps }: RecordingSink) => new Set(stamps.map(({ at, asOf }) => (asOf === at ? undefined : asOf)));

const answering = (count: number) => () => ({ body: { items: priceRows(count) } });

describe('a complete list', () => {
  it('gives its records, and what it omits is gone as of the time the request was sent', async () => {
    here = await collecting({ sources: [priceList()] });
    here.server.play(answering(2500));
    const startedAt = here.clock.now();
    here.collector.start();
    await here.ran(1);

    expect(here.sink.records).toHaveLength(2500);
    expect(here.sink.records[1]).toMatchObject({
      kind: 'quote',
      name: 'Case 2',
      lowest: { amount: 1010, currency: 'USD' },
    });
    const made = { asOf: startedAt, earliest: startedAt - 300_000 };
    expect(here.sink.sweeps).toEqual([
      { marketplaceId: 3, game: 'CS2', kinds: ['quote'], seenBefore: startedAt, at: startedAt, ...made },
    ]);
  });

  it.each([
    ['its own word', { made: -120 }, {}, -120],
    ['a clock of theirs that is ahead', { made: 600 }, {}, 0],
    ['another unit, as if it were very old', { made: -1e9 }, {}, -86_400],
    ['the age of a copy', {}, { age: '90' }, -90],
    ['the older of both', { made: -60 }, { age: '90' }, -90],
    ['no word of it', {}, { age: 'unknown' }, 0],
  ])('speaks of the instant at which it was made, by %s', async (_, about: { made?: number }, headers, seconds) => {
    const madeAt = (payload: unknown) => {
      const { made } = payload as { made?: number };
      return made === undefined ? null : here.clock.now() + made * 1000;
    };
    here = await collecting({ sources: [priceList({ madeAt })] });
    here.server.play(() => ({ headers: headers as Record<string, string>, body: { ...about, items: priceRows(3) } }));
    const startedAt = here.clock.now();
    here.collector.start();
    await here.ran(1);

    expect(here.sink.sweeps).toMatchObject([{ seenBefore: startedAt + seconds * 1000 }]);
    expect(here.sink.sweeps[0]?.asOf).toBe(here.sink.sweeps[0]?.seenBefore);
    expect(datesOf(here.sink)).toEqual(new Set([seconds < 0 ? startedAt + seconds * 1000 : undefined]));
  });

  it.each([
    ['as it may be, where nothing is said', {}, -300],
    ['as the copy says', { age: '90' }, -90],
    ['as a fresh copy says', { age: '0' }, 0],
  ])('that is given out for a while is as old %s', async (_, headers, seconds) => {
    here = await collecting({ sources: [priceList({ cachedSeconds: 300 })] });
    here.server.play((_request, index) =>
      index === 0
        ? { headers: { etag: '"v1"', ...headers }, body: { items: priceRows(3) } }
        : { status: 304, headers: headers as Record<string, string> },
    );
    const startedAt = here.clock.now();
    here.collector.start();
    await here.ran(1);
    await here.next();

    expect(here.sink.sweeps).toMatchObject([{ seenBefore: startedAt + seconds * 1000 }]);
    expect(datesOf(here.sink)).toEqual(new Set([seconds < 0 ? startedAt + seconds * 1000 : undefined]));
    const { at, asOf = at } = here.sink.confirmed[0] ?? { at: 0 };
    expect([here.sink.confirmed.length, asOf - at]).toEqual([1, seconds * 1000]);
  });

  it('confirms no more than its own date when a 304 says that it is unchanged', async () => {
    const madeAt = (payload: unknown) => (payload as { made: number }).made;
    here = await collecting({ sources: [priceList({ madeAt })] });
    const made = here.clock.now() - 30_000;
    here.server.play((_, index) =>
      index === 0 ? { headers: { etag: '"v1"' }, body: { made, items: priceRows(3) } } : { status: 304 },
    );
    here.collector.start();
    await here.ran(1);
    await here.next();

    expect(here.sink.confirmed).toMatchObject([{ asOf: made, at: here.clock.now() }]);
  });

  it('removes nothing when it is shrunken, until the third in a row', async () => {
    here = await collecting({ sources: [priceList()] });
    here.server.play(answering(100));
    here.collector.start();
    await here.ran(1);
    here.server.play(answering(49));
    const shrunken = [await here.next(), await here.next()];
    const { state } = here.collector.health()[0] ?? {};
    const sweepsBefore = here.sink.sweeps.length;
    const believed = await here.next();

    expect(shrunken.map(({ outcome }) => outcome)).toEqual(['shrunk', 'shrunk']);
    expect(state).toBe('shrunk');
    expect(sweepsBefore).toBe(1);
    expect(here.sink.records).toHaveLength(100 + 3 * 49);
    expect(believed.outcome).toBe('read');
    expect(here.sink.sweeps).toHaveLength(2);
  });

  it('forgets the doubt when a full list comes between', async () => {
    here = await collecting({ sources: [priceList()] });
    const counts = [100, 10, 10, 90, 10, 10];
    here.server.play((_, index) => answering(counts[index] ?? 0)());
    here.collector.start();
    await here.ran(1);
    for (let turn = 1; turn < counts.length; turn += 1) await here.next();

    expect(here.sink.runs.map(({ outcome }) => outcome)).toEqual([
      'read',
      'shrunk',
      'shrunk',
      'read',
      'shrunk',
      'shrunk',
    ]);
  });

  it('of a handful of rows can halve, but not become empty', async () => {
    here = await collecting({ sources: [priceList()] });
    const counts = [9, 2, 0, 1];
    here.server.play((_, index) => answering(counts[index] ?? 0)());
    here.collector.start();
    await here.ran(1);
    for (let turn = 1; turn < counts.length; turn += 1) await here.next();

    expect(here.sink.runs.map(({ outcome }) => outcome)).toEqual(['read', 'read', 'shrunk', 'read']);
  });

  it('is measured against the count before the start', async () => {
    here = await collecting({ sources: [priceList()], lastReading: () => ({ rows: 1000, priced: null }) });
    here.server.play(answering(400));
    here.collector.start();

    expect(await here.ran(1)).toMatchObject({ outcome: 'shrunk', rows: 400 });
  });

  it('is doubted when it is empty and no earlier count is known', async () => {
    here = await collecting({ sources: [priceList()] });
    here.server.play(answering(0));
    here.collector.start();

    expect(await here.ran(1)).toMatchObject({ outcome: 'shrunk', rows: 0 });
    expect(here.sink.sweeps).toEqual([]);
  });

  it('is "changed" when more than a twentieth of the rows is rejected; the rest is used and nothing removed', async () => {
    here = await collecting({ sources: [priceList()] });
    here.server.play(() => ({ body: { items: [...priceRows(18), { name: 'Odd', cents: 'many' }] } }));
    here.collector.start();
    const run = await here.ran(1);

    expect(run).toMatchObject({ outcome: 'changed', rows: 19, rejected: 1 });
    expect(run.detail).toMatch(/1 of 19 rows rejected; \/cents .*"Odd"/);
    expect(here.sink.records).toHaveLength(18);
    expect(here.sink.sweeps).toEqual([]);
  });

  it('passes when a twentieth of the rows is rejected', async () => {
    here = await collecting({ sources: [priceList()] });
    here.server.play(() => ({ body: { items: [...priceRows(19), { name: 'Odd', cents: 'many' }] } }));
    here.collector.start();

    expect(await here.ran(1)).toMatchObject({ outcome: 'read', rows: 20, rejected: 1 });
  });

  it('is "changed" when what surrounds the rows is not as declared, and nothing of it is used', async () => {
    const envelope = Type.Object({ success: Type.Literal(true), items: Type.Array(Type.Unknown()) });
    here = await collecting({ sources: [priceList({ envelope })] });
    here.server.play((_, index) => ({ body: { success: index === 0, items: priceRows(3) } }));
    here.collector.start();
    const first = await here.ran(1);
    const second = await here.next();

    expect(first.outcome).toBe('read');
    expect(second).toMatchObject({ outcome: 'changed', rows: 0 });
    expect(second.detail).toContain('/success');
    expect(here.sink.records).toHaveLength(3);
  });

  it('is requested with the ETag and date of the last full reading; a 304 confirms it', async () => {
    here = await collecting({ sources: [priceList()] });
    const headers = { etag: '"v1"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' };
    here.server.play((request) =>
      request.headers['if-none-match'] === '"v1"' ? { status: 304 } : { headers, body: { items: priceRows(3) } },
    );
    here.collector.start();
    await here.ran(1);
    const second = await here.next();

    expect(second).toMatchObject({ outcome: 'unchanged', rows: 0 });
    expect(here.server.requests[1]?.headers['if-modified-since']).toBe(headers['last-modified']);
    const at = here.clock.now();
    expect(here.sink.confirmed).toEqual([
      { marketplaceId: 3, game: 'CS2', kinds: ['quote'], at, asOf: at, source: 'prices' },
    ]);
    expect(here.collector.health()[0]?.state).toBe('live');
  });

  it('confirms nothing with a 304 to an unconditional request', async () => {
    here = await collecting({ sources: [priceList()] });
    here.server.play(() => ({ status: 304 }));
    here.collector.start();
    const first = await here.ran(1);

    expect(first).toMatchObject({
      outcome: 'retry',
      detail: expect.stringContaining('answered 304; says "not modified"'),
    });
    expect(here.sink.confirmed).toEqual([]);
    expect(here.collector.health()[0]?.state).not.toBe('live');
  });

  it('is not requested conditionally after a doubtful list', async () => {
    here = await collecting({ sources: [priceList()], lastReading: () => ({ rows: 1000, priced: null }) });
    here.server.play(() => ({ headers: { etag: '"v1"' }, body: { items: priceRows(3) } }));
    here.collector.start();
    await here.ran(1);
    await here.next();
    const third = await here.next();

    expect(here.server.requests[2]?.headers['if-none-match']).toBeUndefined();
    expect(third.outcome).toBe('read');
  });

  it('with a date that cannot be read is as old as its answer', async () => {
    here = await collecting({ sources: [priceList({ madeAt: () => Number.NaN })] });
    here.server.play(answering(3));
    here.collector.start();
    const run = await here.ran(1);

    expect(here.sink.sweeps).toMatchObject([{ seenBefore: run.startedAt }]);
  });

  it('is "unchanged" when the same bytes come again, and is then confirmed', async () => {
    here = await collecting({ sources: [priceList()] });
    here.server.play(answering(3));
    here.collector.start();
    await here.ran(1);
    const second = await here.next();

    expect(second.outcome).toBe('unchanged');
    expect(here.sink.records).toHaveLength(3);
    expect(here.sink.confirmed).toHaveLength(1);
  });

  it('waits for the sink before it continues reading', async () => {
    const sink = createRecordingSink();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const batches: number[] = [];
    const take = async (records: readonly unknown[]) => {
      batches.push(records.length);
      await held;
    };
    here = await collecting({ sources: [priceList()], sink: { ...sink, take } });
    here.server.play(answering(120));
    here.collector.start();
    while (batches.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const whileHeld = [...batches];
    release();
    await here.ran(1);

    expect(whileHeld).toEqual([50]);
    expect(batches).toEqual([50, 50, 20]);
  });

  it('is retried when the sink fails, which is not blamed on the marketplace', async () => {
    const sink = { ...createRecordingSink(), take: () => Promise.reject(new Error('disk full')) };
    here = await collecting({ sources: [priceList()], sink });
    here.server.play(answering(3));
    here.collector.start();
    const run = await here.ran(1);

    expect(run).toMatchObject({ outcome: 'retry', detail: 'could not be used: disk full' });
  });
});

describe('a list that is too long to be held as a whole', () => {
  const madeAt = (payload: unknown) => (payload as { made?: number }).made ?? null;

  it('gives its records, and what it omits is gone', async () => {
    here = await collecting({ sources: [priceList()] });
    here.server.play(() => ({ body: veryLong({ items: priceRows(2500) }) }));
    here.collector.start();

    expect(await here.ran(1)).toMatchObject({ outcome: 'read', rows: 2500 });
    expect(here.sink.records).toHaveLength(2500);
    expect(here.sink.sweeps).toHaveLength(1);
  });

  it('with its date after the rows sweeps by that date, although the rows were dated on arrival', async () => {
    here = await collecting({ sources: [priceList({ madeAt })] });
    const made = here.clock.now() - 30_000;
    here.server.play(() => ({ body: veryLong({ items: priceRows(300), made }) }));
    here.collector.start();
    await here.ran(1);

    expect(datesOf(here.sink)).toEqual(new Set([undefined]));
    expect(here.sink.sweeps).toMatchObject([{ seenBefore: made }]);
  });

  it('has been used when it turns out that what surrounds the rows is not as declared, but removes nothing', async () => {
    here = await collecting({ sources: [priceList({ envelope: Type.Object({ success: Type.Literal(true) }) })] });
    here.server.play(() => ({ body: veryLong({ items: priceRows(300), success: false }) }));
    here.collector.start();

    expect(await here.ran(1)).toMatchObject({ outcome: 'changed', rows: 300 });
    expect(here.sink.records).toHaveLength(300);
    expect(here.sink.sweeps).toEqual([]);
  });

  it('is retried when it ends in the middle', async () => {
    here = await collecting({ sources: [priceList()] });
    here.server.play(() => ({ body: veryLong({ items: priceRows(300) }).subarray(0, -5) }));
    here.collector.start();

    expect(await here.ran(1)).toMatchObject({ outcome: 'retry' });
    expect(here.sink.sweeps).toEqual([]);
  });
});

describe('a list in parts', () => {
  const inParts = priceList({
    request: () => ({ url: 'https://tiny.test/index' }),
    parts: (index) => (index as { files: string[] }).files.map((file) => ({ url: `https://tiny.test/${file}` })),
  });
  const files = ['a', 'b', 'c'];

  it('is complete when all parts were read', async () => {
    here = await collecting({ sources: [inParts] });
    here.server.play(({ url }) => ({ body: url.endsWith('/index') ? { files } : { items: priceRows(10) } }));
    here.collector.start();

    expect(await here.ran(1)).toMatchObject({ outcome: 'read', rows: 30 });
    expect(here.sink.sweeps).toHaveLength(1);
    expect(here.collector.health()[0]?.requests).toBe(4);
  });

  it('resumes at the part that failed', async () => {
    here = await collecting({ sources: [inParts] });
    let failures = 1;
    here.server.play(({ url }) => {
      if (url.endsWith('/index')) return { body: { files } };
      return url.endsWith('/b') && failures-- > 0 ? { status: 503 } : { body: { items: priceRows(10) } };
    });
    here.collector.start();
    const first = await here.ran(1);
    const sweepsBefore = here.sink.sweeps.length;
    const second = await here.next();

    expect(first.outcome).toBe('retry');
    expect(sweepsBefore).toBe(0);
    expect(second).toMatchObject({ outcome: 'read', rows: 30 });
    expect(here.server.requests.map(({ url }) => url.at(-1))).toEqual(['x', 'a', 'b', 'b', 'c']);
    expect(here.sink.sweeps[0]?.seenBefore).toBe(first.startedAt);
  });

  it('starts again when a part is gone', async () => {
    here = await collecting({ sources: [inParts] });
    here.server.play(({ url }) => (url.endsWith('/index') ? { body: { files } } : { status: 404 }));
    here.collector.start();
    await here.ran(1);
    await here.next();

    expect(here.server.requests.map(({ url }) => url.split('/').at(-1))).toEqual(['index', 'a', 'index', 'a']);
  });
});
