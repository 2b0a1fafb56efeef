import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { type About, bulk, type Connector, type OutcomeOverride } from '../connector.ts';
import { memberOf } from '../rows.ts';
import { type Fixture, receivedAt } from './fixtures.ts';
import { readText } from './read-text.ts';
import { errorFaults, surroundingFaults, unknownCodeFaults } from './refusal-faults.ts';

const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: receivedAt };

const sourceWith = (refusal: (payload: unknown) => OutcomeOverride | null, isLenient = false) =>
  bulk({
    name: 'prices',
    yields: ['quote'],
    evidence: 'documented',
    permission: 'documented',
    budget: 'all',
    everySeconds: 60,
    request: () => ({ url: 'https://skin-depot.test/prices' }),
    rowsAt: isLenient ? () => [{}] : 'rows',
    row: Type.Object({}),
    parse: () => null,
    refusal,
  });

const connectorWith = (unknown: OutcomeOverride, bansAccounts: boolean): Connector => ({
  slug: 'skinport',
  games: ['CS2'],
  bansAccounts,
  credentials: [],
  budgets: {},
  sources: [
    sourceWith((payload) => {
      const code = memberOf(payload, 'code');
      if (code === undefined || code === 0) return null;
      return code === 7 ? 'refused' : unknown;
    }),
  ],
});

const refused: Fixture = {
  file: 'prices-2.json',
  source: 'prices',
  kind: 'synthetic',
  text: '{"code":7,"msg":"log in"}',
  about,
  outcome: 'refused',
  rejects: 0,
};

describe('unknownCodeFaults', () => {
  it('names refusals that would be asked again at once if their code were unknown', () => {
    expect(unknownCodeFaults(connectorWith('blocked', true), [refused])).toEqual([]);
    expect(unknownCodeFaults(connectorWith('retry', true), [refused])).toEqual([
      'prices-2.json with an unknown code is "retry"',
    ]);
    expect(unknownCodeFaults(connectorWith('retry', false), [refused])).toEqual([]);
  });

  it('demands a fixture of a refusal', () => {
    expect(unknownCodeFaults(connectorWith('blocked', true), [])).toEqual([
      'no fixture shows how the marketplace refuses',
    ]);
  });
});

describe('errorFaults', () => {
  it('names answers about a failure in which a source finds rows', () => {
    expect(
      errorFaults(
        sourceWith(() => null),
        about,
      ),
    ).toEqual([]);
    expect(
      errorFaults(
        sourceWith(() => null, true),
        about,
      ),
    ).toHaveLength(4);
  });
});

describe('what surrounds the rows of a list', () => {
  const text = JSON.stringify({ made: 7, rows: [{ made: 9 }] });
  const faultsOf = (changes: object) => {
    const source = { ...sourceWith(() => null), ...changes };
    return surroundingFaults(source, readText(source, text, about));
  };
  const madeIn = (payload: unknown) => Number(memberOf(payload, 'made'));
  const firstMade = (payload: unknown) => madeIn((payload as { rows: unknown[] }).rows[0]);

  it('may date and describe it', () => {
    const envelope = Type.Object({ made: Type.Literal(7), rows: Type.Array(Type.Unknown()) });

    expect(faultsOf({ envelope, madeAt: madeIn })).toEqual([]);
  });

  it.each([
    ['date', { madeAt: firstMade }, 'madeAt is 9 with the rows and NaN without them'],
    ['refusal', { refusal: (payload: unknown) => (firstMade(payload) === 9 ? null : 'limited') }, 'refusal is null'],
    ['schema', { envelope: Type.Object({ rows: Type.Array(Type.Unknown(), { minItems: 1 }) }) }, 'envelope is null'],
  ])('must give the same %s without the rows', (_, changes, fault) => {
    expect(faultsOf(changes)).toEqual([expect.stringContaining(fault)]);
  });

  it('may be looked at with the rows where these are never known by their bytes', () => {
    expect(
      faultsOf({ rowsAt: (payload: unknown) => (payload as { rows: unknown[] }).rows, madeAt: firstMade }),
    ).toEqual([]);
  });
});
