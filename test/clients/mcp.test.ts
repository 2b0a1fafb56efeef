import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { until } from '../support/time/until.ts';

const name = liquidNames.CS2;
/** The newest revision that is published, and the last one with a handshake. */
const newest = '2026-07-28';
const previous = '2025-11-25';
const main = join(import.meta.dirname, '..', '..', 'dist', 'main.js');

let markets: PlayedMarkets;
const clients: Client[] = [];

beforeAll(async () => {
  markets = await startPlayedMarkets({
    atLeastSeconds: 60,
    config: { 'collect.only': ['skinport', 'csfloat', 'dmarket'], 'collect.games': ['CS2'] },
  });
  await until('offers, sales and a price history', async () => {
    const where = { marketplace: 'DMarket', game: 'CS2', name };
    const item = await markets.client.get('/v2/items', where);
    const sales = await markets.client.get('/v2/sales', where);
    const past = await markets.client.get('/v2/price-history', where);
    return item.body.offers?.length > 0 && sales.body.sales?.length > 0 && past.body.history?.length > 0;
  });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await markets?.close();
});

type Transport = Parameters<Client['connect']>[0];

/** A client of the SDK, which asks for the newest revision that it knows, or begins with the handshake of old ones. */
async function connected(transport: Transport, revision: string): Promise<Client> {
  const mode = revision === newest ? 'auto' : 'legacy';
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  clients.push(client);
  return client;
}

const overHttp = (revision: string) =>
  connected(
    new StreamableHTTPClientTransport(new URL('/mcp', markets.service.origin), {
      requestInit: { headers: { authorization: `Bearer ${markets.key}` } },
    }),
    revision,
  );
const stdio = () => ({
  command: process.execPath,
  args: [main, 'mcp', '--url', markets.service.origin],
  env: { PATH: process.env['PATH'] ?? '', ITEMTAPE_KEY: markets.key },
});
const overStdio = (revision: string) => connected(new StdioClientTransport({ ...stdio(), stderr: 'ignore' }), revision);

async function answerOf(client: Client, tool: string, args: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name: tool, arguments: args });
  const [first] = content as { type: string; text: string }[];
  return { text: first?.text ?? '', isError: isError === true };
}

describe.each([
  ['over HTTP', newest, overHttp],
  ['over HTTP', previous, overHttp],
  ['over standard input and output', newest, overStdio],
  ['over standard input and output', previous, overStdio],
])('an assistant %s in revision %s', (_, revision, open) => {
  let client: Client;
  beforeAll(async () => {
    client = await open(revision);
  });

  it('finds tools that only read', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    const { tools } = await client.listTools();

    expect(tools.map((tool) => tool.name)).toEqual([
      'search',
      'item',
      'compare',
      'catalogue',
      'best',
      'deals',
      'ratio',
      'offers',
      'value',
      'appraise',
      'holdings',
      'movers',
      'alerts',
      'history',
      'sales',
      'sources',
    ]);
    for (const tool of tools) expect(tool.annotations?.readOnlyHint).toBe(true);
  });

  it('gets the data of REST in short form, with units and ages', async () => {
    const best = JSON.parse((await answerOf(client, 'best', { game: 'CS2', name })).text);
    expect(best.units).toContain('Prices are in USD; ages are in seconds');
    expect(best.best[0].ask).toMatchObject({ marketplace: expect.any(String), priceUSD: expect.any(Number) });
    expect(best.best[0].ask.ageSeconds).toBeLessThan(600);

    const deals = JSON.parse((await answerOf(client, 'deals', { game: 'CS2', minProfit: 0, limit: 3 })).text);
    expect(deals.units).toContain('Prices and profit are in USD');
    const named = deals.deals.map((one: { name: string }) => one.name);
    expect(named).toEqual([...new Set(named)].slice(0, 3));

    const without = await answerOf(client, 'deals', { game: 'CS2', without: ['rateOld', 'afterGap'] });
    expect(without.isError).toBe(false);

    const into = { priceUSD: expect.any(Number), payout: 'steamBalance' };
    const ratio = JSON.parse((await answerOf(client, 'ratio', { game: 'CS2', limit: 3 })).text);
    expect(ratio.units).toContain('into is from money into Steam balance');
    for (const { sell } of ratio.into.rows) expect(sell).toMatchObject(into);

    const items = [{ name: 'No such thing', count: 2 }];
    const value = JSON.parse((await answerOf(client, 'value', { game: 'CS2', items })).text);
    expect([value.totalUSD, value.unknownCount, value.lines[0].count]).toEqual([0, 1, 2]);

    const offers = JSON.parse((await answerOf(client, 'offers', { game: 'CS2', maxPrice: 1000, limit: 3 })).text);
    expect(offers.units).toContain('stickersAskUSD is the sum of the lowest asks of its stickers');
    expect(offers.offers.length).toBeGreaterThan(0);

    const movers = JSON.parse((await answerOf(client, 'movers', { game: 'CS2', limit: 3 })).text);
    expect(movers.units).toContain('Lowest asks over all marketplaces that count in USD');
    expect(movers.movers.length).toBeLessThanOrEqual(3);

    const { text } = await answerOf(client, 'compare', { game: 'CS2', name });
    const { body } = await markets.client.get('/v2/items/compare', { game: 'CS2', name });
    const answer = JSON.parse(text);

    expect(answer.units).toContain('ages are in seconds');
    expect(
      answer.marketplaces.map((row: { marketplace: string; priceUSD: number }) => [row.marketplace, row.priceUSD]),
    ).toEqual(
      body.marketplaces.map((row: { marketplace: string; priceUSD: number }) => [row.marketplace, row.priceUSD]),
    );
    for (const row of answer.marketplaces) expect(row.ageSeconds).toBeGreaterThanOrEqual(0);

    const rifles = { game: 'CS2', query: 'redline', kind: ['rifle'], exterior: ['Field-Tested'], statTrak: false };
    const catalogue = JSON.parse((await answerOf(client, 'catalogue', rifles)).text);
    expect([catalogue.game, catalogue.isCut]).toEqual(['CS2', false]);
    const { items: listed } = (await markets.client.get('/tape/catalogue', { game: 'CS2', query: name })).body;
    expect(catalogue.items.find((item: { name: string }) => item.name === name)).toMatchObject({
      kind: 'rifle',
      rarity: listed[0].rarity,
      told: listed[0].told,
    });

    const about = { game: 'CS2', name, marketplace: 'DMarket' };
    const answers = {
      search: await answerOf(client, 'search', { game: 'CS2', query: 'redline', limit: 3 }),
      item: await answerOf(client, 'item', { ...about, limit: 3 }),
      history: await answerOf(client, 'history', about),
      sales: await answerOf(client, 'sales', { ...about, limit: 3 }),
      sources: await answerOf(client, 'sources', {}),
    };
    for (const [tool, { text, isError }] of Object.entries(answers)) {
      expect(isError, tool).toBe(false);
      expect(text.length, tool).toBeLessThan(16_000);
      expect(text, tool).toMatch(/"units":.*[aA]ge/);
    }
    const { items: found, isCut } = JSON.parse(answers.search.text);
    expect([found.length, isCut]).toEqual([3, true]);
    const all = JSON.parse((await answerOf(client, 'search', { game: 'CS2', query: name, limit: 50 })).text);
    expect([all.items[0].name, all.isCut]).toEqual([name, false]);
    expect(all.items[0].marketplaces.map((row: { marketplace: string }) => row.marketplace).sort()).toEqual(
      body.marketplaces.map((row: { marketplace: string }) => row.marketplace).sort(),
    );
    expect(JSON.parse(answers.item.text).offers.length).toBeGreaterThan(0);
    expect(JSON.parse(answers.sales.text).sales.length).toBeGreaterThan(0);
  });

  it('gets a schema for the output of each tool, and output that matches it', async () => {
    const { tools } = await client.listTools();
    for (const { outputSchema } of tools) expect(outputSchema?.['properties']).toHaveProperty('units');
    const about = { game: 'CS2', name, marketplace: 'DMarket' };
    const calls: Record<string, object> = {
      search: { game: 'CS2', query: 'redline' },
      item: about,
      compare: { game: 'CS2', name },
      history: about,
      sales: about,
      sources: {},
    };
    for (const [tool, args] of Object.entries(calls)) {
      // The client validates the answer against the schema
      const { content, structuredContent } = await client.callTool({ name: tool, arguments: { ...args } });
      const [first] = content as { text: string }[];
      expect(structuredContent, tool).toEqual(JSON.parse(first?.text ?? ''));
    }
  });

  it('is referred by error messages to tools, not to addresses', async () => {
    const far = { game: 'CS2', name: 'q'.repeat(60), marketplace: 'DMarket' };
    const { text } = await answerOf(client, 'item', far);
    expect(text).toContain('the tool search finds names');
    expect(text).not.toContain('/v2/');
  });

  it('is told in words what is wrong', async () => {
    const { text, isError } = await answerOf(client, 'item', {
      game: 'CS2',
      name: 'nothing',
      marketplace: 'skinport',
    });

    expect(isError).toBe(true);
    expect(text).toContain('item "nothing" is not known in CS2');
  });
});

describe('an assistant that sends something else than JSON-RPC', () => {
  it('over standard input is told, and goes on', async () => {
    const { command, args, env } = stdio();
    const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const answerTo = async (line: string) => {
      child.stdin.write(`${line}\n`);
      const { value } = await lines.next();
      return JSON.parse(value ?? 'null');
    };

    expect(await answerTo('{"jsonrpc":')).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } });
    expect(await answerTo('[{"jsonrpc":"2.0","id":1,"method":"ping"}]')).toMatchObject({
      id: null,
      error: { code: -32600 },
    });
    expect(await answerTo('{"jsonrpc":"2.0","id":2,"method":"ping"}')).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

describe('an assistant whose key is', () => {
  it.each([
    ['none', {}, 401],
    ['a wrong one', { authorization: 'Bearer it_wrong' }, 401],
  ])('%s is refused', async (_, headers, status) => {
    const reply = await fetch(new URL('/mcp', markets.service.origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });

    expect(reply.status).toBe(status);
  });
});
