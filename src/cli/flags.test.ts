import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { defineCommand } from './command.ts';
import { amount, bare, byDefault, choice, count, list, valuesOf } from './flags.ts';

const flags = {
  links: bare('--links', 'Links, too.'),
  limit: byDefault(20, count('--limit <count>', 'Rows.')),
  minPrice: amount('--min-price <amount>', 'Minimum price.'),
  way: choice(['bid', 'list'], '--way <way>', 'How to sell.'),
  from: list('--from <names>', 'Where to buy.'),
};

describe('the values of flags', () => {
  it('have the keys with which they are declared, and are missing where nothing is given', () => {
    expect(valuesOf(flags, {})).toEqual({ limit: 20 });
    expect(
      valuesOf(flags, { links: true, limit: '5', 'min-price': '0.5', way: 'BID', from: 'DMarket, SkinPort' }),
    ).toEqual({ links: true, limit: 5, minPrice: 0.5, way: 'bid', from: ['DMarket', 'SkinPort'] });
  });

  it('are refused by the name that the flag has on the command line', () => {
    expect(() => valuesOf(flags, { 'min-price': '' })).toThrow('--min-price is "", but must be a number from 0');
    expect(() => valuesOf(flags, { limit: '0' })).toThrow('--limit is "0", but must be a whole number from 1');
    expect(() => valuesOf(flags, { way: 'swap' })).toThrow('--way is "swap", but must be one of bid, list');
  });

  it('have types, so that a flag that was not declared does not compile', () => {
    const { limit, minPrice } = valuesOf(flags, {});
    const max: number = limit;
    // @ts-expect-error: it has no default
    const min: number = minPrice;
    // @ts-expect-error: there is no such flag
    const { maxPrice } = valuesOf(flags, {});
    expect([max, min, maxPrice]).toEqual([20, undefined, undefined]);
  });
});

it('a command shows its flags by their names and gets their values', async () => {
  const { run, flags: shown } = defineCommand({
    ...{ about: 'Shows.', usage: '', example: 'itemtape show' },
    flags,
    run: async ({ flags: { limit } }) => limit,
  });
  expect(Object.keys(shown)).toEqual(['links', 'limit', 'min-price', 'way', 'from']);
  expect(shown['min-price']).toMatchObject({ takes: 'amount', about: 'Minimum price.' });
  expect(shown['links']).toMatchObject({ takes: '' });
  const rest = { positionals: [], environment: {}, allCommands: async () => [], out: () => {}, err: () => {} };
  const readAgain = () => readConfig({ file: null, environment: {}, flags: {} });
  expect(await run({ ...rest, read: readAgain(), readAgain, flags: { limit: '7' } })).toBe(7);
});
