import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Collector, createCollector } from '../src/collect/collector.ts';
import { realTimers } from '../src/collect/wait.ts';
import { connectors } from '../src/connectors/index.ts';
import { type Game, marketplaceWithSlug } from '../src/schema/index.ts';
import { quickened } from '../src/service/pace.ts';
import { liquidNames } from '../src/stage/catalogue/liquid-names.ts';
import { createWorld } from '../src/stage/create-world.ts';
import { createPlayedSecrets } from '../src/stage/played-secrets.ts';
import { productIdOf } from '../src/stage/players/igxe.ts';
import { players } from '../src/stage/players/index.ts';
import { type Stage, startStage } from '../src/stage/server.ts';
import type { PlayedListing } from '../src/stage/world.ts';
import { createKeptSink } from './support/collecting.ts';
import { stageItems } from './support/stage-items.ts';

const world = createWorld({ seed: 1, startedAt: Date.now(), items: stageItems });
const own = quickened(
  connectors.filter(({ slug }) => ['buffmarket', 'c5game', 'haloskins', 'igxe'].includes(slug)),
  40,
);
/** Sources that teach the ids which others of their marketplace ask by. */
const teachers: Readonly<Record<string, string>> = { buffmarket: 'goods', c5game: 'prices', haloskins: 'search' };

let stage: Stage;
let collector: Collector;
/** As "<marketplace id> <game> <name>". */
const learnt = new Map<string, string>();

beforeAll(async () => {
  stage = await startStage({ world, players, now: Date.now });
  collector = createCollector({
    connectors: own,
    secrets: createPlayedSecrets(),
    sink: createKeptSink(),
    now: Date.now,
    random: Math.random,
    timers: realTimers,
    relay: stage.origin,
    log: { info: () => undefined, warn: () => undefined },
    names: () => [],
    valueOf: () => null,
    marketplaceItemId: (id, game, name) => learnt.get(`${id} ${game} ${name}`) ?? null,
    userAgent: 'itemtape-test',
  });
});
afterAll(async () => {
  await collector.stop();
  await stage.close();
});

const ask = (slug: string, source: string, game: Game) => collector.runOnce(slug, source, game, liquidNames[game]);

async function learn(slug: string, game: Game): Promise<void> {
  const teacher = teachers[slug];
  const item = world.itemNamed(game, liquidNames[game]);
  const { records } = teacher === undefined ? { records: [] } : await ask(slug, teacher, game);
  const quote = records.find((record) => record.kind === 'quote' && record.name === liquidNames[game]);
  // Nothing teaches the ids of IGXE, whose operator brings a map
  const brought = slug === 'igxe' && item !== null ? String(productIdOf(item)) : null;
  const id = quote?.kind === 'quote' ? quote.marketplaceItemId : brought;
  if (id !== null) learnt.set(`${marketplaceWithSlug(slug).id} ${game} ${liquidNames[game]}`, id);
}

const listingsOn = (slug: string, game: Game): readonly PlayedListing[] => {
  const item = world.itemNamed(game, liquidNames[game]);
  return item === null ? [] : world.listings(slug, item);
};

const asked = own.flatMap(({ slug, games, sources }) =>
  sources.flatMap((source) =>
    (source.games ?? games).map((game) => ({ slug, game, name: source.name, yields: source.yields, source })),
  ),
);

describe('marketplaces of one software, and IGXE', () => {
  it.each(asked)('are answered by the stage: $slug/$name of $game', async ({ slug, game, name, yields, source }) => {
    await learn(slug, game);
    const once = await ask(slug, name, game);
    const of = (kind: string) =>
      once.records.filter((record) => record.kind === kind && 'name' in record && record.name === liquidNames[game]);
    const listings = listingsOn(slug, game);
    const shown = 'pageRows' in source ? Math.min(listings.length, source.pageRows ?? listings.length) : 0;

    expect({ outcome: once.outcome, detail: once.detail, rejected: once.rejected }).toEqual({
      outcome: 'read',
      detail: null,
      rejected: 0,
    });
    expect(Object.keys(once.counts)).toEqual(yields);
    if (yields.includes('offer')) expect(of('offer')).toHaveLength(shown);
    if (yields.includes('quote')) expect(of('quote')[0]).toMatchObject({ offerCount: listings.length });
  });

  it('are not asked by an id that nothing has told', async () => {
    learnt.clear();

    await expect(ask('igxe', 'offers', 'CS2')).rejects.toThrow('its id there is not known');
    await expect(ask('haloskins', 'offers', 'CS2')).rejects.toThrow('its id there is not known');
    expect((await ask('buffmarket', 'sell-orders', 'CS2')).counts['offer']).toBeGreaterThan(0);
  });

  it('tell offers of HaloSkins apart by their last digits', async () => {
    await learn('haloskins', 'CS2');
    const { records } = await ask('haloskins', 'offers', 'CS2');
    const ids = records.flatMap((record) => (record.kind === 'offer' ? [record.offerId] : []));

    expect(ids).toEqual(
      listingsOn('haloskins', 'CS2').map(({ number }) => String(900_000_000_000_000_000n + BigInt(number))),
    );
  });
});
