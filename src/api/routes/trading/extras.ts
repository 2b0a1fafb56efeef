import { nameLimit } from '../../../schema/index.ts';
import { optionalAmount, optionalText, optionalYes } from '../../parameters.ts';

const words = (what: string, example: string) =>
  optionalText({
    description: `Only offers with ${what} whose name contains these words, in any case and order`,
    example,
    maxLength: nameLimit,
  });

/** Parameters for what must be on an offer. */
export const extrasParameters = {
  charm: words('a charm', "lil' ava"),
  nameTag: optionalYes('true: only offers that a player has named'),
  minStatTrakCount: optionalAmount('Minimum count on the StatTrak counter'),
  patch: words('a patch', 'crazy banana'),
  minFade: optionalAmount('Minimum percentage of a Fade, Amber Fade or Acid Fade, calculated from the paint seed'),
  maxFade: optionalAmount('Maximum percentage of the fade'),
};
