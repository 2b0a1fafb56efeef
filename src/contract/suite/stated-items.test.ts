import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { type MarketRecord, noAttributes } from '../../schema/index.ts';
import { type About, lookup, type Source } from '../connector.ts';
import { holdsNothing } from '../holds-nothing.ts';
import { statedItem } from '../item-attributes.ts';
import { declarationFaults } from './declaration-faults.ts';
import { type Fixture, receivedAt } from './fixtures.ts';
import { hollowFaults } from './hollow-faults.ts';
import { nullFaults } from './null-faults.ts';
import { renamingFaults } from './renaming-faults.ts';
import { decidedKinds, unreadableFaults } from './unreadable-faults.ts';

const about: About = { game: 'Dota2', item: 'Exalted Arms', marketplaceItemId: null, at: receivedAt };

const Lenient = Type.Object({
  name: Type.String(),
  rarity: Type.Union([Type.String(), Type.Null()]),
  hero: Type.Union([Type.String(), Type.Null()]),
  deal: Type.Union([Type.Integer(), Type.Null()]),
});
type Row = Type.Static<typeof Lenient>;

const rarities = ['Common', 'Mythical', 'Arcana'];
const row: Row = { name: 'Exalted Arms', rarity: 'Mythical', hero: 'Axe', deal: 120 };

const details = lookup({
  name: 'details',
  yields: ['item'],
  evidence: 'documented',
  permission: 'documented',
  budget: 'api',
  everySeconds: 30 * 86_400,
  request: ({ item }) => ({ url: `https://market.example/${encodeURIComponent(item)}` }),
  replaces: [],
  rowsAt: (payload) => [(payload as { readonly item: unknown }).item],
  row: Lenient,
  parse: ({ name, rarity, hero }, { game }) => statedItem(game, name, { rarity, hero }),
});

const sourceWith = (changes: Partial<typeof details>): Source => ({ ...details, ...changes });

const faultsIn = (source: Source, read: object = row) => ({
  hollow: hollowFaults(source, [read], about),
  unreadable: unreadableFaults(source, [read], about),
  renamed: renamingFaults(source, { item: read }, about),
});

const fixtureOf = (read: object): Fixture => ({
  file: 'details-1.json',
  source: 'details',
  kind: 'synthetic',
  text: JSON.stringify({ item: read }),
  about,
  outcome: 'read',
  rejects: 0,
});

const connectorWith = (source: Source) => ({
  slug: 'skinport',
  games: ['Dota2' as const],
  credentials: [],
  budgets: { api: { requests: 1, perSeconds: 1, scope: 'ip' as const } },
  sources: [source],
});

describe('an answer that tells of an item itself and of no price', () => {
  it('passes where it tells what its row says', () => {
    expect(faultsIn(details)).toEqual({ hollow: [], unreadable: [], renamed: [] });
    expect(nullFaults(details, [fixtureOf(row)])).toEqual([]);
    expect(decidedKinds(details, [row], about)).toEqual([]);
    expect(declarationFaults(connectorWith(details), 'skinport')).toEqual([]);
  });

  it('is nothing where it tells nothing', () => {
    const silent = { kind: 'item', game: 'Dota2', name: 'Exalted Arms' } as const;
    const told = (rarity: string | null): MarketRecord => ({
      ...silent,
      itemAttributes: { ...noAttributes, rarity },
    });
    expect([holdsNothing([told(null)]), holdsNothing([told('Mythical')])]).toEqual([true, false]);
    expect(statedItem('Dota2', 'Exalted Arms', { rarity: '', hero: null })).toBeNull();
  });

  it('must not make something up from a hollow row', () => {
    const coded = sourceWith({
      row: Type.Object({ name: Type.String(), rarity: Type.Integer() }),
      parse: ({ name, rarity }, { game }) => statedItem(game, name, { rarity: rarities[Number(rarity)] }),
    });
    expect(faultsIn(coded, { name: row.name, rarity: 1 }).hollow).toEqual([
      expect.stringMatching(/^row 0 with all numbers 0: gives .*Common/),
      expect.stringContaining('with all numbers 0 and all lists empty'),
    ]);
  });

  it('must not be lost to null in one of the things that it tells', () => {
    const strict = sourceWith({ row: Type.Object({ ...Lenient.properties, hero: Type.String() }) });
    expect(nullFaults(strict, [fixtureOf(row)])).toEqual(['hero']);
  });

  it('must miss no key without a word that it tells something by', () => {
    const loose = sourceWith({ row: Type.Object({ ...Lenient.properties, hero: Type.Optional(Type.Any()) }) });
    expect(faultsIn(loose).renamed).toEqual([
      'item.hero renamed: nothing is rejected, but there is no item Mythical / Axe',
    ]);
    expect(faultsIn(sourceWith({ ...loose, mayLack: { hero: 'it belongs to no hero' } } as object)).renamed).toEqual(
      [],
    );
  });

  it('is asked for seldom', () => {
    expect(declarationFaults(connectorWith(sourceWith({ everySeconds: 3_600 })), 'skinport')).toEqual([
      'details: what it tells of items does not change: everySeconds must be at least a day',
    ]);
  });
});
