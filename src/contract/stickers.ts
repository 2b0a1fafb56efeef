import type { Sticker } from '../schema/index.ts';
import { itemFloat, text, whole } from './text.ts';

const isWhole = /^(?:Sticker|Patch|Charm) \| /;

/** A sticker's own market name, which many marketplaces tell without what Steam begins it with. */
export const stickerName = (name: string): string => (isWhole.test(name) ? name : `Sticker | ${name}`);

/** 0 where it is not told, null where what is told is none. */
export const stickerWear = (wear: unknown): number | null => (wear == null || wear === '' ? 0 : itemFloat(wear));

type WireSticker = { readonly name?: unknown; readonly slot?: unknown; readonly wear?: unknown };

/**
 * Stickers whose names lack their prefix. Patches of agents would look alike, so that only a painted item tells its
 * stickers; unknown as a whole where the name or slot of one is not told.
 */
export function bareStickers(told: readonly WireSticker[] | null | undefined, isPainted: boolean): Sticker[] | null {
  if (told == null || (told.length > 0 && !isPainted)) return null;
  const read: Sticker[] = [];
  for (const sticker of told) {
    const [name, slot, wear] = [text(sticker.name), whole(sticker.slot), stickerWear(sticker.wear)];
    if (name === null || slot === null || wear === null) return null;
    read.push({ name: stickerName(name), slot, wear });
  }
  return read;
}
