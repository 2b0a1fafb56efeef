import { charmPrefixes, type Extras } from '../schema/index.ts';
import type { ItemCertificate } from './item-certificate.ts';
import { text, whole } from './text.ts';

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
