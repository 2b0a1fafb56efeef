import type { TSchema } from 'typebox';
import { listeningFields } from '../stream/subscription-query.ts';
import { WireSticker } from '../wire/offer.ts';
import {
  BatchData,
  BestData,
  BuyOrderData,
  GapData,
  offerDataOf,
  PriceData,
  SaleData,
  SourceData,
} from '../wire/stream-data.ts';
import { dealFields, foundFields, SubscriptionRequest, streamRequests } from '../wire/stream-requests.ts';
import { streamMessages } from '../wire/stream-shapes.ts';
import { WireDeal } from '../wire/tape/deal.ts';
import { WireFoundOffer } from '../wire/tape/found-offer.ts';
import { type Json, type JsonObject, schemaWriter } from './schema-writer.ts';
import { streamExamples } from './stream-examples.ts';

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const payloads: Readonly<Record<string, TSchema>> = { ...streamRequests, ...streamMessages };

const payloadName = (name: string): string => `${capital(name)}${name in streamRequests ? 'Request' : 'Message'}`;

/** Shapes of the stream by the name they have in AsyncAPI. */
const streamShapes: Readonly<Record<string, TSchema>> = {
  ...Object.fromEntries(Object.entries(payloads).map(([name, schema]) => [payloadName(name), schema])),
  ...Object.fromEntries(Object.entries(offerDataOf).map(([game, schema]) => [`${game}OfferData`, schema])),
  SaleData,
  BuyOrderData,
  PriceData,
  SourceData,
  GapData,
  BatchData,
  BestData,
  DealData: WireDeal,
  FoundData: WireFoundOffer,
  Sticker: WireSticker,
};

const write = schemaWriter(streamShapes);

const requestNames = Object.keys(streamRequests);
const messageNames = Object.keys(streamMessages);
const changeNames = ['offer', 'sale', 'buyOrder', 'price', 'source', 'gap', 'batch', 'heartbeat'];
const eventNames = messageNames.filter((name) => name !== 'unsubscribed' && name !== 'pong');

const message = (name: string): Json => ({
  name,
  title: capital(name),
  summary: String((payloads[name] as { readonly description?: string }).description ?? ''),
  contentType: 'application/json',
  payload: { $ref: `#/components/schemas/${payloadName(name)}` },
  examples: [{ name: 'made-up values', payload: streamExamples[name] ?? {} }],
});

const refs = (folder: string, names: readonly string[]): Json[] => names.map((name) => ({ $ref: `${folder}/${name}` }));

const messageRefs = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }]));

const keyInQuery = { type: 'string', description: 'The API key, unless the header X-API-Key has it' };

const between: Readonly<Record<string, string>> = {
  items: 'repeat it for several',
  stickers: 'several with semicolons between them',
};

/** The fields of a subscription as they stand in a query. */
function queryFields(): JsonObject {
  const { id: _, resume: __, replay, ...others } = SubscriptionRequest.properties;
  const fields = Object.entries<TSchema>({ ...others, ...replay.properties });
  const written = fields.map(([name, schema]) => {
    const { anyOf, description, ...rest } = write(schema) as JsonObject;
    if (Object.hasOwn(replay.properties, name)) {
      const ofDeals: TSchema | undefined = Object.entries(dealFields).find(([key]) => key === name)?.[1];
      const more = ofDeals === undefined ? '' : `. ${String((write(ofDeals) as JsonObject)['description'])}`;
      return [name, { type: 'string', description: `${String(description)}${more}` }] as const;
    }
    if (anyOf === undefined) return [name, { ...rest, description }] as const;
    const how = between[name] ?? 'several with commas between them';
    const usual = name === 'subscribeTo' || name === 'games' ? '; all unless said' : '';
    return [name, { type: 'string', description: `${String(description)}; ${how}${usual}` }] as const;
  });
  return Object.fromEntries<unknown>(written) as JsonObject;
}

/** What says how to listen has no meaning where there is only something to read. */
function changesFields(): JsonObject {
  const meaningless = [...listeningFields, ...Object.keys(dealFields), ...Object.keys(foundFields), 'query'];
  const fields = Object.entries(queryFields()).filter(([name]) => !meaningless.includes(name));
  return {
    after: {
      type: 'string',
      description:
        'Epoch and sequence of a message, with a colon between them; before the oldest that is kept unless said',
    },
    limit: { type: 'integer', minimum: 1, description: 'Most messages to tell; all unless said' },
    ...Object.fromEntries(fields),
  };
}

const socketChannel: Json = {
  address: '/ws/v2/offers',
  title: 'Offer stream',
  description:
    'A WebSocket of JSON objects in text frames. After the first subscription it says `subscribed`, then what was asked for. Closes with 1000 when a replay is at its end, 1001 when the service stops, 1008 when the key has too many connections, was revoked or has ended, or when the client sends too much (more than 1,000 messages or 8 MiB at once, or 50 messages or 128 KiB a second for long), 1009 when a message is longer than 64 KiB, 1013 when the reader fell behind. Refused handshakes have a status and the body of REST failures; a plain GET is answered 426 with the code UPGRADE_REQUIRED. A handshake that does not offer permessage-deflate is taken, and told everything unpacked; where the setting `stream.requireDeflate` is true, it is refused before the upgrade with 400 and the plain text `permessage-deflate is required`.',
  servers: [{ $ref: '#/servers/socket' }],
  messages: messageRefs([...requestNames, ...messageNames]),
  bindings: {
    ws: { method: 'GET', query: { type: 'object', properties: { apiKey: keyInQuery } }, bindingVersion: '0.1.0' },
  },
};

const eventsChannel: Json = {
  address: '/stream/offers',
  title: 'Offer stream as server-sent events',
  description:
    'The same messages, each as the data of one event, for readers behind proxies and for curl. The query is the subscription. The id of an event is `epoch:sequence`; sent back in the header Last-Event-ID it resumes. `from`, `to` and `speed` are those of `replay`; a replay that was told to its end is answered 204 when it is asked for again with the last id.',
  servers: [{ $ref: '#/servers/events' }],
  messages: messageRefs(eventNames),
};

const changesChannel: Json = {
  address: '/tape/changes',
  title: 'What the stream told, as lines of JSON',
  description:
    'The messages that were told after a place, each a line of JSON with epoch, sequence and id, up to now; then it ends. The last line is a heartbeat: what comes after its epoch and sequence is to be asked for next. An answer without it was cut off. The query is the filter of the subscription, with `after` and `limit`. Packed with gzip for those who take it. Refused with 410 and the code NO_LONGER_KEPT when what came after the place is not kept any more.',
  servers: [{ $ref: '#/servers/events' }],
  messages: messageRefs(changeNames),
};

const socketFolder = '#/channels/offers/messages';
const eventsFolder = '#/channels/offerEvents/messages';
const changesFolder = '#/channels/changes/messages';

const operations: Json = {
  subscribe: {
    action: 'receive',
    channel: { $ref: '#/channels/offers' },
    summary: 'Clients ask for a part of the stream; asking again replaces what was asked for under the same id',
    messages: refs(socketFolder, ['subscription']),
    reply: { channel: { $ref: '#/channels/offers' }, messages: refs(socketFolder, ['subscribed', 'error']) },
  },
  unsubscribe: {
    action: 'receive',
    channel: { $ref: '#/channels/offers' },
    summary: 'Clients end one subscription of several',
    messages: refs(socketFolder, ['unsubscription']),
    reply: { channel: { $ref: '#/channels/offers' }, messages: refs(socketFolder, ['unsubscribed', 'error']) },
  },
  ping: {
    action: 'receive',
    channel: { $ref: '#/channels/offers' },
    summary: 'Clients ask whether the service still listens',
    messages: refs(socketFolder, ['ping']),
    reply: { channel: { $ref: '#/channels/offers' }, messages: refs(socketFolder, ['pong']) },
  },
  tell: {
    action: 'send',
    channel: { $ref: '#/channels/offers' },
    summary:
      'The service tells what changes: offers, and everything else only to those who asked for it in the subscription',
    messages: refs(
      socketFolder,
      messageNames.filter((name) => !['subscribed', 'unsubscribed', 'pong'].includes(name)),
    ),
  },
  tellAsEvents: {
    action: 'send',
    channel: { $ref: '#/channels/offerEvents' },
    summary: 'The service tells the same as server-sent events',
    messages: refs(eventsFolder, eventNames),
    bindings: {
      http: {
        method: 'GET',
        query: { type: 'object', properties: { ...queryFields(), apiKey: keyInQuery } },
        bindingVersion: '0.3.0',
      },
    },
  },
  tellAgain: {
    action: 'send',
    channel: { $ref: '#/channels/changes' },
    summary: 'The service tells again what it told after a place in the stream',
    messages: refs(changesFolder, changeNames),
    bindings: {
      http: {
        method: 'GET',
        query: { type: 'object', properties: { ...changesFields(), apiKey: keyInQuery } },
        bindingVersion: '0.3.0',
      },
    },
  },
};

const host = {
  host: '{host}',
  variables: { host: { default: '127.0.0.1:7400', description: 'Where the service listens' } },
  security: [{ $ref: '#/components/securitySchemes/header' }, { $ref: '#/components/securitySchemes/query' }],
};

/** The description of the offer stream in AsyncAPI 3.0. */
export function asyncapiDocument(version: string): JsonObject {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Itemtape: offer stream',
      version,
      description:
        'Every change of offers as it is seen. The service is the application described: it receives subscriptions and sends messages. The key needs the right websocketAccess. Envelope times are Unix milliseconds, times in `data` are Unix seconds, prices are plain numbers, and what is not known is null. Fields of other games are absent.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      socket: { ...host, protocol: 'ws', description: 'WebSocket; wss behind a proxy that ends TLS' },
      events: { ...host, protocol: 'http', description: 'Server-sent events; https behind a proxy that ends TLS' },
    },
    channels: { offers: socketChannel, offerEvents: eventsChannel, changes: changesChannel },
    operations,
    components: {
      messages: Object.fromEntries([...requestNames, ...messageNames].map((name) => [name, message(name)])),
      schemas: Object.fromEntries(Object.entries(streamShapes).map(([name, schema]) => [name, write(schema, true)])),
      securitySchemes: {
        header: { type: 'httpApiKey', in: 'header', name: 'X-API-Key' },
        query: { type: 'httpApiKey', in: 'query', name: 'apiKey' },
      },
    },
  };
}
