import { describe, expect, it } from 'vitest';
import { runsUnasked } from '../../contract/connector.ts';
import { swapGg } from './index.ts';
import { pricedNames } from './parse.ts';

describe('Swap.gg', () => {
  it('is off until it is enabled, because it may have been retired', () => {
    expect(swapGg.sources.filter(runsUnasked)).toEqual([]);
    for (const { onRequest } of swapGg.sources) expect(onRequest).toBeDefined();
  });

  it('has names as keys, whatever they contain', () => {
    const result = { 'AK-47 | Redline (Field-Tested)': { price: 1 }, '1': { price: 2 } };

    expect(pricedNames({ status: 'OK', result })).toEqual(
      expect.arrayContaining([
        { name: 'AK-47 | Redline (Field-Tested)', lowest: { price: 1 } },
        { name: '1', lowest: { price: 2 } },
      ]),
    );
  });
});
