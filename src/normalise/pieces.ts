import { charmPrefixes, type Extras, type Offer, type Sale, type Sticker } from '../schema/index.ts';

type StickerRecord = Pick<Offer | Sale, 'game' | 'stickers'>;

/** Marketplaces list patches, and some also charms, among stickers; a name says which of them it is. */
const isPatch = ({ name }: Sticker): boolean => name.startsWith('Patch | ');
const isCharm = ({ name }: Sticker): boolean => charmPrefixes.some((prefix) => name.startsWith(prefix));
const isOther = (one: Sticker): boolean => isPatch(one) || isCharm(one);

/** null for other games, whose items cannot have stickers, as opposed to an empty list. */
export function stickersOf({ game, stickers }: StickerRecord): Offer['stickers'] {
  if (game !== 'CS2' || stickers === null) return null;
  return stickers.some(isOther) ? stickers.filter((one) => !isOther(one)) : stickers;
}

/** Adds the patches and charms that are told as stickers. */
export function addOthers(to: Extras, { game, stickers }: StickerRecord): void {
  if (game !== 'CS2' || stickers?.some(isOther) !== true) return;
  const charms = stickers.filter(isCharm).map(({ name }) => ({ name, pattern: null }));
  const patches = stickers.filter(isPatch);
  if (charms.length > 0) to.charms ??= charms;
  if (patches.length > 0) to.patches ??= patches;
}
