import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting } from '../../../test/support/collect/collecting.ts';
import { type Feeding, feeding } from '../../../test/support/collect/feeding.ts';
import { tinyFeed, tinyPlayer, tongues } from '../../../test/support/collect/tiny-feeds.ts';
import { priceList, priceRows } from '../../../test/support/collect/tiny-sources.ts';
import type { Demand } from '../../contract/connector.ts';

const stated = { hosts: ['tiny.test'], on: '2026-10', by: 'its documentation' };
const demands: readonly Demand[] = [
  { ...stated, encodings: ['gzip', 'br', 'zstd', 'deflate'] },
  { ...stated, header: { name: 'X-Client', value: 'reader' } },
  { ...stated, hosts: ['other.test'], header: { name: 'X-Other', value: 'no' } },
  { ...stated, limit: { requests: 5, perSeconds: 1 }, budget: 'all' },
  { ...stated, membership: 'Be a member.' },
];

let here: Collecting | undefined;
let fed: Feeding | undefined;
afterEach(async () => {
  await here?.stop();
  await fed?.stop();
});

describe('what a host demands', () => {
  it('is in every request to it, in place of what is usual, and no other demand', async () => {
    const source = priceList({ request: () => ({ url: 'https://tiny.test/prices', headers: { 'x-own': 'yes' } }) });
    here = await collecting({ sources: [source], connector: { demands } });
    here.server.play(() => ({ body: { items: priceRows(2) } }));
    const { outcome } = await here.collector.runOnce('skinport', 'prices', 'CS2');
    const { headers } = here.server.requests[0] ?? {};

    expect(outcome).toBe('read');
    expect(headers).toMatchObject({
      'accept-encoding': 'gzip, br, zstd, deflate',
      'x-client': 'reader',
      'x-own': 'yes',
    });
    expect(headers).not.toHaveProperty('x-other');
  });

  it('is in no request to a host that demands nothing', async () => {
    here = await collecting({
      sources: [priceList({ request: () => ({ url: 'https://free.test/prices' }) })],
      connector: { demands },
    });
    here.server.play(() => ({ body: { items: priceRows(2) } }));
    await here.collector.runOnce('skinport', 'prices', 'CS2');

    expect(here.server.requests[0]?.headers['accept-encoding']).toBe('gzip, deflate');
    expect(here.server.requests[0]?.headers).not.toHaveProperty('x-client');
  });

  it('is in the request for a token', async () => {
    const credential = {
      env: 'TINY_LOGIN',
      about: 'Your name.',
      carry: {
        in: 'token',
        name: 'authorization',
        exchange: () => ({ url: 'https://tiny.test/login' }),
        tokenAt: 'token',
        lastsSeconds: 60,
      },
    } as const;
    here = await collecting({
      sources: [priceList({ credential: 'TINY_LOGIN' })],
      connector: { demands, credentials: [credential] },
      secrets: { TINY_LOGIN: 'name' },
    });
    here.server.play(({ url }) => ({ body: url.endsWith('/login') ? { token: 'abcdefgh' } : { items: priceRows(1) } }));
    await here.collector.runOnce('skinport', 'prices', 'CS2');

    expect(here.server.requests.map(({ headers }) => headers['x-client'])).toEqual(['reader', 'reader']);
  });

  it('is in the opening request of a feed', async () => {
    const [json] = tongues;
    if (json === undefined) throw new Error('no tongue');
    const opened: unknown[] = [];
    const { player } = tinyPlayer(json, {
      admit: ({ headers }) => {
        opened.push([headers['x-client'], headers['x-own']]);
        return null;
      },
    });
    const source = tinyFeed(json, { handshake: () => ({ headers: { 'x-own': 'yes' } }) });
    const { host } = new URL(source.url);
    const header = { name: 'X-Client', value: 'reader' };
    fed = await feeding({
      sources: [source],
      players: [player],
      connector: { demands: [{ ...stated, hosts: [host], header }] },
    });
    await fed.live();

    expect(opened[0]).toEqual(['reader', 'yes']);
  });
});
