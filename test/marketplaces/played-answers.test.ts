import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Collector } from '../../src/collect/collector.ts';
import { connectors } from '../../src/connectors/index.ts';
import type { Connector, Source } from '../../src/contract/connector.ts';
import { type Game, marketplaceWithSlug } from '../../src/schema/index.ts';
import { spedUp } from '../../src/service/speed-up.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { createPlayedSecrets } from '../../src/stage/played-secrets.ts';
import { productIdOf } from '../../src/stage/players/c5/igxe.ts';
import { type RequestsToStage, requestsToStage } from '../support/stage/requests-to-stage.ts';
import { stageItems } from '../support/stage/stage-items.ts';

const world = createWorld({ seed: 1, startedAt: Date.now(), items: stageItems });
const played = spedUp(connectors, 1000);

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
  const place = `${marketplaceWithSlug(slug).id} ${game}`;
  const ids = learnt.get(place) ?? new Map<string, string>();
  learnt.set(place, ids);
  const once = await collector.runOnce(slug, name, game, item);
  for (const record of once.records)
    if (record.kind === 'quote' && record.marketplaceItemId !== null) ids.set(record.name, record.marketplaceItemId);
  return once;
}

/** An item that lookups of a marketplace can request, after reading every source that gives ids. */
async function itemFor(connector: Connector, source: Source, game: Game): Promise<string> {
  const usual = liquidNames[game];
  const place = `${marketplaceWithSlug(connector.slug).id} ${game}`;
  const item = world.itemNamed(game, usual);
  // No source gives the ids of IGXE: its operator supplies a map
  if (connector.slug === 'igxe' && item !== null) learnt.set(place, new Map([[usual, String(productIdOf(item))]]));
  const teachers = connector.sources.filter(
    ({ kind, yields, games = connector.games }) => kind !== 'feed' && yields.includes('quote') && games.includes(game),
  );
  const choose = () => {
    const ids = learnt.get(place);
    const [known] = ids?.keys() ?? [];
    return known === undefined || ids?.has(usual) ? usual : known;
  };
  for (const teacher of teachers) await ask(connector, teacher, game, choose()).catch(() => null);
  // One source may need the ids of another
  for (const teacher of teachers) await ask(connector, teacher, game, choose()).catch(() => null);
  // STN has a separate call for keys
  if (connector.slug === 'stn-tf' && source.name === 'items')
    return stageItems.TF2.find(({ name }) => name !== usual)?.name ?? usual;
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
    const most = Math.min(listings.length, fullPage);
    expect(counts['offer'] ?? 0, `offers of ${listings.length}`).toBeGreaterThanOrEqual(most);
  });
});
