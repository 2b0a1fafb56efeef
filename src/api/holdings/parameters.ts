import { dealWays } from '../../schema/index.ts';
import { optionalOneOf, optionalText, optionalWhole, requiredText } from '../parameters.ts';
import {
  currencyParameter,
  gameParameter,
  marketplaceListParameter,
  maxDays,
  payoutParameter,
} from '../routes/parameters.ts';

const wayParameter = optionalOneOf(
  dealWays,
  'How pieces are sold. bid: immediately to the best buy order; list: listed at the lowest ask, which nobody guarantees to pay',
);

const formatParameter = optionalOneOf(['json', 'csv'], 'Form of the answer');

const profileParameter = requiredText({
  description: 'Steam id of 17 digits, the address of a profile, or the name in it',
  example: '76561197960287930',
  maxLength: 200,
});

const saleParameters = {
  way: wayParameter,
  payout: payoutParameter,
  marketplaces: marketplaceListParameter,
  currency: currencyParameter,
};

const limitParameter = optionalWhole({ description: 'Maximum number of rows', absent: 1_000, max: 50_000 });

export const holdingsParameters = saleParameters;

export const historyParameters = {
  days: optionalWhole({ description: 'Number of days, of which the last is today', absent: 90, max: maxDays }),
  ...saleParameters,
};

export const soldParameters = { currency: currencyParameter, limit: limitParameter, format: formatParameter };

export const transactionsParameters = { limit: limitParameter, format: formatParameter };

export const recordParameters = {
  game: optionalText({
    description: 'Game of lines that do not name one: CS2, Dota2, Rust or TF2, an alias or the Steam app id',
    example: 'CS2',
    maxLength: 64,
  }),
};

export const removeParameters = {
  id: requiredText({
    description: 'Id of the transaction, or `all` for all transactions of this key',
    example: '4f1c2a9be0d3',
    maxLength: 64,
  }),
};

export const inventoryParameters = { profile: profileParameter, game: gameParameter, ...saleParameters };
