import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Collector } from '../../src/collect/collector.ts';
import { connectors } from '../../src/connectors/index.ts';
import { marketplaceWithSlug } from '../../src/schema/index.ts';
import { spedUp } from '../../src/service/demo/speed-up.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { createPlayedSecrets } from '../../src/stage/played-secrets.ts';
import { type RequestsToStage, requestsToStage } from '../support/stage/requests-to-stage.ts';
import { stageItems } from '../support/stage/stage-items.ts';

const world = createWorld({ seed: 1, startedAt: Date.now(), items: stageItems });
const own = spedUp(
  connectors.filter(({ slug }) => ['buffmarket', 'haloskins', 'igxe'].includes(slug)),
  40,
);
const item = liquidNames.CS2;

let here: RequestsToStage;
let collector: Collector;
/** Ids by marketplace id. */
const learnt = new Map<number, string>();

beforeAll(async () => {
  here = await requestsToStage(world);
  collector = here.collectorFor(own, createPlayedSecrets(), (id) => learnt.get(id) ?? null);
});
afterAll(() => here.close());

const ask = (slug: string, source: string) => collector.runOnce(slug, source, 'CS2', item);

describe('marketplaces that go by ids of their own', () => {
  it('are not asked by an id that nothing has told', async () => {
    await expect(ask('igxe', 'offers')).rejects.toThrow('its id at the marketplace is not known');
    await expect(ask('haloskins', 'offers')).rejects.toThrow('its id at the marketplace is not known');
    expect((await ask('buffmarket', 'sell-orders')).counts['offer']).toBeGreaterThan(0);
  });

  it('keep offers apart whose long ids differ only in the last digits', async () => {
    const { records: taught } = await ask('haloskins', 'search');
    const quote = taught.find((record) => record.kind === 'quote' && record.name === item);
    if (quote?.kind === 'quote') learnt.set(marketplaceWithSlug('haloskins').id, quote.marketplaceItemId ?? '');
    const { records } = await ask('haloskins', 'offers');
    const ids = records.flatMap((record) => (record.kind === 'offer' ? [record.offerId] : []));
    const inWorld = world.itemNamed('CS2', item);

    expect(inWorld).not.toBeNull();
    expect(ids).toEqual(
      (inWorld === null ? [] : world.listings('haloskins', inWorld)).map(({ number }) =>
        String(900_000_000_000_000_000n + BigInt(number)),
      ),
    );
  });
});
