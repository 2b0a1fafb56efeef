import { currencies } from '../../schema/index.ts';
import { optionalOneOf, optionalText, optionalWord, optionalYes, requiredText } from '../parameters.ts';

/** Ten years: further back than anything is kept of so far. */
export const mostDays = 3_650;

export const nameLimit = 256;
const codeLimit = 64;

const marketplaceFacts = {
  description: 'Marketplace: name, alias or id, in any case',
  example: 'SkinPort',
  longest: codeLimit,
};

export const gameParameter = requiredText({
  description: 'Game: CS2, Dota2, Rust or TF2, an alias or the Steam app id, in any case',
  example: 'CS2',
  longest: codeLimit,
});

export const marketplaceParameter = requiredText(marketplaceFacts);

export const optionalMarketplaceParameter = optionalText(marketplaceFacts);

const nameFacts = {
  description: 'Exact name of the item as Steam writes it',
  example: 'AK-47 | Redline (Field-Tested)',
  longest: nameLimit,
};

export const nameParameter = requiredText(nameFacts);

export const optionalNameParameter = optionalText(nameFacts);

export const queryParameter = requiredText({
  description: 'Words that must all occur in the name, in any case and order, or short forms of them',
  example: 'redline',
  longest: nameLimit,
});

export const nearestParameter = optionalYes(
  'true: instead of what the query finds, the names most like it, nearest first, to ask "did you mean"',
);

export const optionalPhaseParameter = optionalText({
  description: 'Doppler variant, such as Phase 2 or Ruby, in any case; left out or empty means the cheapest of all',
  example: 'Phase 2',
  longest: codeLimit,
});

export const marketplaceListParameter = optionalText({
  description: 'Marketplaces to compare, separated by commas; left out, empty, `all` or `-1` means all',
  example: 'SkinPort,CSFloat',
  longest: 2048,
});

export const currencyParameter = optionalOneOf([...currencies], 'Currency of all prices of the answer');

export const lockParameter = optionalOneOf(
  ['any', 'none'],
  'none is only offers that are known to be tradable now; lowest prices that a marketplace tells without single offers are not known to be',
);

export const variantParameter = optionalText({
  description: 'Only this Doppler variant, such as Phase 2 or Ruby, in any case',
  example: 'Phase 2',
  longest: codeLimit,
});

export const fieldsParameter = optionalWord(
  'full',
  'full adds to each row its id, variant, native price and rate, when it was last confirmed, and flags of what may be doubtful; left out or empty adds nothing',
);
