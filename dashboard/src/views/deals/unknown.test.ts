import type { Deal } from '@itemtape/client';
import { describe, expect, it } from 'vitest';
import { flagsShown, sayingOf, unknownFees } from './unknown.tsx';

const deal = (buyOn: string, flags: readonly string[], sellOn = 'CSFloat') =>
  ({ buy: { marketplace: buyOn, flags }, sell: { marketplace: sellOn, flags: [] } }) as unknown as Deal;

const unsure = deal('Buff163', ['feeUnknown', 'thin']);
const sure = deal('YouPin', []);

describe('what is said once of deals', () => {
  it('is that a fee is unknown, if more than half of them have it', () => {
    expect(flagsShown(unsure.buy.flags, sayingOf([unsure, unsure, sure], null))).toEqual(['thin']);
    expect(flagsShown(unsure.buy.flags, sayingOf([unsure, sure], null))).toEqual(['feeUnknown', 'thin']);
  });

  it('makes a profit an upper bound where a fee or the cost of paying out is not known', () => {
    const { isAtMost } = sayingOf([], [{ marketplace: 'Waxpeer', fact: 'payOut' }]);
    expect([unsure, sure, deal('YouPin', [], 'Waxpeer')].map(isAtMost)).toEqual([true, false, true]);
  });

  it('names each marketplace once', () => {
    expect(unknownFees([unsure, unsure, sure])).toEqual([{ marketplace: 'Buff163', fact: 'buyerFee' }]);
  });

  it('leaves out what is paid out unless it is something else', () => {
    expect(
      [sayingOf([], null), sayingOf([], null, 'any'), sayingOf([], null, 'items')].map((one) => one.payout),
    ).toEqual(['money', 'money', 'items']);
  });
});
