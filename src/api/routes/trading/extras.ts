import { nameLimit } from '../../../schema/index.ts';
import { optionalAmount, optionalText, optionalYes } from '../../parameters.ts';

const words = (what: string, example: string) =>
  optionalText({
    description: `Words that must all occur in the name of ${what} on the item, in any case and order`,
    example,
    maxLength: nameLimit,
  });

/** Parameters for what must be on an item on sale or sold. */
export const extrasParameters = {
  charm: words('one charm', "lil' ava"),
  nameTag: optionalYes('true: only items that a player has named'),
  minStatTrakCount: optionalAmount('Minimum count on the StatTrak counter'),
  patch: words('one patch', 'crazy banana'),
  minFade: optionalAmount('Minimum percentage of a Fade, Amber Fade or Acid Fade, calculated from the paint seed'),
  maxFade: optionalAmount('Maximum percentage of the fade'),
};
