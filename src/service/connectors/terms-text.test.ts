import { describe, expect, it } from 'vitest';
import { ceilingsText, chargesText, holdsText, payoutText } from './terms-text.ts';

const said = { asOf: '2026-09-14', source: 'its page', evidence: 'documented' } as const;

describe('terms in readable words', () => {
  it('say what a seller ends up with, and when it is free', () => {
    const payout = { kind: 'money', ...said } as const;
    const days = [{ days: 8, ...said }];
    const ofOneGame = [{ days: 7, games: ['CS2' as const], ...said, evidence: 'single' as const }];

    expect(payoutText({})).toBe('not known');
    expect(payoutText({ payout })).toBe('money (2026-09-14)');
    expect(payoutText({ payout, moneyHolds: days })).toBe('money (2026-09-14), free after 8 days (2026-09-14)');
    expect(payoutText({ payout: { ...payout, kind: 'steamBalance' }, moneyHolds: ofOneGame })).toBe(
      'Steam balance (2026-09-14), free after 7 days for CS2 (2026-09-14, one source)',
    );
  });

  it('say when an item can be sold elsewhere, and the highest price', () => {
    const holds = [
      { days: 1, games: ['CS2' as const], ...said },
      { days: 0, ...said },
    ];

    expect(holdsText([])).toBe('not known');
    expect(holdsText(holds)).toBe('after 1 day for CS2 (2026-09-14); at once (2026-09-14)');
    expect(ceilingsText([])).toBe('not known');
    expect(ceilingsText([{ price: { amount: 2_000_000, currency: 'USD' }, ...said }])).toBe('2000 USD (2026-09-14)');
  });

  it('say what paying costs, by way of paying', () => {
    const [fixed, min, minSum] = [
      { amount: 300, currency: 'USD' },
      { amount: 2_000, currency: 'CNY' },
      { amount: 5_000, currency: 'USD' },
    ] as const;

    expect(chargesText([])).toBe('not known');
    expect(
      chargesText([
        { percent: 2.8, fixed, minSum, method: 'card', ...said },
        { percent: 1, min, ...said, asOf: null, evidence: 'set' },
      ]),
    ).toBe('2.8 % plus 0.3 USD by card from 5 USD (2026-09-14); 1 % (at least 2 CNY) (set)');
  });
});
