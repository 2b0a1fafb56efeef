import { attributeNames, type ItemAttributes, noAttributes, type Offer } from '../schema/index.ts';
import { text } from './text.ts';

type Stated = Partial<Readonly<Record<keyof ItemAttributes, unknown>>>;

/** The member of an offer or a quote for what a row tells of the item itself, in the marketplace's own words; none if nothing. */
export function itemAttributes(stated: Stated): Pick<Offer, 'itemAttributes'> {
  const told = attributeNames.flatMap((name) => {
    const words = text(stated[name]);
    return words === null ? [] : [[name, words]];
  });
  return told.length === 0 ? {} : { itemAttributes: { ...noAttributes, ...Object.fromEntries(told) } };
}
