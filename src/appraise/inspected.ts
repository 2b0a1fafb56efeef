import { certificateIn } from '../contract/item-certificate.ts';

/** What an inspect link says of the item that it shows. */
export type InspectedItem = {
  readonly float: number | null;
  readonly paintIndex: number | null;
  readonly paintSeed: number | null;
  /** Links name stickers and charms by number only, so that there are none or they are unknown. */
  readonly hasStickers: boolean;
};

/** null if the link is of the older kind, which says nothing of the item, or not an inspect link. */
export function inspected(link: string): InspectedItem | null {
  const found = certificateIn(link);
  if (found === null) return null;
  const { float, paintIndex, paintSeed, stickers } = found;
  return { float, paintIndex, paintSeed, hasStickers: stickers.length > 0 };
}
