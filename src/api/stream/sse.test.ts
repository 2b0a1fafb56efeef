import { type IncomingMessage, request } from 'node:http';
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

type Event = { readonly id: string; readonly data: { readonly type: string; readonly [key: string]: unknown } };

type Listening = {
  readonly reply: IncomingMessage;
  readonly events: () => Event[];
  readonly text: () => string;
  readonly isEnded: () => boolean;
  readonly stop: () => void;
};

/** Opens the stream as `curl` would. */
const listen = (served: ServedStream, query = '', headers: Record<string, string> = {}): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const path = `/stream/offers${query}`;
    const outgoing = request({ port: served.port, path, headers: { 'x-api-key': served.key, ...headers } }, (reply) => {
      let text = '';
      let isEnded = false;
      reply.on('data', (part) => {
        text += String(part);
      });
      reply.on('close', () => {
        isEnded = true;
      });
      reply.on('error', () => {});
      const events = () =>
        text
          .split('\n\n')
          .filter((block) => block.startsWith('id: '))
          .map((block) => {
            const [, id = '', data = ''] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? [];
            return { id, data: JSON.parse(data) };
          });
      resolve({ reply, events, text: () => text, isEnded: () => isEnded, stop: () => outgoing.destroy() });
    });
    outgoing.on('error', reject).end();
  });

const links = (events: readonly Event[]): unknown[] =>
  events
    .filter(({ data }) => data.type === 'offer')
    .map(({ data }) => (data['data'] as { purchaseLink: string }).purchaseLink);

describe('the stream as server-sent events', () => {
  it('sends all marketplaces and games without parameters', async () => {
    const served = await serve();
    const { reply, events } = await listen(served);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    await holds(() => events().length === 1, 'the confirmation');
    served.put([pricedOffer('a', 1_000)], 1);
    served.put([pricedOffer('b', 1_000, { game: 'Rust' })], 2);
    await holds(() => events().length === 3, 'both offers');

    expect(events()[0]?.data).toMatchObject({ type: 'subscribed', marketplaces: ['Buff163', 'CSFloat', 'SkinPort'] });
    expect(links(events())).toEqual(['https://example.test/o/a', 'https://example.test/o/b']);
  });

  it('filters by the query', async () => {
    const served = await serve();
    const name = 'Sticker | A, B & C';
    const query = `?subscribeTo=buff,csfloat&games=cs2&maxPriceUSD=2.5&events=Added,Removed&items=${encodeURIComponent(name)}&items=Other&sequence=true`;
    const { events } = await listen(served, query);
    await holds(() => events().length === 1, 'the confirmation');
    served.put([pricedOffer('dear', 3_000, { name }), pricedOffer('else', 1_000), pricedOffer('a', 2_000, { name })]);
    served.put([pricedOffer('a', 2_400, { name }), pricedOffer('a', 2_600, { name })]);
    await holds(() => events().length === 3, 'two offers');

    expect(
      events()
        .slice(1)
        .map(({ data }) => [data['eventType'], data['reason'], data['id']]),
    ).toEqual([
      ['Added', undefined, '1:CS2:a'],
      ['Removed', 'outside', '1:CS2:a'],
    ]);
  });

  it('resumes where it was cut off', async () => {
    const served = await serve();
    const first = await listen(served);
    await holds(() => first.events().length === 1, 'the confirmation');
    served.put([pricedOffer('a', 1_000)]);
    await holds(() => first.events().length === 2, 'an offer');
    const last = first.events().at(-1)?.id ?? '';
    first.stop();
    served.put([pricedOffer('b', 1_000), pricedOffer('c', 1_000)]);
    const second = await listen(served, '', { 'last-event-id': last });
    await holds(() => second.events().length === 3, 'what was missed');
    served.put([pricedOffer('d', 1_000)]);
    await holds(() => second.events().length === 4, 'what is new');

    expect(second.events()[0]?.data).toMatchObject({ recovered: true });
    expect(links(second.events()).map((link) => String(link).slice(-1))).toEqual(['b', 'c', 'd']);

    const third = await listen(served, '', { 'last-event-id': 'other:1' });
    await holds(() => third.events().length === 1, 'the confirmation');
    expect(third.events()[0]?.data).toMatchObject({ recovered: false });
  });

  it('serves the tape while the book is being restored, and refuses requests that need the book', async () => {
    const served = await serve({ isReady: () => false, isOpen: () => true });
    served.hub.beginLoading();
    served.put([pricedOffer('a', 1_000)]);
    const resume = { 'last-event-id': `${served.hub.log.epoch}:0` };
    const { events } = await listen(served, '?snapshot=true', resume);
    await holds(() => events().length === 2, 'what was missed');
    expect(events()[0]?.data).toMatchObject({ recovered: true });
    for (const query of ['?snapshot=true', '?channels=deals'])
      expect((await listen(served, query)).reply.statusCode, query).toBe(503);
  });

  it('refuses like REST', async () => {
    const served = await serve();
    const wrong = await Promise.all([
      served.get('/stream/offers', {}, { 'x-api-key': '' }),
      served.get('/stream/offers', { subscribeTo: 'bufff' }),
      served.get('/stream/offers', { maxPriceUSD: 'cheap' }),
      served.get('/stream/offers', { maxPrice: '3' }),
    ]);
    expect(wrong.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'MISSING_API_KEY'],
      [400, 'INVALID_PARAMS'],
      [400, 'INVALID_PARAMS'],
      [400, 'INVALID_PARAMS'],
    ]);
    expect(wrong[3]?.body.error).toContain('did you mean "maxPriceUSD"?');
  });

  it('counts with the other connections of the key', async () => {
    const served = await serve();
    await served.connect();
    const { stop } = await listen(served);
    expect(await served.get('/stream/offers')).toMatchObject({ status: 429, body: { code: 'TOO_MANY_CONNECTIONS' } });
    stop();
    await holds(() => served.hub.stats().readers === 1, 'the freed slot');
    expect((await listen(served)).reply.statusCode).toBe(200);
  });

  it('ends soon after its key was revoked, also for who does not read', async () => {
    const served = await serve();
    const { text } = await served.keys.create({ name: 'leaked', websocketAccess: true });
    const reading = await listen(served, '', { 'x-api-key': text });
    const stuck = await listen(served, '', { 'x-api-key': text });
    stuck.reply.pause();
    for (let round = 0; round < 20; round += 1) {
      const name = `${'★'.repeat(80)} ${round}`;
      served.put(Array.from({ length: 400 }, (_, at) => pricedOffer(`o${at}`, 1_000 + round, { name })));
    }
    await served.keys.revoke('leaked');
    await holds(reading.isEnded, 'the end');
    await holds(() => served.hub.stats().readers === 0, 'no reader');
    served.put([pricedOffer('late', 1_000)]);

    expect(links(reading.events())).not.toContain('https://example.test/o/late');
    expect(await served.get('/stream/offers', {}, { 'x-api-key': text })).toMatchObject({ status: 403 });
  });

  it('ends when the service stops', async () => {
    const served = await serve();
    const { isEnded, events } = await listen(served);
    await holds(() => events().length === 1, 'the confirmation');
    served.hub.stop();
    await served.api.close();
    await holds(isEnded, 'the end');
  });
});

describe('an answer of REST', () => {
  it('has the stream position it reflects, also from the cache', async () => {
    const served = await serve();
    served.put([pricedOffer('a', 1_000)]);
    const known = await served.get('/v2/items/search', { game: 'cs2', query: 'redline' });
    const first = served.hub.log.head;
    served.put([pricedOffer('b', 900)]);
    const again = await served.get('/v2/items/search', { game: 'cs2', query: 'redline' });
    served.clock.at += 10_000;
    const renewed = await served.get('/v2/items/search', { game: 'cs2', query: 'redline' });

    expect(known.headers).toMatchObject({ 'x-tape-epoch': 'served', 'x-tape-sequence': String(first) });
    expect(again.headers['x-tape-sequence']).toBe(String(first));
    expect(renewed.headers['x-tape-sequence']).toBe(String(served.hub.log.head));
  });

  it('replays the past, ends, and returns 204 to a browser that reconnects', async () => {
    const served = await serve();
    served.put(['a', 'b', 'c'].map((id) => pricedOffer(id, 1_000)));
    await holds(() => served.hub.served === served.hub.log.head && served.hub.served > 0, 'all to be told');
    const query = `?from=oldest&to=${Date.now() + 1_000}&speed=max`;
    const listening = await listen(served, query);
    await holds(listening.isEnded, 'the end of the replay');
    const events = listening.events();
    expect(links(events)).toEqual(['a', 'b', 'c'].map((id) => `https://example.test/o/${id}`));
    const last = events.at(-1) as Event;
    expect(last.data).toMatchObject({ type: 'replayEnd', count: 3, live: false });
    const again = await listen(served, query.replace(/to=\d+/, `to=${last.id}`), { 'last-event-id': last.id });
    expect(again.reply.statusCode).toBe(204);
    const gone = await listen(served, '?from=former:7');
    await holds(gone.isEnded, 'the refusal');
    expect([gone.reply.statusCode, JSON.parse(gone.text())]).toEqual([
      410,
      { error: expect.stringContaining('set "from" to "oldest" to start there'), code: 'NO_LONGER_KEPT' },
    ]);
    expect(served.hub.replays.taken).toBe(0);
  });
});
