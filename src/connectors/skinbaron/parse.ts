import type { About } from '../../contract/connector.ts';
import { itemAttributes } from '../../contract/item-attributes.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { inspectLink, itemFloat, pageLink, text, urlPart } from '../../contract/text.ts';
import { conditionOf, type Offer, type Quote } from '../../schema/index.ts';
import type { Found, Priced, PricedVariant, Shown } from './wire.ts';

export const euros = (amount: unknown) => money(amount, 'EUR');

export const parsePriced = (row: Priced, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.marketHashName,
  phase: null,
  lowest: moneyOrNone(row.lowestPrice, 'EUR'),
  offerCount: row.quantity,
  purchaseLink: pageLink(row.url),
  marketplaceItemId: null,
  thumbnail: null,
});

/** Names without variants are in the plain list too, with their links. */
export function parsePricedVariant(row: PricedVariant, { game }: About): Quote | null {
  const phase = phaseNamed(row.dopplerClassName);
  if (phase === null) return null;
  return {
    kind: 'quote',
    game,
    name: row.marketHashName,
    phase,
    lowest: moneyOrNone(row.lowestPrice, 'EUR'),
    offerCount: null,
    purchaseLink: null,
    marketplaceItemId: null,
    thumbnail: null,
  };
}

/** A name in the form of Search and the sales: weapon and finish, and the rest as conditions. */
export function wanted(name: string) {
  const condition = conditionOf('CS2', name);
  const bare = name.replace('StatTrak™ ', '').replace(/^Souvenir /, '');
  return {
    condition,
    finish: condition === null ? bare : bare.slice(0, -` (${condition})`.length),
    isStatTrak: name.includes('StatTrak™ '),
    isSouvenir: condition !== null && name.startsWith('Souvenir '),
  };
}

// Answers link to the same page with and without the name of the product
const pageOf = (id: string): string => `https://skinbaron.de/offers/show?offerUuid=${urlPart(id)}`;

export function parseFound(row: Found, { game, item }: About): Offer | null {
  if (item !== null && row.market_name !== item) return null;
  return {
    kind: 'offer',
    game,
    name: row.market_name,
    phase: null,
    offerId: row.id,
    price: euros(row.price),
    purchaseLink: pageOf(row.id),
    inspectLink: inspectLink(row.inspect),
    float: itemFloat(row.wear),
    paintIndex: null,
    paintSeed: null,
    // Stickers come without slot and wear, so only their absence is known
    stickers: row.stickers === '' ? [] : null,
    tradableAt: null,
    ownerId: null,
  };
}

/** Each item once, since an answer can contain an item twice. */
export function shownIn(list: unknown): unknown[] {
  const seen = new Set<unknown>();
  return (Array.isArray(list) ? list : []).filter((row: unknown) => {
    const id = typeof row === 'object' && row !== null && 'salesId' in row ? row.salesId : row;
    return !seen.has(id) && seen.add(id);
  });
}

/** The marketplace's class names misspell one variant. */
export const phaseNamed = (name: unknown): string | null => text(name)?.replace('saphhire', 'sapphire') ?? null;

export function parseShown(row: Shown, { game, at }: About): Offer | null {
  if (row.itemPrice == null) return null;
  const exterior = text(row.exteriorName);
  return {
    kind: 'offer',
    game,
    name: `${row.isSouvenir === true ? 'Souvenir ' : ''}${row.itemName}${exterior === null ? '' : ` (${exterior})`}`,
    phase: phaseNamed(row.dopplerClassName),
    offerId: row.salesId,
    price: euros(row.itemPrice),
    purchaseLink: pageOf(row.salesId),
    inspectLink: null,
    float: row.isWearPrecise === false ? null : ofPercent(row.wear),
    paintIndex: null,
    paintSeed: null,
    stickers: row.stickers === undefined || row.stickers?.length === 0 ? [] : null,
    tradableAt: tradableFrom(row.tradeLockHoursLeft, at),
    ownerId: null,
    ...itemAttributes({ rarity: row.rarityName, kind: row.variantTypeName }),
  };
}

/** Percentages have rounding noise after the ninth digit. */
const ofPercent = (percent: number | null | undefined): number | null =>
  percent == null ? null : itemFloat(Number((percent / 100).toPrecision(9)));

const hourMs = 3_600_000;
const yearHours = 8760;

/**
 * Locks are counted in hours from the answer. Rounded down to the hour; otherwise each reading would give another end, and a
 * part of an hour would count as one more day.
 */
function tradableFrom(hours: number | null | undefined, at: number): number | null {
  if (hours === null || (hours ?? 0) > yearHours) return null;
  return hours === undefined || hours === 0 ? 0 : Math.floor(at / hourMs + hours) * hourMs;
}
