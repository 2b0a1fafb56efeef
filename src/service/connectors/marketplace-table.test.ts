import { describe, expect, it } from 'vitest';
import { csfloat } from '../../connectors/csfloat/index.ts';
import { connectors } from '../../connectors/index.ts';
import { marketCsgo } from '../../connectors/market-csgo/index.ts';
import { feesText, marketplaceRow, marketplaceTable } from './marketplace-table.ts';

describe('the table of marketplaces', () => {
  it('names for each kind of record the source that needs least from the operator', () => {
    const { reads } = marketplaceRow(csfloat);

    // Offers come from the newest list, which needs no key, and from lookups, which do
    expect(reads).toContainEqual({
      what: 'offers',
      credential: null,
      evidence: 'documented',
      permission: 'documented',
      seenOn: '2026-04',
      isOff: false,
    });
    expect(reads).toContainEqual({
      what: 'buy orders',
      credential: 'CSFLOAT_KEY',
      evidence: 'documented',
      permission: 'tolerated',
      seenOn: '2026-04',
      isOff: false,
    });
  });

  it('prefers better evidence where both need the same', () => {
    const [prices] = marketCsgo.sources;
    if (prices === undefined) throw new Error('market-csgo declares no sources');
    const sources = [{ ...prices, name: 'guessed', evidence: 'inferred' as const }, prices];

    expect(marketplaceRow({ ...marketCsgo, sources }).reads).toEqual([
      {
        what: 'lowest price',
        credential: null,
        evidence: 'recorded',
        permission: 'official',
        seenOn: '2026-08-06',
        isOff: false,
      },
    ]);
  });

  it('has a row of ten cells for every connector, with the purpose of each key', () => {
    const [head, rule, ...rows] = marketplaceTable(connectors).split('\n');

    expect(head).toBe(
      '| Marketplace | Games | What is read | Key needed | Evidence | Interface | Last seen by others | In business | Fee | Payout |',
    );
    expect(rule).toBe('|---|---|---|---|---|---|---|---|---|---|');
    expect(rows).toHaveLength(connectors.length);
    for (const row of rows) expect(row.split('|')).toHaveLength(12);
    expect(rows.find((row) => row.startsWith('| SkinPort |'))).toContain(
      '| none | recorded: lowest price, past prices; documented: offers, sales | official: lowest price, offers, sales, past prices |',
    );
    expect(rows.find((row) => row.startsWith('| IGXE |'))).toContain('| against its terms: offers, sales |');
    expect(rows.find((row) => row.startsWith('| CSFloat |'))).toContain('`CSFLOAT_KEY` for buy orders');
  });

  it('says when others last read it, and since when a marketplace is closed or in doubt', () => {
    const rows = marketplaceTable(connectors).split('\n');
    const cellsOf = (name: string) =>
      rows
        .find((row) => row.startsWith(`| ${name} |`))
        ?.split(' | ')
        .slice(-4, -2);

    expect(cellsOf('SkinOut')).toEqual(['2026-08-06: lowest price', 'open (2026-07-18)']);
    expect(cellsOf('GamerPay')).toEqual(['not dated', 'closed since 2026-05']);
    expect(cellsOf('BitSkins')?.[1]).toBe('doubtful since 2026-06');
  });

  it('describes fees in readable words', () => {
    const taken = { side: 'seller', percent: 13, asOf: '2026-03-06', source: 'its page', evidence: 'agreed' } as const;
    const [fixed, from] = [
      { amount: 300, currency: 'EUR' },
      { amount: 1_000_000, currency: 'EUR' },
    ] as const;

    expect(feesText([])).toBe('not known');
    expect(feesText([{ ...taken, min: { amount: 20, currency: 'USD' } }])).toBe(
      '13 % (at least 0.02 USD) paid by the seller (2026-03-06)',
    );
    expect(feesText([taken, { ...taken, fixed, from, evidence: 'single' }])).toBe(
      '13 % paid by the seller (2026-03-06); 13 % plus 0.3 EUR paid by the seller for prices from 1000 EUR (2026-03-06, one source)',
    );
  });
});
