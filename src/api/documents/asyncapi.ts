import type { TSchema } from 'typebox';
import { listeningFields } from '../stream/subscription-query.ts';
import { WireItemTraits } from '../wire/full/item-traits.ts';
import { WireSticker } from '../wire/offer.ts';
import {
  BatchData,
  BestData,
  BuyOrderData,
  CS2SaleData,
  GapData,
  offerDataOf,
  PriceData,
  SaleData,
  SourceData,
} from '../wire/stream/data.ts';
import { dealFields, foundFields, SubscriptionRequest, streamRequests } from '../wire/stream/requests.ts';
import { streamMessages } from '../wire/stream/shapes.ts';
import { WireDeal } from '../wire/tape/deal.ts';
import { WireFoundOffer } from '../wire/tape/found-offer.ts';
import { type Json, type JsonObject, schemaWriter } from './schema-writer.ts';
import { streamExamples } from './stream-examples.ts';

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const payloads: Readonly<Record<string, TSchema>> = { ...streamRequests, ...streamMessages };

const payloadName = (name: string): string => `${capital(name)}${name in streamRequests ? 'Request' : 'Message'}`;

/** Schemas of the stream by their name in AsyncAPI. */
const streamShapes: Readonly<Record<string, TSchema>> = {
  ...Object.fromEntries(Object.entries(payloads).map(([name, schema]) => [payloadName(name), schema])),
  ...Object.fromEntries(Object.entries(offerDataOf).map(([game, schema]) => [`${game}OfferData`, schema])),
  CS2SaleData,
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
  ItemTraits: WireItemTraits,
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
  examples: [{ name: 'invented values', payload: streamExamples[name] ?? {} }],
});

const refs = (folder: string, names: readonly string[]): Json[] => names.map((name) => ({ $ref: `${folder}/${name}` }));

const messageRefs = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }]));

const keyInQuery = { type: 'string', description: 'The API key, if not sent in the header X-API-Key' };

const between: Readonly<Record<string, string>> = {
  items: 'repeat the parameter for several',
  stickers: 'separate several with semicolons',
};

/** The fields of a subscription as query parameters. */
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
    if (schema === WireItemTraits) {
      const { description: about } = write(schema, true) as JsonObject;
      const text = `${String(about)}; a JSON object such as {"kind":["knife"]}`;
      return [name, { type: 'string', description: text }] as const;
    }
    if (anyOf === undefined) return [name, { ...rest, description }] as const;
    const how = between[name] ?? 'separate several with commas';
    const remark = name === 'subscribeTo' || name === 'games' ? '; default: all' : '';
    return [name, { type: 'string', description: `${String(description)}; ${how}${remark}` }] as const;
  });
  return Object.fromEntries<unknown>(written) as JsonObject;
}

/** The query parameters of /tape/changes: a subscription without the fields that apply only to live messages. */
function changesFields(): JsonObject {
  const meaningless = [...listeningFields, ...Object.keys(dealFields), ...Object.keys(foundFields), 'query'];
  const fields = Object.entries(queryFields()).filter(([name]) => !meaningless.includes(name));
  return {
    after: {
      type: 'string',
      description:
        'Return messages after this position: the epoch and sequence of a message, joined by a colon; default: from the oldest that is kept',
    },
    limit: { type: 'integer', minimum: 1, description: 'Maximum number of messages to return; default: all' },
    ...Object.fromEntries(fields),
  };
}

const socketChannel: Json = {
  address: '/ws/v2/offers',
  title: 'Offer stream',
  description:
    'A WebSocket of JSON objects in text frames. The client sends a subscription; the service confirms it with `subscribed` and then sends the requested messages. Close codes: 1000 when a replay has ended; 1001 when the service stops; 1008 when the key has too many connections, was revoked or has expired, or when the client sends too much (more than 1,000 messages or 8 MiB at once, or a sustained 50 messages or 128 KiB per second); 1009 when a message is longer than 64 KiB; 1013 when the client reads too slowly. A refused handshake has the status and body of a REST error; a plain GET gets 426 with the code UPGRADE_REQUIRED. A handshake without permessage-deflate is accepted and gets uncompressed messages; if the setting `stream.requireDeflate` is true, it is refused before the upgrade with 400 and the plain text `permessage-deflate is required`.',
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
    'The same messages, each as the data of one event, for clients behind proxies and for curl. The query is the subscription. The id of an event is `epoch:sequence`; send it in the header Last-Event-ID to resume. `from`, `to` and `speed` are those of `replay`; requesting a finished replay again with its last id gets 204.',
  servers: [{ $ref: '#/servers/events' }],
  messages: messageRefs(eventNames),
};

const changesChannel: Json = {
  address: '/tape/changes',
  title: 'Past messages of the stream as NDJSON',
  description:
    'Returns the messages after a position up to now, one JSON object per line with epoch, sequence and id. The last line is a heartbeat: continue after its epoch and sequence with the next request. A response without it was cut off. The query is the filter of a subscription, plus `after` and `limit`. Compressed with gzip if the client accepts it. If the messages after the position are no longer kept, the response is 410 with the code NO_LONGER_KEPT.',
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
    summary: 'Subscribe to a part of the stream; replaces the subscription with the same id',
    messages: refs(socketFolder, ['subscription']),
    reply: { channel: { $ref: '#/channels/offers' }, messages: refs(socketFolder, ['subscribed', 'error']) },
  },
  unsubscribe: {
    action: 'receive',
    channel: { $ref: '#/channels/offers' },
    summary: 'End one of several subscriptions',
    messages: refs(socketFolder, ['unsubscription']),
    reply: { channel: { $ref: '#/channels/offers' }, messages: refs(socketFolder, ['unsubscribed', 'error']) },
  },
  ping: {
    action: 'receive',
    channel: { $ref: '#/channels/offers' },
    summary: 'Check that the connection is alive',
    messages: refs(socketFolder, ['ping']),
    reply: { channel: { $ref: '#/channels/offers' }, messages: refs(socketFolder, ['pong']) },
  },
  tell: {
    action: 'send',
    channel: { $ref: '#/channels/offers' },
    summary: 'Changes of offers, and any other messages requested in the subscription',
    messages: refs(
      socketFolder,
      messageNames.filter((name) => !['subscribed', 'unsubscribed', 'pong'].includes(name)),
    ),
  },
  tellAsEvents: {
    action: 'send',
    channel: { $ref: '#/channels/offerEvents' },
    summary: 'The same messages as server-sent events',
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
    summary: 'Past messages after a position of the stream',
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
  variables: { host: { default: '127.0.0.1:7400', description: 'Host and port of the service' } },
  security: [{ $ref: '#/components/securitySchemes/header' }, { $ref: '#/components/securitySchemes/query' }],
};

/** The AsyncAPI 3.0 document of the offer stream. */
export function asyncapiDocument(version: string): JsonObject {
  return {
    asyncapi: '3.1.0',
    info: {
      title: 'Itemtape: offer stream',
      version,
      description:
        'Every change of offers as it is observed. This document describes the service as the application: it receives subscriptions and sends messages. The key needs the right websocketAccess. Times in the envelope are Unix milliseconds, times in `data` are Unix seconds, prices are plain numbers, and null means not known or not applicable. Fields of other games are absent.',
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
