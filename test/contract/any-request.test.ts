import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createMcpHandler } from '../../src/mcp/http.ts';
import { marketplaces } from '../../src/schema/index.ts';
import { type Alerting, openAlerting } from '../support/alerts/alerting.ts';
import { appRoutes } from '../support/api/app-routes.ts';
import { awkwardNames, openTestStore, type TestStore, wholeItems } from '../support/api/served-api.ts';
import { bySchema } from '../support/arbitraries/by-schema.ts';
import { collectGarbage } from '../support/processes/collect-garbage.ts';
import { longRun } from '../support/runner/long-run.ts';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';
import { pricedOffer } from '../support/stream/stream-rig.ts';
import { holds } from '../support/time/until.ts';

const total = longRun ? 100_000 : 1_500;
const together = 10;

const documentAt = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', name), 'utf8'));
const openapi = documentAt('openapi.json');
const asyncapi = documentAt('asyncapi.json');

let testStore: TestStore;
let served: ServedStream;
let alerting: Alerting;
let adminKey = '';
let revokedKey = '';
const agent = new Agent({ keepAlive: true, maxSockets: together });
const seen = { statuses: new Map<string, number>(), answers: new Map<string, number>() };

beforeAll(async () => {
  testStore = await openTestStore();
  const copy = async function* () {
    yield Buffer.from('copy');
  };
  let port = 0;
  alerting = await openAlerting();
  served = await serveStream({
    settings: {
      connectionsPerKey: 1_000_000,
      allowance: { messages: 1e9, messagesPerSecond: 1e9, bytes: 1e12, bytesPerSecond: 1e12 },
    },
    api: {
      store: testStore.store,
      settings: { cacheSeconds: 10, cacheMegabytes: 1, coverageSeconds: 0 },
      alerts: await alerting.open(),
      copies: { backup: copy, export: copy, exportDay: copy },
      readPicture: () => Promise.reject(new Error('no picture')),
      mcp: createMcpHandler({ origin: () => `http://127.0.0.1:${port}`, version: '1.2.3', now: Date.now }),
    },
  });
  port = served.port;
  served.put([pricedOffer('a', 1_000), pricedOffer('b', 2_000)]);
  adminKey = (await served.keys.create({ name: 'operator', websocketAccess: true, admin: true })).text;
  revokedKey = (await served.keys.create({ name: 'former', websocketAccess: true })).text;
  await served.keys.revoke('former');
});
afterAll(async () => {
  agent.destroy();
  await served?.close();
  await alerting?.close();
  await testStore?.close();
});

const count = (of: Map<string, number>, name: string) => of.set(name, (of.get(name) ?? 0) + 1);

type AnyRequest = {
  readonly method: string;
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
};

const words = fc.constantFrom(
  ...Object.values(wholeItems),
  ...awkwardNames,
  ...[
    'CS2',
    'cs2',
    '730',
    'Dota2',
    'all',
    '-1',
    'SkinPort',
    'buff',
    '2',
    'redline field',
    'csv',
    'sales',
    'Ruby',
    'Added',
  ],
  ...[
    '',
    ' ',
    '0',
    '-5',
    '1e3',
    '%',
    '\u0000',
    '龍王',
    '\u202e',
    '__proto__',
    'toString',
    "' OR 1=1 --",
    'x'.repeat(70),
  ],
  ...marketplaces.slice(0, 8).map(({ slug }) => slug),
);
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());
const junk = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('%', '%ED%A0%80', '%00', '&', '?', '+', ';'));

/** A query, mostly with described parameters and valid values. */
function queryOf(
  parameters: readonly { readonly name: string; readonly schema: unknown; readonly example?: unknown }[],
) {
  const given = parameters.map(({ name, schema, example }) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(`${name}=${encoded(String(example ?? ''))}`) },
      { weight: 4, arbitrary: bySchema(openapi, schema, words).map((value) => `${name}=${encoded(String(value))}`) },
      { weight: 1, arbitrary: words.map((word) => `${name}=${encoded(word)}&${name}=${encoded(word)}`) },
      { weight: 1, arbitrary: junk.map((text) => `${name}=${text.replace(/[^!-~]/g, '')}`) },
      { weight: 1, arbitrary: fc.constant('') },
    ),
  );
  const more = fc.array(fc.tuple(junk, junk), { maxLength: 2 });
  return fc.tuple(fc.tuple(...given), fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, more)).map(([own, other]) => {
    const rest = other.map(([name, value]) => `${encoded(name)}=${value.replace(/[^!-~]/g, '')}`);
    return [...own, ...rest].filter((part) => part !== '').join('&');
  });
}

// Few names, none of which is revoked, so that the list of keys stays short
const keyNames = fc.constantFrom('scanner', 'phone', 'a', '', 'x'.repeat(65), 7, null);
const bodies = fc
  .oneof(
    fc.record({ name: keyNames, admin: fc.oneof(fc.boolean(), fc.constant('yes')) }, { requiredKeys: ['name'] }),
    fc.record({ id: fc.constantFrom('nobody', '', 3) }),
    fc.record({ table: words, format: words, since: fc.oneof(fc.integer(), fc.constant(null), words) }),
    fc.record({
      jsonrpc: fc.constantFrom('2.0', '1.0', 2),
      id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
      method: fc.constantFrom('tools/list', 'tools/call', 'initialize', 'ping', 'nothing', 5),
      params: fc.oneof(
        fc.record({ name: fc.constantFrom('search', 'item', 'sources', 'rm'), arguments: fc.dictionary(words, words) }),
        fc.jsonValue({ maxDepth: 2 }),
      ),
    }),
    fc.jsonValue({ maxDepth: 3 }).filter((value) => !(typeof value === 'object' && value !== null && 'name' in value)),
  )
  .map((value) => JSON.stringify(value));
const broken = fc.oneof(fc.string(), fc.constantFrom('{', '[1,', '"', '['.repeat(5_000), 'x'.repeat(70_000), 'null'));

const types = fc.constantFrom(
  'application/json',
  'application/json',
  'text/plain',
  'application/xml',
  'a/b;charset=é',
  '',
);

function anyRequest(): fc.Arbitrary<AnyRequest> {
  const routes = appRoutes(served.api.app).filter(({ methods }) => !methods.includes('*'));
  const keyHeaders = fc.oneof(
    { weight: 8, arbitrary: fc.constant<Record<string, string>>({ 'x-api-key': served.key }) },
    { weight: 2, arbitrary: fc.constant<Record<string, string>>({ 'x-api-key': adminKey }) },
    fc.constantFrom<Record<string, string>>({}, { 'x-api-key': 'it_wrong' }, { 'x-api-key': revokedKey }),
    fc.constant<Record<string, string>>({ authorization: `Bearer ${served.key}` }),
  );
  const otherHeaders = fc.constantFrom<Record<string, string>>(
    {},
    {},
    { 'if-none-match': '*' },
    { 'accept-encoding': 'br, gzip' },
    { 'accept-encoding': ',;q=x' },
    { accept: 'application/json, text/event-stream' },
    { 'last-event-id': 'served:1' },
    { 'last-event-id': ':' },
    { 'x-forwarded-for': '203.0.113.7' },
    { origin: 'https://other.example' },
    { range: 'bytes=5-1' },
  );
  const one = routes.map(({ path, methods }) => {
    const described = openapi.paths[path]?.get?.parameters ?? [];
    const streamed = Object.entries(asyncapi.channels.offerEvents.bindings?.http?.query?.properties ?? {});
    const parameters = path === '/stream/offers' ? streamed.map(([name, schema]) => ({ name, schema })) : described;
    const takesBody = methods.includes('POST');
    return {
      // The endpoints of the v2 contract matter most
      weight: path.startsWith('/v2/') ? 6 : 1,
      arbitrary: fc.record({
        method: fc.oneof(
          { weight: 12, arbitrary: fc.constantFrom(...methods.filter((method) => method !== 'OPTIONS')) },
          { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE') },
        ),
        target: fc
          .tuple(queryOf(parameters), fc.oneof({ weight: 40, arbitrary: fc.constant('') }, junk))
          .map(([query, tail]) => `${path}${tail.replace(/[^!-~]/g, '')}${query === '' ? '' : `?${query}`}`),
        headers: fc.tuple(keyHeaders, otherHeaders, types).map(([key, other, type]) => ({
          ...key,
          ...other,
          ...(takesBody && type !== '' && { 'content-type': Buffer.from(type).toString('latin1') }),
        })),
        body: takesBody ? fc.oneof({ weight: 4, arbitrary: bodies }, broken) : fc.constant(null),
      }),
    };
  });
  return fc.oneof(...one);
}

type Reply = { readonly status: number; readonly type: string; readonly text: string };

/** Sends one request; of a stream, only the head is read. */
const sendOne = ({ method, target, headers, body }: AnyRequest): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const asking = request({ agent, port: served.port, method, path: target, headers }, (reply) => {
      const received = { status: reply.statusCode ?? 0, type: String(reply.headers['content-type'] ?? '') };
      if (received.type.startsWith('text/event-stream')) {
        resolve({ ...received, text: '' });
        reply.on('error', () => {});
        asking.destroy();
        return;
      }
      const parts: Buffer[] = [];
      reply.on('data', (part) => parts.push(part));
      reply.on('end', () => resolve({ ...received, text: Buffer.concat(parts).toString('latin1') }));
      reply.on('error', reject);
    });
    asking.on('error', reject);
    asking.setTimeout(20_000, () => asking.destroy(new Error(`no answer to ${method} ${target} ${body}`)));
    // Without POST or PUT, Node's client sends a body without its length
    asking.end(method === 'POST' || method === 'PUT' ? (body ?? undefined) : undefined);
  });

function expectAnswer({ method, target }: AnyRequest, { status, type, text }: Reply): void {
  count(seen.statuses, String(status));
  expect(status, `${method} ${target} ${text}`).toBeLessThan(500);
  if (status < 400 || method === 'HEAD') return;
  const body = JSON.parse(text);
  // Errors of the MCP endpoint have a format of their own
  if (target.startsWith('/mcp') && 'jsonrpc' in body) return;
  expect(type).toBe('application/json; charset=utf-8');
  expect(Object.keys(body)).toEqual(['error', 'code']);
  expect([typeof body.error, typeof body.code]).toEqual(['string', 'string']);
}

async function requestAnything(requests: number): Promise<void> {
  const property = fc.asyncProperty(
    fc.array(anyRequest(), { minLength: together, maxLength: together }),
    async (batch) => {
      const replies = await Promise.all(batch.map(sendOne));
      for (const [at, answer] of replies.entries()) expectAnswer(batch[at] as AnyRequest, answer);
    },
  );
  await fc.assert(property, { numRuns: Math.ceil(requests / together), endOnFailure: true });
}

function anyMessage(): fc.Arbitrary<string> {
  const { schemas } = asyncapi.components;
  const named = fc.constantFrom('Buff163', 'csfloat', 3, '-1', 'all', 'CS2', 730, 'rust', 'nowhere', '', 'Waxpeer');
  const fitting = (name: string) => bySchema(asyncapi, schemas[name], named);
  const properties = schemas.SubscriptionRequest.properties as Readonly<Record<string, unknown>>;
  // Few ids, so that unsubscribing often hits one in use
  const id = fc.constantFrom<unknown>('a', 'b', 7);
  const ids = fc.record({ unsubscribe: id });
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      fc.oneof(
        { weight: 12, arbitrary: bySchema(asyncapi, schema, named) },
        { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
      ),
    ]),
  );
  const min = fc.record({
    subscribeTo: fc.constantFrom('all', [1], ['buff']),
    games: fc.constantFrom('all', ['CS2']),
  });
  const more = fc.record({ ...fields, id: fc.oneof(id, fields['id'] ?? id) }, { requiredKeys: [] });
  const deep = fc.integer({ min: 1, max: 30_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`);
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(min, more).map(([one, other]) => JSON.stringify({ ...one, ...other })) },
    { weight: 4, arbitrary: fc.tuple(min, more).map(([one, other]) => JSON.stringify({ ...other, ...one })) },
    // The more fields a message has, the more seldom all of them are valid together
    { weight: 1, arbitrary: fc.tuple(min, id).map(([one, by]) => JSON.stringify({ ...one, id: by })) },
    {
      weight: 2,
      arbitrary: fc.oneof(ids, fitting('UnsubscribeRequest')).map((value) => JSON.stringify(value)),
    },
    { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string() },
    { weight: 1, arbitrary: deep.map((list) => `{"subscribeTo":${list},"games":"all"}`) },
    {
      weight: 1,
      arbitrary: fc
        .array(named, { maxLength: 3_000 })
        .map((list) => JSON.stringify({ subscribeTo: list, games: 'all' })),
    },
  );
}

async function sendAll(texts: readonly string[]): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${served.port}/ws/v2/offers?apiKey=${served.key}`);
  let pongs = 0;
  let closed = 0;
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    count(seen.answers, message.code ?? message.type);
    if (message.type === 'pong') pongs += 1;
    // A request that named its subscription is told which
    const keys = Object.keys(message).filter((key) => key !== 'subscription');
    if (message.type === 'error') expect(keys).toEqual(['type', 'message', 'code']);
  });
  socket.on('close', (code) => {
    closed = code;
  });
  await once(socket, 'open');
  for (const text of texts) socket.send(text);
  socket.send('{"type":"ping"}');
  await holds(() => pongs > 0 || closed > 0, 'the answers');
  expect(closed, texts.join('\n')).toBe(0);
  socket.terminate();
}

async function sendAnything(messages: number): Promise<void> {
  const each = 100;
  const property = fc.asyncProperty(fc.array(anyMessage(), { minLength: each, maxLength: each }), sendAll);
  await fc.assert(property, { numRuns: Math.ceil(messages / each), endOnFailure: true });
}

const heapAfterAll = async (): Promise<number> => {
  await holds(() => served.hub.stats().readers === 0, 'the end of all connections');
  // One collection may release references that kept other memory alive
  for (let round = 0; round < 3; round += 1) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return process.memoryUsage().heapUsed;
};

async function keepsItsHeap(work: (amount: number) => Promise<void>): Promise<void> {
  // Fill the caches of answers first
  await work(total / 5);
  const before = await heapAfterAll();
  await work(total);
  const after = await heapAfterAll();
  if (longRun)
    process.stderr.write(`heap ${before} to ${after}, ${JSON.stringify([...seen.statuses, ...seen.answers])}\n`);
  // After so few requests, newly compiled code is part of the difference
  expect(after / before).toBeLessThan(longRun ? 1.05 : 1.25);
}

describe('any input', () => {
  it('over HTTP is answered or rejected without a server error, and leaks no memory', {}, async () => {
    const paths = appRoutes(served.api.app).map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([...Object.keys(openapi.paths), '/mcp', '/operator/keys', '/stream/offers']),
    );
    await keepsItsHeap(requestAnything);
    for (const status of ['200', '400', '401', '403', '404', '405'])
      expect([...seen.statuses.keys()]).toContain(status);
    expect(served.logged.filter((line) => line.startsWith('request failed'))).toEqual([]);
  });

  it('to the stream is answered or rejected, and leaks no memory', async () => {
    await keepsItsHeap(sendAnything);
    for (const answer of ['subscribed', 'unsubscribed', 'INVALID_PARAMS'])
      expect([...seen.answers.keys()]).toContain(answer);
  });
});
