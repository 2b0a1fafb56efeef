import { describe, expect, it } from 'vitest';
import { createRecordingSink } from '../../../test/support/collect/collecting.ts';
import { seededNumbers } from '../../../test/support/runner/seed.ts';
import { createCollector } from '../../collect/collector.ts';
import { readConfig } from '../../config/config.ts';
import type { Config } from '../../config/settings.ts';
import { dataSets } from '../../connectors/data-sets.ts';
import { connectors } from '../../connectors/index.ts';
import type { Connector } from '../../contract/connector.ts';
import { systemClock } from '../../runtime/clock.ts';
import { games } from '../../schema/index.ts';
import { availabilityOf } from './availability.ts';
import { chosenConnectors, isSwitchedOn, readConnectors } from './chosen-connectors.ts';
import { requireSettings } from './require-settings.ts';

const configOf = (change: Partial<Config>): Config => ({
  ...readConfig({ file: null, environment: {}, flags: {} }).config,
  ...change,
});

const chosen = (change: Partial<Config>) =>
  chosenConnectors(connectors, configOf(change)).map(({ slug, games }) => [slug, games.join()]);

function collectorOf(of: readonly Connector[], secrets: (name: string) => string | null, isOn?: () => boolean) {
  return createCollector({
    userAgent: 'test',
    connectors: of,
    secrets,
    sink: createRecordingSink(),
    random: seededNumbers(),
    clock: systemClock,
    relay: null,
    log: { debug: () => undefined },
    names: () => [],
    valueOf: () => null,
    marketplaceItemId: () => null,
    ...(isOn !== undefined && { isOn }),
  });
}

describe('the connectors that the settings ask for', () => {
  it('are read with the data sets of the chosen games, unless these are switched off', () => {
    const read = (change: Partial<Config>) =>
      readConnectors([], { config: configOf(change), dataSets }).map(({ slug, games }) => [slug, games.join()]);
    expect(read({})).toEqual([['csgo-api', 'CS2']]);
    expect(read({ 'collect.only': ['skinport'], 'collect.games': ['CS2', 'Rust'] })).toEqual([['csgo-api', 'CS2']]);
    expect(read({ 'collect.games': ['Rust'] })).toEqual([]);
    expect(read({ 'collect.dataSets': false })).toEqual([]);
    expect(chosen({}).map(([slug]) => slug)).not.toContain('csgo-api');
  });

  it('are all of them, with all their games, by default', () => {
    expect(chosen({})).toEqual(connectors.map(({ slug, games }) => [slug, games.join()]));
  });

  it('are those named, in any spelling of the registry', () => {
    expect(chosen({ 'collect.only': ['SkinPort', 'market-csgo', 'BUFF163'] })).toEqual([
      ['buff163', 'CS2,Dota2,TF2'],
      ['skinport', 'CS2,Dota2,Rust,TF2'],
      ['market-csgo', 'CS2,Dota2,Rust,TF2'],
    ]);
  });

  it('cover the selected games, and are omitted when they have none of them', () => {
    const inRust = chosen({ 'collect.games': ['Rust'] });

    expect(inRust.slice(0, 3)).toEqual([
      ['skinport', 'Rust'],
      ['dmarket', 'Rust'],
      ['waxpeer', 'Rust'],
    ]);
    expect(inRust).toHaveLength(connectors.filter(({ games }) => games.includes('Rust')).length);
    expect(inRust.map(([slug]) => slug)).not.toContain('buff163');
  });

  it('have larger budgets where the marketplace has granted them', () => {
    const budgetOf = (granted: readonly string[]) =>
      chosenConnectors(connectors, configOf({ 'collect.granted': granted })).find(({ slug }) => slug === 'c5game')
        ?.budgets;

    expect(budgetOf([])?.['offers']).toMatchObject({ requests: 1, perSeconds: 300 });
    expect(budgetOf(['c5game/offers'])?.['offers']).toMatchObject({ requests: 10, perSeconds: 10, scope: 'key' });
    expect(budgetOf(['c5game/offers'])?.['prices']).toEqual(budgetOf([])?.['prices']);
  });

  it('are refused when a grant is named that nobody gives', () => {
    const given = { config: configOf({ 'collect.granted': ['c5game/offers', 'skinport/api'] }), secrets: () => null };

    expect(() => requireSettings(connectors, given)).toThrow(
      'collect.granted names "skinport/api", of which no marketplace grants anybody more; budgets are c5game/offers',
    );
  });

  it.each(games)('cover only %s, in every source, when it is the only game', async (game) => {
    const wanted = chosenConnectors(connectors, configOf({ 'collect.games': [game] }));
    const collector = collectorOf(
      wanted,
      (name) => (name.endsWith('_PROXY') || name.endsWith('_proxy') ? null : 'k-12345678'),
      () => true,
    );
    const covering = connectors.flatMap(({ slug, sources, ...connector }) =>
      sources
        .filter((source) => (source.games ?? connector.games).includes(game))
        .map((source) => `${slug}/${source.name}`),
    );

    const views = collector.health();
    expect([...new Set(views.map((view) => view.game))]).toEqual([game]);
    expect(views.map(({ slug, source }) => `${slug}/${source}`).sort()).toEqual(covering.sort());
    for (const connector of wanted) {
      const readable = availabilityOf(connector, () => true).games.map((row) => row.game);
      expect(readable, connector.slug).toEqual([game]);
    }
    await collector.stop();
  });

  it.each([
    ['price-list', 'csfloat.com: its proxy cannot be reached (ECONNREFUSED)'],
    ['sale-feed', 'no connection: its proxy cannot be reached (ECONNREFUSED)'],
  ])('are asked through the proxy that is set for them, in %s', async (source, words) => {
    const slug = source === 'price-list' ? 'csfloat' : 'skinport';
    // Nothing listens there, so no request leaves this machine
    const environment = new Map([[`${slug.toUpperCase()}_PROXY`, 'http://127.0.0.1:1']]);
    const collector = collectorOf(
      connectors.filter((connector) => connector.slug === slug),
      (name) => environment.get(name) ?? null,
    );

    const { detail } = await collector.runOnce(slug, source, 'CS2', undefined, 1);
    expect(detail).toContain(words);
    await collector.stop();
  });

  it.each<[Partial<Config>, string]>([
    [{ 'collect.games': ['CS2', 'chess'] }, 'collect.games names "chess", which is not a game; games are CS2, Dota2'],
    [
      { 'collect.only': ['skinprot'] },
      'collect.only names "skinprot", which cannot be collected; marketplaces are buff163',
    ],
  ])('stop the start when %j names what is not known', (change, problem) => {
    expect(() => chosen(change)).toThrow(problem);
  });

  it('stop the start when they name a marketplace that is known but not collected', () => {
    const others = connectors.filter(({ slug }) => slug !== 'skinport');

    expect(() => chosenConnectors(others, configOf({ 'collect.only': ['skinport'] }))).toThrow(
      'collect.only names "skinport", which cannot be collected',
    );
  });
});

describe('a source', () => {
  it('that is against the terms is off, and says who found that and what is at risk', async () => {
    const collector = collectorOf(
      connectors.filter(({ slug }) => slug === 'buff163'),
      () => null,
    );
    const found = collector.health().find(({ source }) => source === 'goods-info');
    await collector.stop();

    expect(found).toMatchObject({ state: 'off', permission: 'againstTerms' });
    expect(found?.detail).toMatch(
      /^it is against the terms of the marketplace \(.+\); whoever reads it risks the account or the address; collect\.enable switches buff163\/goods-info on$/,
    );
  });

  const inferred = { name: 'sales', evidence: 'inferred', permission: 'tolerated' } as const;
  const costly = {
    name: 'lots',
    evidence: 'recorded',
    permission: 'official',
    onRequest: 'it is large',
  } as const;
  const forbidden = { name: 'goods', evidence: 'recorded', permission: 'againstTerms' } as const;

  it.each<[string, readonly string[], Parameters<typeof isSwitchedOn>[2], boolean]>([
    ['is off when it costs much', [], costly, false],
    ['is switched on by its name although it costs much', ['market-csgo/lots'], costly, true],
    ['is off when it is only inferred', [], inferred, false],
    ['is switched on by its name', ['market-csgo/sales'], inferred, true],
    ['is switched on with all others', ['all'], inferred, true],
    ['is not switched on by the name of another', ['market-csgo/site-history', 'csfloat/sales'], inferred, false],
    ['is off when it is against the terms', [], forbidden, false],
    ['is switched on by its name although it is against the terms', ['market-csgo/goods'], forbidden, true],
    ['is on when it is documented', [], { name: 'orders', evidence: 'documented', permission: 'official' }, true],
    ['is on when it is recorded', [], { name: 'prices', evidence: 'recorded', permission: 'tolerated' }, true],
  ])('%s', (_, enabled, source, isOn) => {
    expect(isSwitchedOn(configOf({ 'collect.enable': enabled }), 'market-csgo', source)).toBe(isOn);
  });
});
