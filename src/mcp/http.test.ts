import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMcpHandler } from './http.ts';

// Counts what is built; the real method does the work
const building = vi.spyOn(Server.prototype, 'setRequestHandler');

const handler = createMcpHandler({ origin, version: '1.2.3', now: Date.now });
/** Serves MCP, and in place of REST an answer that names the caller. */
const server = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const caller = String(request.headers['x-api-key']);
  if (request.url !== '/mcp') {
    response.end(
      JSON.stringify([
        { slug: caller, source: String(request.headers['x-own']), game: 'CS2', state: 'live', lastReadAt: 1 },
      ]),
    );
    return;
  }
  await handler(request, response, JSON.parse(Buffer.concat(pieces).toString()), {
    key: caller,
    headers: { 'x-own': caller },
  });
});
function origin(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.close();
  building.mockRestore();
});

const send = async (body: unknown, more: Readonly<Record<string, string>> = {}) => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...more };
  const reply = await fetch(`${origin()}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await reply.text();
  return { status: reply.status, body: text === '' ? null : JSON.parse(text) };
};
const message = (method: string, params?: object, id: unknown = 7) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});
const listing = { name: 'sources', arguments: {} };

describe('MCP over HTTP', () => {
  it('builds its server once, however many messages come', async () => {
    for (const method of ['ping', 'tools/list', 'nonsense', 'tools/list', 'tools/list']) await send(message(method));
    const built = building.mock.calls.length;
    expect(built).toBeGreaterThan(1);
    for (const method of ['ping', 'tools/list', 'nonsense']) await send(message(method));
    await send(message('tools/call', listing));
    expect(building.mock.calls.length).toBe(built);
  });

  it('answers every message under its own id', async () => {
    for (const id of [7, 'seven', 0, -1]) {
      expect((await send(message('ping', undefined, id))).body).toEqual({ jsonrpc: '2.0', id, result: {} });
      const { body } = await send(message('tools/list', {}, id));
      expect([body.jsonrpc, body.id, body.result.tools.length]).toEqual(['2.0', id, 16]);
      expect((await send(message('nonsense', {}, id))).body).toMatchObject({ id, error: { code: -32601 } });
    }
  });

  it('says in words what is wrong with a call, and needs only what has no default', async () => {
    const call = async (name: string, args: object) =>
      (await send(message('tools/call', { name, arguments: args }))).body.result;
    const refused = async (name: string, args: object) => {
      const { content, isError } = await call(name, args);
      return isError && content[0].text;
    };

    expect(await refused('buy', {})).toMatch(/^no tool is named buy; there are search, item, .*, sources$/);
    expect(await refused('search', { query: 7, limit: 51 })).toBe(
      'invalid arguments for the tool search: must have required properties game; query must be string; limit must be <= 50',
    );
    expect(await refused('value', { game: 'CS3', items: [{ name: 'a', count: 0 }] })).toBe(
      'invalid arguments for the tool value: game must be equal to one of the allowed values: CS2, Dota2, Rust, TF2; items.0.count must be >= 1',
    );
    expect((await call('sources', { more: 1 })).isError).toBeUndefined();

    const { tools } = (await send(message('tools/list'))).body.result;
    const { inputSchema } = tools.find(({ name }: { name: string }) => name === 'value');
    expect(inputSchema.required).toEqual(['game', 'items']);
    expect(inputSchema.properties.items.items.required).toEqual(['name']);
  });

  it('agrees on the version that the client asks for, or offers the newest', async () => {
    const ask = async (protocolVersion: string) =>
      (
        await send(
          message('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'a', version: '1' } }),
        )
      ).body.result;
    expect(await ask('2025-03-26')).toMatchObject({ protocolVersion: '2025-03-26', serverInfo: { name: 'itemtape' } });
    expect((await ask('1999-01-01')).protocolVersion).toMatch(/^20/);
  });

  it('calls tools for whoever asks, also if several ask at once under one id', async () => {
    const keys = Array.from({ length: 20 }, (_, at) => `it_${at}`);
    const answers = await Promise.all(keys.map((key) => send(message('tools/call', listing), { 'x-api-key': key })));
    expect(answers.map(({ body }) => body.result.structuredContent.sources[0].source)).toEqual(
      keys.map((key) => `${key}/${key}`),
    );
  });

  it('takes notifications and responses without an answer, so that none can cancel the request of somebody else', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    expect(await send(cancel)).toEqual({ status: 202, body: null });
    expect(await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).toEqual({ status: 202, body: null });
    expect(await send({ jsonrpc: '2.0', id: 1, result: {} })).toEqual({ status: 202, body: null });
  });

  it.each([
    ['a batch', [message('ping')]],
    ['no JSON-RPC', { id: 1, method: 'ping' }],
    ['another version of it', { jsonrpc: '1.0', id: 1, method: 'ping' }],
    ['an id that is none', message('ping', {}, { a: 1 })],
    ['parameters in a list', { ...message('ping'), params: [] }],
    ['nothing', null],
    ['neither a method nor a result', { jsonrpc: '2.0', id: 1 }],
  ])('refuses %s', async (_, body) => {
    expect(await send(body)).toMatchObject({
      status: 400,
      body: { jsonrpc: '2.0', id: null, error: { code: -32700 } },
    });
  });

  it('refuses what the transport of the protocol refuses', async () => {
    expect((await send(message('ping'), { accept: 'application/json' })).status).toBe(406);
    expect((await send(message('ping'), { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(message('ping'), { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    expect((await send(message('ping'), { 'mcp-protocol-version': '2025-06-18' })).status).toBe(200);
  });
});
