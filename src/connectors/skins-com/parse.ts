import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { charmsOf } from '../../contract/pieces.ts';
import { itemFloat } from '../../contract/text.ts';
import type { Offer, Withdrawal } from '../../schema/index.ts';
import type { Event, Listing } from './wire.ts';

/** Placeholder for no price, which would be a million dollars. */
const noPrice = 100_000_000;

const exteriors: Readonly<Record<string, string>> = {
  'Factory New': 'fn',
  'Minimal Wear': 'mw',
  'Field-Tested': 'ft',
  'Well-Worn': 'ww',
  'Battle-Scarred': 'bs',
};

/** The page of a finish shows all its exteriors; the fragment identifies the offer. */
function pageOf(name: string, id: number): string {
  const [worn, words = ''] = / \((Factory New|Minimal Wear|Field-Tested|Well-Worn|Battle-Scarred)\)/.exec(name) ?? [];
  const exterior = exteriors[words];
  const page = name
    .replace(/★ |StatTrak™ |^Souvenir /g, '')
    .replace(worn ?? '', '')
    .toLowerCase()
    .replace(/[\s|-]+/g, '-')
    .replace(/[^a-z0-9-]/g, '');
  const choice = [
    ...(exterior === undefined ? [] : [`exterior=${exterior}`]),
    ...(name.includes('StatTrak™') ? ['st=true'] : []),
  ];
  return `https://skins.com/item/${page}${choice.length === 0 ? '' : `?${choice.join('&')}`}#${id}`;
}

export function parseListing(row: Listing, { game }: About): Offer | null {
  // The price of an auction is its current bid, at which nothing can be bought
  if (row.purchase_price >= noPrice || row.auction_ends_at !== null) return null;
  return {
    kind: 'offer',
    game,
    name: row.market_name,
    phase: null,
    offerId: String(row.id),
    price: money(row.purchase_price, 'USD', 100),
    purchaseLink: pageOf(row.market_name, row.id),
    inspectLink: null,
    float: itemFloat(row.wear),
    paintIndex: null,
    paintSeed: null,
    // Stickers come without their slots, so only their absence is known
    stickers: row.stickers?.length === 0 ? [] : null,
    ...charmsOf(row.keychains),
    tradableAt: null,
    ownerId: null,
  };
}

/** A sale and a delisting look alike; an auction without bids comes again with another id. */
export const parseEvent = (row: Event, about: About): Offer | Withdrawal | null =>
  row.event === 'deleted_item'
    ? { kind: 'withdrawal', game: about.game, offerId: String(row.id), reason: 'unknown' }
    : parseListing(row.item, about);
