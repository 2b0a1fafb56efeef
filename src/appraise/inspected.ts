import { certificateIn } from '../contract/item-certificate.ts';

/** What an inspect link says of the item that it shows; null is not told. */
export type InspectedItem = {
  readonly float: number | null;
  readonly paintIndex: number | null;
  readonly paintSeed: number | null;
  /** Links name stickers and charms by number only, so that there are none that count or they are not known. */
  readonly canHaveStickers: boolean;
  readonly canHaveCharms: boolean;
};

/** The id of its owner or listing, its own, and one that only the game reads. */
const olderLink = /csgo_econ_action_preview(?: |%20|\+)[SM]\d+A\d+D\d+$/i;

const ofOlderLink: InspectedItem = {
  ...{ float: null, paintIndex: null, paintSeed: null },
  ...{ canHaveStickers: true, canHaveCharms: true },
};

/** null if the text is not an inspect link. */
export function inspected(link: string): InspectedItem | null {
  const found = certificateIn(link);
  if (found === null) return olderLink.test(link) ? ofOlderLink : null;
  const { float, paintIndex, paintSeed, stickers, charms } = found;
  return {
    ...{ float, paintIndex, paintSeed },
    canHaveStickers: stickers.some(({ wear }) => wear === 0),
    canHaveCharms: charms === null || charms.length > 0,
  };
}
