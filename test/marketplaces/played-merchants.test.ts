import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Collector } from '../../src/collect/collector.ts';
import { connectors } from '../../src/connectors/index.ts';
import type { MarketRecord } from '../../src/schema/index.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { createPlayedSecrets } from '../../src/stage/played-secrets.ts';
import { type RequestsToStage, requestsToStage } from '../support/stage/requests-to-stage.ts';
import { stageItems } from '../support/stage/stage-items.ts';

const slugs = ['youpin898', 'ecosteam', 'uuskins'];
const world = createWorld({ seed: 1, startedAt: Date.now(), items: stageItems });
const item = liquidNames.CS2;
const secretOf = createPlayedSecrets();
const somebodyElse = createPlayedSecrets();

let here: RequestsToStage;
beforeAll(async () => {
  here = await requestsToStage(world);
});
afterAll(() => here.close());

const collecting = (secrets: (name: string) => string | null): Collector =>
  here.collectorFor(
    connectors.filter(({ slug }) => slugs.includes(slug)),
    secrets,
    () => String(40_000 + (world.itemNamed('CS2', item)?.index ?? 0)),
  );

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

describe('merchants whose requests are signed with RSA', () => {
  it.each(sources)('get answers from the stage: $slug/$name', async ({ slug, name, yields }) => {
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

  it.each(signedSources)('are refused with a different key: $slug/$name', async ({ slug, name, credential }) => {
    const [merchant = ''] = secretOf(credential ?? '').split(':');
    const [, otherKey = ''] = somebodyElse(credential ?? '').split(':');
    const once = await collecting(() => `${merchant}:${otherKey}`).runOnce(slug, name, 'CS2', item);

    expect(once.outcome).toBe('refused');
    expect(once.detail).toContain(`check ${credential}`);
    expect(once.detail).not.toContain(otherKey.slice(0, 20));
  });

  it.each(signedSources)('are told which key cannot be read: $slug/$name', async ({ slug, name, credential }) => {
    const [merchant = '', key = ''] = secretOf(credential ?? '').split(':');
    const once = await collecting(() => `${merchant}:${key.slice(0, 900)}`).runOnce(slug, name, 'CS2', item);

    expect(once.outcome).toBe('refused');
    expect(once.detail).toContain(`the private key in ${credential} must be an RSA key in PKCS #8`);
    expect(once.detail).not.toContain(key.slice(0, 20));
  });
});
