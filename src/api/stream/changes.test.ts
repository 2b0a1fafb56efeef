import { afterEach, describe, expect, it } from 'vitest';
import { type ServedStream, serveStream } from '../../../test/support/stream/served-stream.ts';
import { pricedOffer } from '../../../test/support/stream/stream-rig.ts';
import { holds } from '../../../test/support/time/until.ts';

const opened: ServedStream[] = [];

async function serve(change: Parameters<typeof serveStream>[0] = {}): Promise<ServedStream> {
  const served = await serveStream(change);
  opened.push(served);
  return served;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((served) => served.close()));
});

type Line = { readonly type: string; readonly [key: string]: unknown };

async function read(served: ServedStream, query = '', headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${served.port}/tape/changes${query}`, {
    headers: { 'x-api-key': served.key, 'accept-encoding': 'identity', ...headers },
  });
  const text = await response.text();
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line));
  return { response, text, lines };
}

const names = (lines: readonly Line[]): unknown[] =>
  lines.filter(({ type }) => type === 'offer').map((line) => String(line['id']).split(':').at(-1));

describe('GET /tape/changes', () => {
  it('starts at the oldest kept message, and ends with a heartbeat', async () => {
    const served = await serve();
    for (const id of ['a', 'b', 'c']) served.put([pricedOffer(id, 1_000)]);
    await holds(() => served.hub.served === served.hub.log.head && served.hub.served > 0, 'all to be told');
    const { response, lines, text } = await read(served);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(text.endsWith('\n')).toBe(true);
    expect(names(lines)).toEqual(['a', 'b', 'c']);
    expect(lines.at(-1)).toEqual({
      type: 'heartbeat',
      timestamp: expect.any(Number),
      epoch: 'served',
      sequence: served.hub.served,
      count: 3,
    });
  });

  it('filters by attributes of items, in JSON', async () => {
    const served = await serve();
    const knife = '★ Bayonet | Night (Field-Tested)';
    served.put([pricedOffer('rifle', 1_000), pricedOffer('knife', 1_000, { name: knife })]);
    await holds(() => served.hub.served === served.hub.log.head && served.hub.served > 0, 'all to be told');
    const of = (traits: string) => read(served, `?traits=${encodeURIComponent(traits)}`);

    expect(names((await of('{"kind":["knife","gloves"]}')).lines)).toEqual(['knife']);
    for (const wrong of ['knife', '{"kind":"knif"}', '["knife"]']) expect((await of(wrong)).response.status).toBe(400);
  });

  it('returns the messages of the stream', async () => {
    const served = await serve();
    const client = await served.connect();
    client.ask({ subscribeTo: 'all', games: 'all', sequence: true, events: ['Added', 'Updated', 'Removed'] });
    await client.next('subscribed');
    served.put([pricedOffer('a', 1_000), pricedOffer('b', 2_000)]);
    served.put([pricedOffer('a', 1_500)]);
    await holds(() => client.messages().filter(({ type }) => type === 'offer').length === 3, 'three offers');
    const { text } = await read(served, '?events=Added,Updated,Removed');

    expect(text.trimEnd().split('\n').slice(0, -1)).toEqual(client.texts.slice(1));
  });

  it('includes everything published, even if listeners were not sent it yet', async () => {
    const served = await serve({ hub: { gatherMs: 3_600_000 } });
    served.put([pricedOffer('a', 1_000)]);
    await holds(() => served.hub.served === served.hub.log.head && served.hub.served > 0, 'the first to be sent');
    served.put([pricedOffer('b', 1_000), pricedOffer('c', 1_000)]);
    const { lines } = await read(served);

    expect(names(lines)).toEqual(['a', 'b', 'c']);
    expect(lines.at(-1)?.['sequence']).toBe(served.hub.log.head);
    expect(served.hub.served).toBeLessThan(served.hub.log.head);
  });

  it('filters like the stream, and continues after a position', async () => {
    const served = await serve();
    served.put([pricedOffer('a', 1_000), pricedOffer('b', 1_000, { game: 'Rust' }), pricedOffer('c', 9_000)]);
    await holds(() => served.hub.served === served.hub.log.head && served.hub.served > 0, 'all to be told');
    const first = await read(served, '?games=CS2&maxPriceUSD=5');
    expect(names(first.lines)).toEqual(['a']);
    served.put([pricedOffer('d', 1_000), pricedOffer('e', 1_000)]);
    await holds(() => served.hub.served === served.hub.log.head, 'all to be told');
    const { epoch, sequence } = first.lines.at(-1) as Line;
    const second = await read(served, `?games=CS2&maxPriceUSD=5&after=${epoch}:${sequence}`);

    expect(names(second.lines)).toEqual(['d', 'e']);
    expect(names((await read(served, '?maxPriceUSD=5&limit=1000000000')).lines)).toEqual(['a', 'b', 'd', 'e']);
  });

  it('returns everything in pages with a limit', async () => {
    const served = await serve();
    const ids = Array.from({ length: 700 }, (_, at) => `o${at}`);
    for (const id of ids) served.put([pricedOffer(id, 1_000)]);
    await holds(() => served.hub.served === served.hub.log.head && served.hub.served > 0, 'all to be told');
    const received: unknown[] = [];
    let after = '';
    for (let part = 0; part < 4; part += 1) {
      const { lines } = await read(served, `?limit=300${after}`);
      expect(lines.at(-1)).toMatchObject({ type: 'heartbeat', count: lines.length - 1 });
      expect(lines.length).toBeLessThanOrEqual(301);
      received.push(...names(lines));
      after = `&after=${lines.at(-1)?.['epoch']}:${lines.at(-1)?.['sequence']}`;
    }

    expect(received).toEqual(ids);
  });

  it('is compressed for clients that accept it', async () => {
    const served = await serve();
    served.put([pricedOffer('a', 1_000)]);
    await holds(() => served.hub.served === served.hub.log.head && served.hub.served > 0, 'all to be told');
    const [packed, refused] = await Promise.all([
      read(served, '', { 'accept-encoding': 'gzip' }),
      read(served, '', { 'accept-encoding': 'gzip;q=0, identity' }),
    ]);

    expect(packed.response.headers.get('content-encoding')).toBe('gzip');
    expect(refused.response.headers.get('content-encoding')).toBeNull();
    expect(names(packed.lines)).toEqual(['a']);
    expect(names(refused.lines)).toEqual(['a']);
  });

  it('refuses positions that are not kept and parameters that make no sense, with advice', async () => {
    const served = await serve({ epoch: 'now' });
    served.put([pricedOffer('a', 1_000)]);
    const ask = async (query: string, key = served.key) => {
      const { response, lines } = await read(served, query, { 'x-api-key': key });
      return [response.status, lines[0]?.['code'], lines[0]?.['error']];
    };

    expect(await ask('?after=then:1')).toEqual([
      410,
      'NO_LONGER_KEPT',
      'the messages after "then:1" are no longer kept; the earliest position is now:0',
    ]);
    expect(await ask('?after=now:999')).toEqual([400, 'INVALID_PARAMS', expect.stringContaining('in the future')]);
    expect(await ask('?after=17')).toEqual([400, 'INVALID_PARAMS', expect.stringContaining('epoch and the sequence')]);
    expect(await ask('?limit=0')).toEqual([400, 'INVALID_PARAMS', expect.stringContaining('above zero')]);
    expect(await ask('?limit=1&limit=2')).toEqual([400, 'INVALID_PARAMS', expect.stringContaining('give it once')]);
    expect(await ask('?snapshot=true')).toEqual([400, 'INVALID_PARAMS', expect.stringContaining('leave it out')]);
    expect(await ask('?channels=best')).toEqual([400, 'INVALID_PARAMS', expect.stringContaining('not kept')]);
    expect(await ask('?games=cs')).toEqual([400, 'INVALID_PARAMS', expect.stringContaining('did you mean')]);
    expect(await ask('', 'wrong')).toEqual([401, 'INVALID_API_KEY', expect.any(String)]);
  });

  it('takes one of the connections of a key while it is read', async () => {
    const served = await serve({ settings: { connectionsPerKey: 1 } });
    const client = await served.connect();
    client.ask({ subscribeTo: 'all', games: 'all' });
    await client.next('subscribed');
    const { response, lines } = await read(served);
    expect([response.status, lines[0]?.['code']]).toEqual([429, 'TOO_MANY_CONNECTIONS']);
    client.socket.close();
    await client.closed;
    let status = 429;
    while (status === 429) status = (await read(served)).response.status;

    expect(status).toBe(200);
  });
});
