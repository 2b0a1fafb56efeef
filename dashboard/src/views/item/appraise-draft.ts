import type { Tape } from '@itemtape/client';

/** What the form says of an item, as typed. */
export type Draft = Readonly<Record<'offer' | 'inspectLink' | 'float' | 'seed' | 'stickers' | 'charms', string>>;

export const emptyDraft: Draft = { offer: '', inspectLink: '', float: '', seed: '', stickers: '', charms: '' };

type Asked = Omit<Parameters<Tape['appraise']>[0], 'game'>;

const names = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The value of the choice of an offer, from its id on the stream: that of the marketplace, the game, and its own. */
export const offerValue = (marketplace: string, id: string): string =>
  `${marketplace} ${id.split(':').slice(2).join(':')}`;

/** The request for the item that a form describes; an offer tells all of itself. */
export function askedOf({ offer, inspectLink, float, seed, stickers, charms }: Draft, name: string): Asked {
  const [, marketplace, offerId] = /^(\S+) (.+)$/s.exec(offer) ?? [];
  if (marketplace !== undefined && offerId !== undefined) return { marketplace, offerId };
  const given = { stickers: names(stickers), charms: names(charms) };
  return {
    name,
    ...(inspectLink.trim() !== '' && { inspectLink: inspectLink.trim() }),
    ...(float.trim() !== '' && { float: Number(float) }),
    ...(seed.trim() !== '' && { paintSeed: Number(seed) }),
    ...(given.stickers.length > 0 && { stickers: given.stickers }),
    ...(given.charms.length > 0 && { charms: given.charms }),
  };
}
