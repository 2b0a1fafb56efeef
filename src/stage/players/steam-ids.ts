import { createHash } from 'node:crypto';
import { appIdOf } from '../../schema/index.ts';
import type { CatalogueItem, PlayedListing } from '../market/world.ts';

/** A UUID that depends only on the words. */
export const uuidOf = (...words: readonly (string | number)[]): string => {
  const hex = createHash('md5').update(words.join('\n')).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-');
};

/** Steam's number for what an item looks like; the same on every marketplace. */
export const classIdOf = (item: CatalogueItem): string => String(appIdOf(item.game) * 10_000_000 + item.index);

/** The inspect link used before item certificates: owner, asset and a number assigned by Steam. */
export const inspectLinkOf = (listing: PlayedListing): string =>
  `steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20S${listing.sellerId}A${listing.assetId}D${dParamOf(listing)}`;

export const dParamOf = (listing: PlayedListing): string =>
  String(7_000_000_000_000_000_000n + BigInt(listing.number) * 97n);
