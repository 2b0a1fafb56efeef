import {
  attributeNames,
  type Game,
  type ItemAttributes,
  noAttributes,
  type Offer,
  type StatedItem,
} from '../schema/index.ts';
import { text } from './text.ts';

type StatedAttributes = Partial<Readonly<Record<keyof ItemAttributes, unknown>>>;

/** The member of an offer or a quote for what a row tells of the item itself, in the marketplace's own words; none if nothing. */
export function itemAttributes(stated: StatedAttributes): Pick<Offer, 'itemAttributes'> {
  const told = attributeNames.flatMap((name) => {
    const words = text(stated[name]);
    return words === null ? [] : [[name, words]];
  });
  return told.length === 0 ? {} : { itemAttributes: { ...noAttributes, ...Object.fromEntries(told) } };
}

/** A record of what a row tells of the item itself, where it has no price; null if it tells nothing. */
export function statedItem(game: Game, name: string, stated: StatedAttributes): StatedItem | null {
  const told = itemAttributes(stated).itemAttributes;
  return told === undefined ? null : { kind: 'item', game, name, itemAttributes: told };
}
