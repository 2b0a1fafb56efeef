import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Collector, createCollector } from '../src/collect/collector.ts';
import { realTimers } from '../src/collect/wait.ts';
import { connectors } from '../src/connectors/index.ts';
import type { MarketRecord } from '../src/schema/index.ts';
import { liquidNames } from '../src/stage/catalogue/liquid-names.ts';
import { createWorld } from '../src/stage/create-world.ts';
import { createPlayedSecrets } from '../src/stage/played-secrets.ts';
import { players } from '../src/stage/players/index.ts';
import { type Stage, startStage } from '../src/stage/server.ts';
import { createKeptSink } from './support/collecting.ts';
import { stageItems } from './support/stage-items.ts';

const slugs = ['youpin898', 'ecosteam', 'uuskins'];
const world = createWorld({ seed: 1, startedAt: Date.now(), items: stageItems });
const item = liquidNames.CS2;
const secretOf = createPlayedSecrets();
const somebodyElse = createPlayedSecrets();

let stage: Stage;
const collectors: Collector[] = [];
beforeAll(async () => {
  stage = await startStage({ world, players: players.filter(({ slug }) => slugs.includes(slug)), now: Date.now });
});
afterAll(async () => {
  await Promise.all(collectors.map((collector) => collector.stop()));
  await stage.close();
});

function collecting(secrets: (name: string) => string | null): Collector {
  const collector = createCollector({
    connectors: connectors.filter(({ slug }) => slugs.includes(slug)),
    secrets,
    sink: createKeptSink(),
    now: Date.now,
    random: Math.random,
    timers: realTimers,
    relay: stage.origin,
    log: { info: () => undefined, warn: () => undefined },
    names: () => [],
    valueOf: () => null,
    marketplaceItemId: () => String(40_000 + (world.itemNamed('CS2', item)?.index ?? 0)),
    userAgent: 'itemtape-test',
  });
  collectors.push(collector);
  return collector;
}

const sources = connectors
  .filter(({ slug }) => slugs.includes(slug))
  .flatMap(({ slug, sources }) =>
    sources.map(({ name, kind, yields, credential }) => ({ slug, name, kind, yields, credential })),
  );
const signedSources = sources.filter(({ credential }) => credential?.endsWith('_KEYS'));

const listingsOn = (slug: string) => {
  const found = world.itemNamed('CS2', item);
  return found === null ? [] : world.listings(slug, found);
};

const namedItem = (records: readonly MarketRecord[], kind: string) =>
  records.filter((record) => record.kind === kind && 'name' in record && record.name === item);

describe('merchants that sign with RSA', () => {
  it.each(sources)('are answered by the stage: $slug/$name', async ({ slug, name, yields }) => {
    const once = await collecting(secretOf).runOnce(slug, name, 'CS2', item);

    expect({ outcome: once.outcome, detail: once.detail, rejected: once.rejected }).toEqual({
      outcome: 'read',
      detail: null,
      rejected: 0,
    });
    expect(Object.keys(once.counts)).toEqual(yields);
    const listings = listingsOn(slug);
    if (yields.includes('offer')) expect(namedItem(once.records, 'offer')).toHaveLength(listings.length);
    if (yields.includes('quote'))
      expect(namedItem(once.records, 'quote')[0]).toMatchObject({ offerCount: listings.length });
  });

  it.each(signedSources)(
    'are refused with the key of somebody else: $slug/$name',
    async ({ slug, name, credential }) => {
      const [merchant = ''] = secretOf(credential ?? '').split(':');
      const [, otherKey = ''] = somebodyElse(credential ?? '').split(':');
      const once = await collecting(() => `${merchant}:${otherKey}`).runOnce(slug, name, 'CS2', item);

      expect(once.outcome).toBe('refused');
      expect(once.detail).toContain(`check ${credential}`);
      expect(once.detail).not.toContain(otherKey.slice(0, 20));
    },
  );

  it.each(signedSources)('are told which key cannot be read: $slug/$name', async ({ slug, name, credential }) => {
    const [merchant = '', key = ''] = secretOf(credential ?? '').split(':');
    const once = await collecting(() => `${merchant}:${key.slice(0, 900)}`).runOnce(slug, name, 'CS2', item);

    expect(once.outcome).toBe('refused');
    expect(once.detail).toContain(`the private key in ${credential} must be an RSA key in PKCS #8`);
    expect(once.detail).not.toContain(key.slice(0, 20));
  });
});
