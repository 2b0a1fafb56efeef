import type { Sticker } from '../schema/index.ts';
import { itemFloat, text, whole } from './text.ts';

const isWhole = /^(?:Sticker|Patch|Charm) \| /;

/** The full market name of a sticker; many marketplaces omit the prefix that Steam uses. */
export const stickerName = (name: string): string => (isWhole.test(name) ? name : `Sticker | ${name}`);

export const patchName = (name: string): string => (isWhole.test(name) ? name : `Patch | ${name}`);

/** 0 when the wear is absent, null when it is not a valid wear. */
export const stickerWear = (wear: unknown): number | null => (wear == null || wear === '' ? 0 : itemFloat(wear));

type WireSticker = { readonly name?: unknown; readonly slot?: unknown; readonly wear?: unknown };

/** Stickers with their full names; null when any lacks its name or slot. */
export function fullStickers(stated: readonly (WireSticker | null)[]): Sticker[] | null {
  const read: Sticker[] = [];
  for (const sticker of stated) {
    const [name, slot, wear] = [text(sticker?.name), whole(sticker?.slot), stickerWear(sticker?.wear)];
    if (name === null || slot === null || wear === null) return null;
    read.push({ name: stickerName(name), slot, wear });
  }
  return read;
}

/** Stickers whose names lack their prefix. Patches of agents look the same, so stickers are read of painted items only. */
export const bareStickers = (
  stated: readonly (WireSticker | null)[] | null | undefined,
  isPainted: boolean,
): Sticker[] | null => (stated == null || (stated.length > 0 && !isPainted) ? null : fullStickers(stated));
