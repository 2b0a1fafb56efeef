import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demandedHeaders } from '../../src/collect/request/demanded.ts';
import { connectors } from '../../src/connectors/index.ts';
import { type Connector, type Demand, type PollableSource, runsUnasked } from '../../src/contract/connector.ts';
import { requestFor } from '../../src/contract/suite/declaration-faults.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { createPlayedSecrets } from '../../src/stage/played-secrets.ts';
import { itemIdOf } from '../../src/stage/players/c5/c5-product.ts';
import { players } from '../../src/stage/players/index.ts';
import { type RequestsToStage, requestsToStage } from '../support/stage/requests-to-stage.ts';
import { stageItems } from '../support/stage/stage-items.ts';

/** Written down from what the hosts say, apart from the connectors and the stage. */
const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'api.skinbaron.de': { 'x-requested-with': 'XMLHttpRequest' },
  'api.skinport.com': { 'accept-encoding': 'br' },
  'openapi.c5game.com': { 'accept-encoding': 'gzip, br, zstd, deflate' },
  'openapi.cs2dt.com': { 'accept-encoding': 'gzip, br, zstd, deflate' },
};

const isSent = (demand: Demand): boolean => 'header' in demand || 'encodings' in demand;
const hostsOf = ({ demands = [] }: Connector): readonly string[] => [
  ...new Set(demands.filter(isSent).flatMap(({ hosts }) => hosts)),
];

const world = createWorld({ seed: 1, startedAt: Date.now(), items: stageItems });
const item = liquidNames.CS2;
const catalogued = world.itemNamed('CS2', item);
const id = catalogued === null ? '' : itemIdOf(catalogued);

/** Each source, except feeds, whose requests go to a host with demands. */
const asking = connectors.flatMap((connector) =>
  connector.sources.flatMap((source) => {
    if (source.kind === 'feed') return [];
    const request = requestFor(source as PollableSource, 'CS2', { item, marketplaceItemId: id });
    const { host } = new URL(request?.url ?? 'https://none.example');
    return hostsOf(connector).includes(host)
      ? [{ title: `${connector.slug}/${source.name}`, connector, source, host }]
      : [];
  }),
);

let here: RequestsToStage;
beforeAll(async () => {
  here = await requestsToStage(world);
});
afterAll(() => here.close());

const outcomeOf = async (connector: Connector, source: string): Promise<string> => {
  const collector = here.collectorFor([connector], createPlayedSecrets(), () => id);
  return (await collector.runOnce(connector.slug, source, 'CS2', item)).outcome;
};

describe('what hosts demand', () => {
  it('is declared by their connectors, all that is known and no more', () => {
    const declared = connectors.flatMap(({ demands = [], ...connector }) =>
      hostsOf({ ...connector, demands }).map((host) => [host, demandedHeaders(demands, host)]),
    );

    expect(Object.fromEntries(declared)).toEqual(known);
  });

  it('is demanded on the stage, too, of every host', () => {
    const played = players.flatMap(({ demands = [] }) => demands);

    expect(played.map(({ host, header }) => `${host} ${header}`).sort()).toEqual(
      Object.entries(known).flatMap(([host, headers]) => Object.keys(headers).map((header) => `${host} ${header}`)),
    );
    for (const { host, header, accepts } of played) {
      expect(accepts(known[host]?.[header] ?? ''), host).toBe(true);
      expect(accepts(''), host).toBe(false);
      expect(accepts('gzip, deflate'), host).toBe(false);
    }
  });

  it('concerns sources that run by default and sources with a key', () => {
    expect(asking.length).toBeGreaterThan(8);
    expect(asking.some(({ source }) => source.credential === undefined && runsUnasked(source))).toBe(true);
  });

  it.each(asking)('of $title is met, and a request that lacks it is refused', async ({ connector, source }) => {
    const { demands: _, ...without } = connector;
    const met = await outcomeOf(connector, source.name);
    const lacking = await outcomeOf(without, source.name);

    expect(met).toBe('read');
    expect(['refused', 'blocked', 'changed']).toContain(lacking);
  });
});
