import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { text, urlPart } from '../../contract/text.ts';
import type { Money, Offer, Withdrawal } from '../../schema/index.ts';
import type { Currencies, Event, Listing } from './wire.ts';

/** Only what is priced in dollars: keys and refined metal are no currency that is known here. */
function dollars(currencies: Currencies | null | undefined): Money | null {
  if (currencies == null || currencies.keys != null || currencies.metal != null) return null;
  return money(currencies.usd, 'USD');
}

const game = 'TF2';

const unknown = {
  inspectLink: null,
  float: null,
  paintIndex: null,
  paintSeed: null,
  stickers: null,
} as const;

/** A frame holds a list of events, or one alone to clients that do not ask for lists. */
export const eventsIn = (message: unknown): readonly unknown[] => (Array.isArray(message) ? message : [message]);

export function parseEvent({ event, payload }: Event): Offer | Withdrawal | null {
  if (payload.intent === 'buy') return null;
  const gone = { kind: 'withdrawal', game, offerId: payload.id, reason: 'unknown' } as const;
  if (event === 'listing-delete' || (payload.status ?? 'active') !== 'active') return gone;
  return offerOf(payload);
}

function offerOf({ id, item, currencies, steamid }: Extract<Event, { event: 'listing-update' }>['payload']) {
  const price = dollars(currencies);
  const name = text(item.marketName);
  // Steam's market has no items that cannot be traded or crafted with, and so no names for them
  if (price === null || name === null || item.tradable === false || item.craftable === false) return null;
  const quality = item.quality?.id ?? 6;
  return {
    ...unknown,
    kind: 'offer',
    game,
    name,
    phase: text(item.particle?.name),
    offerId: id,
    price,
    // The page lists all of a name, and the address of the seller's trade offers bears a token
    purchaseLink: `https://backpack.tf/classifieds?item=${urlPart(text(item.baseName) ?? name)}&quality=${quality}&tradable=1&craftable=1#${urlPart(id)}`,
    tradableAt: item.tradable === true ? 0 : null,
    ownerId: text(steamid),
  } satisfies Offer;
}

export function parseListing({ intent, currencies, steamid, item }: Listing, { item: name }: About): Offer | null {
  const price = dollars(currencies);
  const assetId = item.id == null || item.id === '' ? null : String(item.id);
  if (intent === 'buy' || name === null || price === null || assetId === null) return null;
  const offerId = `440_${assetId}`;
  return {
    ...unknown,
    kind: 'offer',
    game,
    name,
    phase: null,
    offerId,
    price,
    purchaseLink: `https://backpack.tf/classifieds?item=${urlPart(name)}&tradable=1&craftable=1#${urlPart(offerId)}`,
    tradableAt: null,
    ownerId: text(steamid),
  };
}
