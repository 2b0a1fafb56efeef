import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describedBy, referencesIn, target } from '../../../test/support/api/described.ts';
import { allOf } from '../../../test/support/book/all-of.ts';
import { publishChanges, publishRecords } from '../../../test/support/stream/publish.ts';
import { type ServedStream, serveStream } from '../../../test/support/stream/served-stream.ts';
import { createRig, type Message, pricedOffer } from '../../../test/support/stream/stream-rig.ts';
import { holds } from '../../../test/support/time/until.ts';
import { type Game, games, gapReasons, type LiveBuyOrder, marketplaces, noPrices } from '../../schema/index.ts';
import { parseClientMessage } from '../../stream/subscription-request.ts';
import { offerDataOf } from '../wire/stream/data.ts';
import { SubscriptionRequest } from '../wire/stream/requests.ts';
import { streamMessages } from '../wire/stream/shapes.ts';
import { asyncapiDocument } from './asyncapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of any depth
const document = asyncapiDocument('1.2.3') as any;

// The data first: for the union of all games, the faults are those of every other game as well
const wrongWith = (message: { readonly type: string }): string | null =>
  dataOf(message as Message) ?? describedBy(document, `#/components/messages/${message.type}/payload`)(message);

/** An offer has exactly the fields of its game. */
function dataOf({ type, game, data }: Message): string | null {
  return type === 'offer' && games.some((one) => one === game)
    ? describedBy(document, `#/components/schemas/${game}OfferData`)(data)
    : null;
}

const everything = {
  subscribeTo: 'all',
  games: 'all',
  events: ['Added', 'Updated', 'Removed'],
  channels: ['offers', 'sales', 'buyOrders', 'prices', 'sources', 'gaps', 'batches', 'best', 'deals', 'found'],
};

const stickers = [{ name: 'Sticker | Crown (Foil)', wear: 0.5, slot: 2 }];
const looks = { float: 0.2341, paintIndex: 282, paintSeed: 611, stickers, inspectLink: 'steam://rungame/730/x' };

const order: LiveBuyOrder = {
  game: 'CS2',
  name: '★ Karambit | Doppler (Factory New)',
  phase: 'Ruby',
  marketplaceId: 1,
  orderId: 'w1',
  price: { amount: 900, currency: 'USD' },
  prices: { USD: 900, EUR: 800, CNY: null, RUB: 81_000 },
  quantity: 3,
  foundAt: 5,
  changedAt: 5,
  seenAt: 5,
};

type Publisher = Pick<ServedStream, 'hub' | 'book' | 'put'>;

let sales = 0;

/** Causes every kind of message of the stream. */
function happen({ hub, book, put }: Publisher): void {
  const at = Date.now();
  for (const game of games) {
    sales += 1;
    const own = game === 'CS2' ? looks : {};
    put([
      pricedOffer(`${game}-1`, 1_000, { game, ...own }),
      pricedOffer(`${game}-2`, 2_000, { game, tradableAt: null }),
    ]);
    put([pricedOffer(`${game}-1`, 1_500, { game, ...own })]);
    const { kind: _, ...sold } = pricedOffer(`${game}-1`, 1_500, { game, ...own });
    publishRecords(hub, [
      { what: 'sale', sale: { ...sold, kind: 'sale', saleId: String(sales), soldAt: at, marketplaceId: 1 } },
    ]);
    publishChanges(
      hub,
      allOf(book.expire({ marketplaceId: 1, game, kinds: ['offer'], seenBefore: at + 60_000, at }, 'withdrawn')),
    );
  }
  publishChanges(hub, [
    { kind: 'ordered', at: 5, buyOrder: order },
    { kind: 'ordered', at: 9, buyOrder: { ...order, phase: null, quantity: null, prices: noPrices } },
    { kind: 'orderRemoved', at: 9, buyOrder: order },
  ]);
  const source = { slug: 'buff163', source: 'offers', marketplaceId: 1, game: 'CS2' as Game };
  publishRecords(hub, [
    { what: 'source', source: { ...source, state: 'blocked', detail: 'refused', lastReadAt: null } },
  ]);
  publishRecords(hub, [{ what: 'source', source: { ...source, state: 'live', detail: null, lastReadAt: at } }]);
  const read = { marketplaceId: 1, source: 'offers', game: 'CS2' as const };
  for (const reason of gapReasons)
    publishRecords(hub, [{ what: 'gap', gap: { ...read, from: at - 9_999, to: at, reason } }]);
  publishRecords(hub, [{ what: 'batch', batch: { ...read, first: 3, last: 7 } }]);
  publishRecords(hub, [{ what: 'batch', batch: { ...read, first: null, last: null } }]);
}

describe('asyncapi.json', () => {
  let served: ServedStream;
  beforeAll(async () => {
    served = await serveStream({ settings: { connectionsPerKey: 20 } });
  });
  afterAll(() => served.close());

  it('is served without a key as it is generated', async () => {
    const { body } = await served.get('/asyncapi.json', {}, { 'x-api-key': '' });

    expect(body).toEqual(document);
    expect([body.asyncapi, body.info.version]).toEqual(['3.1.0', '1.2.3']);
  });

  it('has references that lead somewhere, and uses every shape and message', () => {
    const references = referencesIn(document);

    for (const reference of references) expect(target(document, reference), reference).toBeDefined();
    const used = new Set(references);
    for (const kind of ['schemas', 'messages', 'securitySchemes']) {
      for (const name of Object.keys(document.components[kind])) expect(used).toContain(`#/components/${kind}/${name}`);
    }
  });

  it('has only messages of the channel in each operation', () => {
    for (const { channel, messages, reply } of Object.values<typeof document>(document.operations)) {
      const inChannel = Object.keys(target(document, channel.$ref) as object).includes('messages');
      expect(inChannel).toBe(true);
      for (const { $ref } of [...messages, ...(reply?.messages ?? [])]) {
        expect($ref.startsWith(`${channel.$ref}/messages/`), $ref).toBe(true);
      }
    }
  });

  it('has examples that match its schemas', () => {
    for (const [name, { payload, examples }] of Object.entries<typeof document>(document.components.messages)) {
      expect(describedBy(document, payload.$ref)(examples[0].payload), name).toBeNull();
    }
  });

  it.each([
    ['in the manner of old clients', {}],
    ['with sequence', { sequence: true, heartbeatSeconds: 1 }],
    ['with a name', { id: 'mine', snapshot: true, sequence: true }],
    ['with a snapshot alone', { snapshot: true }],
    ['with resume', { resume: { epoch: 'served', sequence: 0 } }],
    ['with resume of another life', { resume: { epoch: 'gone', sequence: 3 } }],
  ])('describes every message that is really sent: %s', async (_, more) => {
    const client = await served.connect();
    served.put([pricedOffer(`kept-${JSON.stringify(more)}`, 700, { game: 'TF2' })], 2);
    client.ask({ ...everything, ...more });
    await client.next('subscribed');
    happen(served);
    client.ask({ ...everything, games: ['nothing'] });
    client.ask({ type: 'ping' });
    await client.next('pong');
    if ('id' in more) client.ask({ unsubscribe: 'mine' });
    if ('id' in more) await client.next('unsubscribed');
    if ('snapshot' in more) await client.next('snapshotEnd');
    if ('heartbeatSeconds' in more) await client.next('heartbeat');
    await holds(() => 'id' in more || client.messages().filter(({ type }) => type === 'batch').length >= 2, 'the last');

    const seen = new Set(client.messages().map(({ type }) => type));
    const wanted = [
      'subscribed',
      'error',
      'pong',
      ...('id' in more ? [] : ['offer', 'sale', 'buyOrder', 'price', 'source', 'gap', 'batch']),
    ];
    expect([...seen]).toEqual(expect.arrayContaining(wanted));
    for (const message of client.messages()) expect(wrongWith(message)).toBeNull();
    client.socket.close();
  });

  it('describes an offer that leaves the bounds of a reader', async () => {
    const client = await served.connect();
    client.ask({ ...everything, maxPriceUSD: 2, sequence: true });
    await client.next('subscribed');
    served.put([pricedOffer('leaving', 1_900)], 3);
    await client.next('offer');
    served.put([pricedOffer('leaving', 2_100)], 3);

    const message = await client.next('offer');
    expect(message).toMatchObject({ eventType: 'Removed', reason: 'outside' });
    expect(wrongWith(message)).toBeNull();
  });

  it('describes the messages to a slow reader', () => {
    const rig = createRig({ settings: { outbox: { messages: 10, bytes: 1 << 20 }, lagMs: 5_000 } });
    const [patient, stuck] = [rig.reader(), rig.reader()];
    for (const reader of [patient, stuck]) reader.ask({ ...everything, conflate: true, id: 'slow' });
    rig.settle([patient]);
    for (let price = 1_000; price < 1_300; price += 10) {
      rig.put([pricedOffer('a', price)]);
      rig.settle();
    }
    rig.settle([patient]);
    rig.clock.at += 6_000;
    rig.tick();
    stuck.take();

    const sent = [...patient.received, ...stuck.received];
    expect(sent.map(({ type }) => type)).toEqual(expect.arrayContaining(['lagging', 'error']));
    for (const message of sent) expect(wrongWith(message)).toBeNull();
  });

  it('describes the data of server-sent events', async () => {
    const query =
      'events=Added,Updated,Removed&channels=offers,sales,buyOrders,prices,sources,gaps,batches,best&snapshot=1&heartbeatSeconds=1';
    const outgoing = request({
      host: '127.0.0.1',
      port: served.port,
      path: `/stream/offers?${query}`,
      headers: { 'x-api-key': served.key },
    }).end();
    const [response] = await once(outgoing, 'response');
    let text = '';
    response.on('data', (part: Buffer) => {
      text += String(part);
    });
    await holds(() => text.includes('"snapshotEnd"'), 'the end of the snapshot');
    happen(served);
    await holds(() => text.includes('"heartbeat"'), 'a heartbeat');
    outgoing.destroy();

    const whole = text.slice(0, text.lastIndexOf('\n\n')).split('\n\n');
    const messages = whole.flatMap((block) => /^data: (.*)$/m.exec(block)?.[1] ?? []).map((data) => JSON.parse(data));
    expect(messages.map(({ type }) => type)).toEqual(expect.arrayContaining(['source', 'gap', 'batch', 'best']));
    for (const message of messages) expect(wrongWith(message)).toBeNull();
    for (const name of query.split('&').map((pair) => pair.split('=')[0] ?? ''))
      expect(document.operations.tellAsEvents.bindings.http.query.properties).toHaveProperty(name);
  });

  it('rejects messages of another kind, and with a field too many or too few', () => {
    for (const name of Object.keys(streamMessages)) {
      const [{ payload }] = document.components.messages[name].examples;
      expect(wrongWith({ ...payload, extra: 1 })).toContain('extra');
      for (const key of Object.keys(payload).filter((field) => field !== 'type')) {
        const { [key]: _, ...rest } = payload;
        const isOptional = key === 'subscription';
        if (!isOptional) expect(wrongWith(rest), `${name} without ${key}`).not.toBeNull();
      }
    }
    for (const game of games) {
      const data = Object.keys(offerDataOf[game].properties);
      expect(data.includes('float'), game).toBe(game === 'CS2');
    }
  });
});

describe('what asyncapi.json says of subscriptions', () => {
  const isDescribed = (message: unknown) =>
    describedBy(document, '#/components/schemas/SubscriptionRequest')(message) === null;
  const isTaken = (message: unknown): boolean => {
    try {
      return parseClientMessage(JSON.stringify(message), marketplaces).kind === 'subscribe';
    } catch {
      return false;
    }
  };
  const min = { subscribeTo: ['Buff163'], games: ['CS2'] };
  const list = (length: number) => Array.from({ length }, (_, at) => at);

  it.each([
    ['the least', {}],
    ['subscribeTo: all', { subscribeTo: 'all' }],
    ['subscribeTo: -1, games: -1', { subscribeTo: -1, games: -1 }],
    ['subscribeTo: [1, 2, skinport], games: [cs2, 440]', { subscribeTo: [1, '2', 'skinport'], games: ['cs2', 440] }],
    ['subscribeTo: []', { subscribeTo: [] }],
    ['games: undefined', { games: undefined }],
    ['newFloorOnly: true', { newFloorOnly: true }],
    ['newFloorOnly: yes', { newFloorOnly: 'yes' }],
    ['id: 7', { id: 7 }],
    ['id: x.repeat(64)', { id: 'x'.repeat(64) }],
    ['id: x.repeat(65)', { id: 'x'.repeat(65) }],
    ['id: ', { id: '' }],
    ['sequence: 1', { sequence: 1 }],
    ['resume: epoch: e, sequence: 0', { resume: { epoch: 'e', sequence: 0 } }],
    ['resume: epoch: e', { resume: { epoch: 'e' } }],
    ['resume: epoch: e, sequence: -1', { resume: { epoch: 'e', sequence: -1 } }],
    ['events: [Removed]', { events: ['Removed'] }],
    ['events: [Gone]', { events: ['Gone'] }],
    ['channels: sales', { channels: 'sales' }],
    ['channels: []', { channels: [] }],
    ['items: AK-47 | Redline (Field-Tested)', { items: 'AK-47 | Redline (Field-Tested)' }],
    ['items: list(5_000).map(String)', { items: list(5_000).map(String) }],
    ['items: list(5_001).map(String)', { items: list(5_001).map(String) }],
    ['items: [x.repeat(257)]', { items: ['x'.repeat(257)] }],
    ['minPriceUSD: 0', { minPriceUSD: 0 }],
    ['maxPriceUSD: -1', { maxPriceUSD: -1 }],
    ['maxPriceUSD: 10', { maxPriceUSD: '10' }],
    ['minFloat: 1', { minFloat: 1 }],
    ['maxFloat: 1.01', { maxFloat: 1.01 }],
    ['paintSeeds: list(1_001)', { paintSeeds: list(1_001) }],
    ['paintSeeds: list(1_002)', { paintSeeds: list(1_002) }],
    ['paintSeeds: [2 ** 31]', { paintSeeds: [2 ** 31] }],
    ['paintSeeds: 611', { paintSeeds: 611 }],
    ['phases: [Ruby]', { phases: ['Ruby'] }],
    ['phases: [Red]', { phases: ['Red'] }],
    ['heartbeatSeconds: 1', { heartbeatSeconds: 1 }],
    ['heartbeatSeconds: 3_601', { heartbeatSeconds: 3_601 }],
    ['snapshot: true, conflate: false', { snapshot: true, conflate: false }],
  ])('is what the stream takes and refuses: %s', (_, more) => {
    const message = JSON.parse(JSON.stringify({ ...min, ...more }));
    expect(isDescribed(message)).toBe(isTaken(message));
  });

  it('is every field that the stream reads', () => {
    for (const name of Object.keys(SubscriptionRequest.properties)) {
      const odd = { ...min, channels: ['best', 'deals', 'found'], [name]: { odd: true } };
      expect(isTaken(odd), `${name} is described, but nothing in src/stream/ reads it`).toBe(false);
    }
  });
});
