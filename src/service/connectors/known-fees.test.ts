import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import type { Config } from '../../config/settings.ts';
import { connectors } from '../../connectors/index.ts';
import { marketplaceWithSlug } from '../../schema/index.ts';
import { knownFees } from './known-fees.ts';

const configOf = (change: Partial<Config>): Config => ({
  ...readConfig({ file: null, environment: {}, flags: {} }).config,
  ...change,
});

const feesOf = (slug: string, change: Partial<Config> = {}) =>
  knownFees(connectors, configOf(change)).get(marketplaceWithSlug(slug).id);

describe('the fees that are known', () => {
  it('are those that connectors declare, and none where they declare none', () => {
    expect(feesOf('csfloat')).toMatchObject([
      { side: 'buyer', percent: 0, evidence: 'agreed' },
      { side: 'seller', percent: 2, evidence: 'agreed' },
    ]);
    expect(feesOf('skinport')?.map(({ percent, from, method }) => [percent, from?.amount, method])).toEqual([
      [0, undefined, undefined],
      [8, undefined, undefined],
      [6, 1_000_000, undefined],
      [2, undefined, 'private sale'],
    ]);
    expect(feesOf('shadowpay')).toEqual([]);
  });

  it('gives way to the settings, side by side', () => {
    const change = {
      'fees.seller': ['SkinPort = 7.5+0.30 EUR', 'csfloat=none'],
      'fees.buyer': ['csfloat=0', 'skinport=none'],
    };
    const set = { asOf: null, evidence: 'set' };

    expect(feesOf('skinport', change)).toEqual([
      {
        side: 'seller',
        percent: 7.5,
        fixed: { amount: 300, currency: 'EUR' },
        source: 'the setting fees.seller',
        ...set,
      },
    ]);
    expect(feesOf('csfloat', change)).toEqual([
      { side: 'buyer', percent: 0, source: 'the setting fees.buyer', ...set },
    ]);
  });

  it.each([
    ['skinprt=8', 'fees.seller names "skinprt", which is not known; did you mean skinport?'],
    ['skinport', 'fees.seller holds "skinport"; write a marketplace and a percentage'],
    ['skinport=-1', 'fees.seller holds "skinport=-1"'],
    ['skinport=51', 'percentage up to 50'],
    ['skinport=8+1 GBP', 'fees.seller holds "skinport=8+1 GBP"'],
  ])('refuses %s', (entry, reason) => {
    expect(() => feesOf('skinport', { 'fees.seller': [entry] })).toThrow(reason);
  });
});
