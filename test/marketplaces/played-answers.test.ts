import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Collector } from '../../src/collect/collector.ts';
import { dataSets } from '../../src/connectors/data-sets.ts';
import { connectors } from '../../src/connectors/index.ts';
import type { Connector, Source } from '../../src/contract/connector.ts';
import { type Game, marketplaceWithSlug } from '../../src/schema/index.ts';
import { spedUp } from '../../src/service/demo/speed-up.ts';
import { catalogue } from '../../src/stage/catalogue/catalogue.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import type { CatalogueItem, World } from '../../src/stage/market/world.ts';
import { createPlayedSecrets } from '../../src/stage/played-secrets.ts';
import { productIdOf } from '../../src/stage/players/c5/igxe.ts';
import { type RequestsToStage, requestsToStage } from '../support/stage/requests-to-stage.ts';
import { stageItems } from '../support/stage/stage-items.ts';

const world = createWorld({ seed: 1, startedAt: Date.now(), items: stageItems });
const played = spedUp([...connectors, ...dataSets], 1000);

/** Sources for which this small world has no data, with the reason. */
const without: Readonly<Record<string, string>> = {
  'tradeit/newest Dota2': 'every item here stands in a stack',
  'tradeit/newest Rust': 'every item here stands in a stack',
};

/** Sources that show at most this many offers of an item, on a page that is not a complete reading. */
const shown: Readonly<Record<string, number>> = { 'steam-market/listing-page': 20, 'steam-market/listings': 20 };

let here: RequestsToStage;
let collector: Collector;
/** Ids learnt from answers, by "<marketplace id> <game>" and name. */
const learnt = new Map<string, Map<string, string>>();

beforeAll(async () => {
  here = await requestsToStage(world);
  collector = here.collectorFor(
    played,
    createPlayedSecrets(),
    (id, game, name) => learnt.get(`${id} ${game}`)?.get(name) ?? null,
  );
});
afterAll(() => here.close());

/** Reads a source once and remembers the ids in the answer. */
async function ask({ slug }: Connector, { name }: Source, game: Game, item?: string) {
  const sourceKey = `${marketplaceWithSlug(slug).id} ${game}`;
  const ids = learnt.get(sourceKey) ?? new Map<string, string>();
  learnt.set(sourceKey, ids);
  const once = await collector.runOnce(slug, name, game, item);
  for (const record of once.records)
    if (record.kind === 'quote' && record.marketplaceItemId !== null) ids.set(record.name, record.marketplaceItemId);
  return once;
}

/** An item that lookups of a marketplace can request, after reading every source that gives ids. */
async function itemFor(connector: Connector, source: Source, game: Game): Promise<string> {
  const ordinary = liquidNames[game];
  const sourceKey = `${marketplaceWithSlug(connector.slug).id} ${game}`;
  const item = world.itemNamed(game, ordinary);
  // No source gives the ids of IGXE: its operator supplies a map
  if (connector.slug === 'igxe' && item !== null)
    learnt.set(sourceKey, new Map([[ordinary, String(productIdOf(item))]]));
  const teachers = connector.sources.filter(
    ({ kind, yields, games = connector.games }) => kind !== 'feed' && yields.includes('quote') && games.includes(game),
  );
  const choose = () => {
    const ids = learnt.get(sourceKey);
    const [known] = ids?.keys() ?? [];
    return known === undefined || ids?.has(ordinary) ? ordinary : known;
  };
  for (const teacher of teachers) await ask(connector, teacher, game, choose()).catch(() => null);
  // One source may need the ids of another
  for (const teacher of teachers) await ask(connector, teacher, game, choose()).catch(() => null);
  // STN has a separate call for keys
  if (connector.slug === 'stn-tf' && source.name === 'items')
    return stageItems.TF2.find(({ name }) => name !== ordinary)?.name ?? ordinary;
  return choose();
}

const lookups = played.flatMap((connector) =>
  connector.sources
    .filter(({ kind }) => kind !== 'feed')
    .flatMap((source) =>
      (source.games ?? connector.games).map((game) => ({
        connector,
        source,
        game,
        name: `${connector.slug}/${source.name} ${game}`,
      })),
    ),
);

describe('the answer of the stage', () => {
  it.each(lookups.filter(({ name }) => without[name] === undefined))(
    'is read by $name, every row of it',
    async ({ connector, source, game }) => {
      const item = source.kind === 'lookup' ? await itemFor(connector, source, game) : undefined;
      const { outcome, detail, rejected, rejectedRows, counts } = await ask(connector, source, game, item);

      const missing = outcome === 'gone' ? `the player of ${connector.slug} has no route for it` : undefined;
      expect({ outcome, detail, rejected, rejectedRows }, missing).toEqual({
        outcome: 'read',
        detail: null,
        rejected: 0,
        rejectedRows: [],
      });
      expect(Object.keys(counts).sort()).toEqual([...source.yields].sort());
    },
  );

  it.each(
    lookups.flatMap(({ source, ...about }) =>
      source.kind === 'lookup' && source.yields.includes('offer') ? [{ ...about, source }] : [],
    ),
  )('about an item contains every offer of it to $name', async ({ connector, source, game }) => {
    const item = await itemFor(connector, source, game);
    const played = world.itemNamed(game, item);
    const listings = played === null ? [] : world.listings(connector.slug, played);
    const { counts, records } = await ask(connector, source, game, item);
    const ids = records.flatMap((record) => (record.kind === 'offer' ? [record.offerId] : []));
    expect(new Set(ids).size).toBe(ids.length);
    const fullPage = source.pageRows ?? shown[`${connector.slug}/${source.name}`] ?? Number.POSITIVE_INFINITY;
    const max = Math.min(listings.length, fullPage);
    expect(counts['offer'] ?? 0, `offers of ${listings.length}`).toBeGreaterThanOrEqual(max);
  });
});

const halfDayMs = 43_200_000;
const halfDays = 6;
const itemsOfGame = 16;

/** The dearest items of a game, and some whose price or that of a variant is near the ceiling of Steam. */
const dearOf = (game: Game): readonly CatalogueItem[] => {
  const byPrice = catalogue[game].toSorted((a, b) => b.basePrice - a.basePrice);
  const near = byPrice.filter(({ basePrice }) => basePrice > 300 && basePrice < 1500);
  const step = Math.max(1, Math.floor(near.length / itemsOfGame));
  return [...new Set([...byPrice.slice(0, 4), ...near.filter((_, sourceKey) => sourceKey % step === 0)])].slice(
    0,
    itemsOfGame,
  );
};

/** Thousandths of a currency. */
type Amount = { readonly amount: number; readonly currency: string };

/** Every amount of money within a record. */
const amountsIn = (value: unknown): readonly Amount[] => {
  if (typeof value !== 'object' || value === null) return [];
  if ('amount' in value && 'currency' in value) return [value as Amount];
  return Object.values(value).flatMap(amountsIn);
};

const thousandthsOfDollars = ({ amount, currency }: Amount): number => {
  const rate = currency === 'USD' ? 1 : world.rates[currency as keyof typeof world.rates];
  if (rate === undefined) throw new Error(`no rate for ${currency}`);
  return amount / rate;
};

const bounded = played.flatMap((connector) => {
  const ceilings = (connector.terms?.maxPrices ?? []).map(({ price }) => thousandthsOfDollars(price));
  return ceilings.length === 0 ? [] : [{ connector, max: Math.min(...ceilings), slug: connector.slug }];
});

/** Ids by name; null where the marketplace has none. */
type Ids = Map<string, string | null>;

/** Everything to ask a connector for, lists first, since they teach ids to lookups. */
const requestsOf = ({ sources, games: own }: Connector, from: World) => {
  const lists = sources.filter(({ kind }) => kind !== 'lookup');
  return [...lists, ...sources.filter((one) => !lists.includes(one))].flatMap(({ name, kind, games = own }) =>
    games.flatMap((game) =>
      (kind === 'lookup' ? from.items(game) : [undefined]).map((item) => ({ name, game, item: item?.name })),
    ),
  );
};

/** The highest price of each source of a connector. */
async function dearestOf(connector: Connector, asking: Collector, from: World, taught: Ids) {
  const dearest = new Map<string, number>();
  for (const { name, game, item } of requestsOf(connector, from)) {
    const { outcome, records } = await asking.runOnce(connector.slug, name, game, item);
    expect(outcome).toBe('read');
    for (const record of records) if (record.kind === 'quote') taught.set(record.name, record.marketplaceItemId);
    const prices = records.flatMap(amountsIn).map(thousandthsOfDollars);
    dearest.set(name, Math.max(dearest.get(name) ?? 0, ...prices));
  }
  return dearest;
}

it.each(bounded)('$slug tells no price above the ceiling that it states, by any source', async ({ connector, max }) => {
  const startedAt = Date.now();
  const items = { CS2: dearOf('CS2'), Dota2: dearOf('Dota2'), Rust: dearOf('Rust'), TF2: dearOf('TF2') };
  const dear = createWorld({ seed: 1, startedAt, items });
  const there = await requestsToStage(dear);
  const ids: Ids = new Map();
  const asking = there.collectorFor([connector], createPlayedSecrets(), (_, _game, name) => ids.get(name) ?? null);
  const seen: number[] = [];
  for (let halfDay = 0; halfDay <= halfDays; halfDay += 1) {
    dear.tick(startedAt + halfDay * halfDayMs);
    const dearest = await dearestOf(connector, asking, dear, ids);
    expect(dearest.size).toBe(connector.sources.length);
    seen.push(...dearest.values());
  }
  await there.close();

  expect(Math.max(...seen)).toBeLessThanOrEqual(max);
  expect(Math.min(...seen)).toBeGreaterThan(max / 2);
});
