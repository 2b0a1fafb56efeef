import { describe, expect, it } from 'vitest';
import { csfloat } from '../connectors/csfloat/index.ts';
import { connectors } from '../connectors/index.ts';
import { marketCsgo } from '../connectors/market-csgo/index.ts';
import { marketplaceRow, marketplaceTable } from './marketplace-table.ts';

describe('the table of marketplaces', () => {
  it('names for each kind of record the way in that asks least of the operator', () => {
    const { reads } = marketplaceRow(csfloat);

    // Offers stand in the newest ones, which need no key, and in look-ups, which do
    expect(reads).toContainEqual({ what: 'offers', credential: null, evidence: 'documented', isOff: false });
    expect(reads).toContainEqual({
      what: 'buy orders',
      credential: 'CSFLOAT_KEY',
      evidence: 'documented',
      isOff: false,
    });
  });

  it('prefers better evidence where both ask for the same', () => {
    const [prices] = marketCsgo.sources;
    if (prices === undefined) throw new Error('market-csgo declares no sources');
    const sources = [{ ...prices, name: 'guessed', evidence: 'inferred' as const }, prices];

    expect(marketplaceRow({ ...marketCsgo, sources }).reads).toEqual([
      { what: 'lowest price', credential: null, evidence: 'recorded', isOff: false },
    ]);
  });

  it('has a row of five cells for every connector, with the keys by what they are for', () => {
    const [head, rule, ...rows] = marketplaceTable(connectors).split('\n');

    expect(head).toBe('| Marketplace | Games | What is read | Key needed | Evidence |');
    expect(rule).toBe('|---|---|---|---|---|');
    expect(rows).toHaveLength(connectors.length);
    for (const row of rows) expect(row.split('|')).toHaveLength(7);
    expect(rows.find((row) => row.startsWith('| SkinPort |'))).toContain(
      '| none | recorded: lowest price, past prices; documented: offers, sales |',
    );
    expect(rows.find((row) => row.startsWith('| CSFloat |'))).toContain('`CSFLOAT_KEY` for buy orders');
  });
});
