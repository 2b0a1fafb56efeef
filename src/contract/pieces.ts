import { charmPrefixes, type Extras, type Sticker } from '../schema/index.ts';
import type { ItemCertificate } from './item-certificate.ts';
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

const maxPattern = 100_000;
const maxTag = 128;

/** Whether a full name is that of a charm; "Sticker Slab" alone is one of an unknown sticker. */
export const isCharm = (name: string): boolean =>
  name === 'Sticker Slab' || charmPrefixes.some((prefix) => name.startsWith(prefix));

/** Many marketplaces omit the prefix that Steam uses. */
const charmName = (name: string): string => (isCharm(name) ? name : `Charm | ${name}`);

type WireCharm = { readonly name?: unknown; readonly pattern?: unknown };

/** Charms with their full names; nothing when none are told, or one lacks its name. */
export function charmsOf(told: readonly (WireCharm | null)[] | null | undefined): Pick<Extras, 'charms'> {
  const charms = [];
  for (const one of told ?? [null]) {
    const name = text(one?.name);
    if (name === null) return {};
    charms.push({ name: charmName(name), pattern: whole(one?.pattern, maxPattern) });
  }
  return { charms };
}

/** The name that a player gave an item. An empty one tells that it has none, as opposed to null. */
export function nameTagOf(told: unknown): Pick<Extras, 'nameTag'> {
  const nameTag = typeof told === 'string' ? told.trim() : null;
  return nameTag === null || nameTag.length > maxTag ? {} : { nameTag };
}

/** What a certificate says without the names of what is on the item; null is no certificate. */
export function certifiedExtras(certificate: ItemCertificate | null): Extras {
  if (certificate === null) return {};
  const { statTrakCount, nameTag, charms } = certificate;
  return {
    ...nameTagOf(nameTag ?? ''),
    ...(statTrakCount !== null && { statTrakCount }),
    ...(charms?.length === 0 && { charms: [] }),
  };
}
