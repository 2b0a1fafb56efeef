import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import type { Config } from '../../config/settings.ts';
import { connectors } from '../../connectors/index.ts';
import { runsUnasked } from '../../contract/connector.ts';
import { type Game, marketplaceWithSlug, whatOneGets } from '../../schema/index.ts';
import { knownFees } from './known-fees.ts';
import { knownTerms } from './known-terms.ts';

const configOf = (change: Partial<Config>): Config => ({
  ...readConfig({ file: null, environment: {}, flags: {} }).config,
  ...change,
});

const termsOf = (slug: string, change: Partial<Config> = {}) =>
  knownTerms(connectors, configOf(change)).get(marketplaceWithSlug(slug).id);

const gotAt = (slug: string, game: Game = 'CS2', change: Partial<Config> = {}) =>
  whatOneGets(termsOf(slug, change), game);

const onByDefault = connectors.filter(({ sources }) => sources.some(runsUnasked)).map(({ slug }) => slug);

describe('what one gets at a marketplace', () => {
  it('is what its connector declares, with the rules of Steam on items that are traded', () => {
    expect(gotAt('csfloat')).toMatchObject({ payout: 'money', itemDays: 7, moneyDays: 8, maxPrices: [] });
    expect(gotAt('csfloat').payOut).toMatchObject([{ percent: 2.5, minSum: { amount: 5_000, currency: 'USD' } }]);
    expect(gotAt('backpack-tf', 'TF2')).toMatchObject({ payout: 'items', itemDays: 0, moneyDays: null });
    expect(gotAt('waxpeer', 'Rust')).toMatchObject({ payout: 'money', itemDays: 0, moneyDays: null });
  });

  it('is of its own where the marketplace differs from the rules of Steam', () => {
    expect(gotAt('steam-market', 'Rust')).toMatchObject({
      payout: 'steamBalance',
      itemDays: 7,
      moneyDays: 0,
      maxPrices: [{ amount: 2_000_000, currency: 'USD' }, { currency: 'RUB' }],
    });
    expect(termsOf('steam-market')?.cancellations?.map(({ by, games }) => [by, games])).toEqual([[[], undefined]]);
    expect(termsOf('csfloat')?.cancellations?.map(({ by }) => by)).toEqual([['buyer', 'seller']]);
  });

  it('is not known where nothing is declared, and in a game that the marketplace does not cover', () => {
    const nothing = { payout: null, moneyDays: null, payIn: [], payOut: [], maxPrices: [] };

    expect(whatOneGets(undefined, 'CS2')).toEqual({ ...nothing, itemDays: null });
    expect(gotAt('ecosteam')).toEqual({ ...nothing, itemDays: 7 });
    expect(gotAt('csfloat', 'TF2').itemDays).toBeNull();
  });

  it('gives way to the settings, fact by fact', () => {
    const change = {
      'terms.payout': ['CSFloat = siteBalance', 'skinport=none'],
      'terms.itemHold': ['csfloat=0', 'skinport=none'],
      'terms.moneyHold': ['csfloat=2.5'],
      'terms.payIn': ['csfloat=1+0.30 EUR'],
      'terms.payOut': ['csfloat=none'],
      'terms.maxPrice': ['csfloat=20000 USD'],
    };

    expect(gotAt('csfloat', 'CS2', change)).toEqual({
      payout: 'siteBalance',
      itemDays: 0,
      moneyDays: 2.5,
      payIn: [
        {
          percent: 1,
          fixed: { amount: 300, currency: 'EUR' },
          asOf: null,
          source: 'the setting terms.payIn',
          evidence: 'set',
        },
      ],
      payOut: [],
      maxPrices: [{ amount: 20_000_000, currency: 'USD' }],
    });
    expect(gotAt('skinport', 'CS2', change)).toMatchObject({ payout: null, itemDays: null });
    expect(gotAt('skinport', 'CS2', change).payOut).toEqual(gotAt('skinport').payOut);
    expect(termsOf('csfloat', change)?.access).toEqual(termsOf('csfloat')?.access);
  });

  it.each([
    [
      'terms.payout',
      'csfloat=cash',
      'terms.payout holds "csfloat=cash"; write a marketplace and one of money, steamBal',
    ],
    ['terms.payout', 'csflot=money', 'terms.payout names "csflot", which is not known; did you mean csfloat?'],
    ['terms.itemHold', 'csfloat', 'terms.itemHold holds "csfloat"'],
    ['terms.itemHold', 'csfloat=-1', 'a number of days up to 60'],
    ['terms.moneyHold', 'csfloat=61', 'a number of days up to 60'],
    ['terms.payIn', 'csfloat=51', 'percentage up to 50'],
    ['terms.payOut', 'csfloat=1+1 GBP', 'terms.payOut holds "csfloat=1+1 GBP"'],
    ['terms.maxPrice', 'csfloat=2000', 'a price, such as steam-market=2000 USD'],
    ['terms.maxPrice', 'csfloat=0 USD', 'a price, such as steam-market=2000 USD'],
  ] as const)('refuses %s %s', (key, entry, reason) => {
    expect(() => termsOf('csfloat', { [key]: [entry] })).toThrow(reason);
  });
});

/** The lists name what nobody has found yet: a new marketplace or a fact that is lost or found has to be entered here. */
describe('what is not known of the marketplaces that are on by default', () => {
  const gotByDefault = onByDefault.flatMap((slug) => {
    const games = connectors.find((one) => one.slug === slug)?.games ?? [];
    return games.map((game) => ({ slug, game, got: gotAt(slug, game) }));
  });

  const without = (isKnown: (got: ReturnType<typeof gotAt>) => boolean, game?: Game): string[] => [
    ...new Set(
      gotByDefault.filter((one) => !isKnown(one.got) && (game ?? one.game) === one.game).map(({ slug }) => slug),
    ),
  ];

  it('is the payout at these, mostly stores that buy themselves and do not say how they pay', () => {
    expect(without(({ payout }) => payout !== null)).toEqual([
      'shadowpay',
      'lis-skins',
      'skinout',
      'rapidskins',
      'skins-com',
      'dupe-fi',
    ]);
  });

  it('is no hold of items', () => {
    expect(without(({ itemDays }) => itemDays !== null)).toEqual([]);
  });

  it('is the hold of the money of CS2 at these', () => {
    expect(without(({ moneyDays }) => moneyDays !== null, 'CS2')).toEqual([
      'skinport',
      'youpin898',
      'c5game',
      'shadowpay',
      'lis-skins',
      'skinbaron',
      'mannco-store',
      'loot-farm',
      'haloskins',
      'skinout',
      'rapidskins',
      'cs-trade',
      'skins-com',
      'dupe-fi',
    ]);
  });

  it('is the ceiling of every marketplace but Steam', () => {
    expect(onByDefault.filter((slug) => gotAt(slug).maxPrices.length > 0)).toEqual(['steam-market']);
  });

  it('is what buyers pay on top at these', () => {
    const fees = knownFees(connectors, configOf({}));
    const isKnown = (slug: string) =>
      fees.get(marketplaceWithSlug(slug).id)?.some(({ side, method }) => side === 'buyer' && method === undefined);

    expect(onByDefault.filter((slug) => isKnown(slug) !== true)).toEqual([
      'shadowpay',
      'loot-farm',
      'rapidskins',
      'skin-land',
      'dupe-fi',
    ]);
  });
});
