import { currencies, nameLimit, payoutChoices } from '../../schema/index.ts';
import { optionalOneOf, optionalText, optionalWord, optionalYes, requiredText } from '../parameters.ts';

/** Ten years, longer than any history kept so far. */
export const maxDays = 3_650;

const codeLimit = 64;

const marketplaceFacts = {
  description: 'Marketplace: name, alias or id, in any case',
  example: 'SkinPort',
  maxLength: codeLimit,
};

export const gameParameter = requiredText({
  description: 'Game: CS2, Dota2, Rust or TF2, an alias or the Steam app id, in any case',
  example: 'CS2',
  maxLength: codeLimit,
});

export const marketplaceParameter = requiredText(marketplaceFacts);

export const optionalMarketplaceParameter = optionalText(marketplaceFacts);

const nameFacts = {
  description:
    'Full name of the item, as on Steam; runs of blanks, typographic quotes, the letter case of the wear and the ★ do not matter',
  example: 'AK-47 | Redline (Field-Tested)',
  maxLength: nameLimit,
};

export const nameParameter = requiredText(nameFacts);

export const optionalNameParameter = optionalText(nameFacts);

export const queryParameter = requiredText({
  description: 'Words that must all occur in the name, in any case and order; short forms are accepted',
  example: 'redline',
  maxLength: nameLimit,
});

export const nearestParameter = optionalYes(
  'true: return the names most similar to the query instead of its matches, nearest first, for a "did you mean"',
);

export const optionalPhaseParameter = optionalText({
  description: 'Doppler variant, such as Phase 2 or Ruby, in any case; the cheapest of all if omitted or empty',
  example: 'Phase 2',
  maxLength: codeLimit,
});

export const marketplaceListParameter = optionalText({
  description: 'Marketplaces to include, separated by commas; all if omitted, empty, `all` or `-1`',
  example: 'SkinPort,CSFloat',
  maxLength: 2048,
});

export const currencyParameter = optionalOneOf([...currencies], 'Currency of all prices in the answer');

const payoutFacts =
  'money (a bank, a card or a cryptocurrency), steamBalance, siteBalance, items, coins, or any, which includes marketplaces of which it is not known';

/** The choice of marketplaces to sell on. */
export const payoutParameter = optionalOneOf(
  payoutChoices,
  `What the marketplaces on which one sells pay out: ${payoutFacts}`,
);

export const lockParameter = optionalOneOf(
  ['any', 'none'],
  'Trade locks to accept. any: all offers; none: only offers known to be tradable now, which excludes lowest prices quoted without single offers',
);

export const variantParameter = optionalText({
  description: 'Only this Doppler variant, such as Phase 2 or Ruby, in any case',
  example: 'Phase 2',
  maxLength: codeLimit,
});

/** An item, or one variant of it. */
export const watchedParameters = {
  game: gameParameter,
  name: nameParameter,
  phase: optionalText({
    description: 'Doppler variant, such as Phase 2 or Ruby, in any case; the whole item if omitted',
    example: 'Phase 2',
    maxLength: codeLimit,
  }),
};

export const effectParameter = optionalText({
  description: 'Only this effect of an unusual item of TF2, in any case; not together with phase',
  example: 'Burning Flames',
  maxLength: codeLimit,
});

export const fieldsParameter = optionalWord(
  'full',
  'full: adds the id, variant, native price, exchange rate, time of last confirmation and flags to each row',
);
