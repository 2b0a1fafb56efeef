import { describe, expect, it } from 'vitest';
import { requireKnownPaths } from './allowed-paths.ts';
import { asyncapiDocument } from './documents/asyncapi.ts';
import { openapiDocument } from './documents/openapi.ts';

const open = ['/ready', '/registry.json'];

describe('the paths that a new key is limited to', () => {
  it.each([
    '/',
    '/v2',
    '/v2/',
    '/v2/items',
    '/v2/items/compare',
    '/tape/best',
    '/tape/alerts/test',
    '/ws',
    '/stream/offers',
    '/shapes',
    '/shapes/csgotrader/latest/buff163.json',
    '/operator/keys',
    '/mcp',
    '/metrics',
    '/health/sources',
  ])('can be %s', (path) => {
    expect(() => requireKnownPaths(['/v2', path])).not.toThrow();
  });

  it('can be any documented path that needs a key', () => {
    const { paths } = openapiDocument('1') as { paths: object };
    const { channels } = asyncapiDocument('1') as { channels: Record<string, { address: string }> };
    const withKey = Object.keys(paths).filter((path) => !open.includes(path));

    requireKnownPaths([...withKey, ...Object.values(channels).map(({ address }) => address)]);

    expect(withKey.length).toBeGreaterThan(20);
    for (const path of open) expect(() => requireKnownPaths([path])).toThrow();
  });

  it.each([
    ['/v2/itemz', 'did you mean /v2/items?'],
    ['/V2/Sales', 'did you mean /v2/sales?'],
    ['/v2/items/nothing', 'did you mean /v2/items?'],
    ['/v', 'did you mean /v2/marketplaces?'],
    ['/ready', 'paths are such as /v2, /v2/items or /tape/best'],
    ['/nowhere', 'paths are such as /v2, /v2/items or /tape/best'],
  ])('cannot be %s', (path, hint) => {
    expect(() => requireKnownPaths(['/v2', path])).toThrow(`no endpoint at "${path}" or below it takes a key; ${hint}`);
  });
});
