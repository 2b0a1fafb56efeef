import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import { appIdOf, type Offer } from '../../schema/index.ts';
import type { Listing } from './wire.ts';

/** Bux to the dollar, according to a client of 2023. */
const buxPerDollar = 1666;

const buyable = 3;

export function parseListing(row: Listing, { game, at }: About): Offer | null {
  const item = row.item ?? {};
  if (row.status !== buyable || row.appId !== appIdOf(game) || isAuctioned(row, at)) return null;
  return {
    kind: 'offer',
    game,
    name: row.name,
    phase: text(item.phase),
    offerId: row.id,
    price: money(row.value / buxPerDollar, 'USD', 1, 'value'),
    // No page for a single item is known
    purchaseLink: `https://500.casino/#${urlPart(row.id)}`,
    inspectLink: null,
    float: itemFloat(item.paintwear),
    paintIndex: whole(item.paintindex),
    paintSeed: whole(item.paintseed),
    // Stickers come without slot and wear, so only their absence is known
    stickers: item.isInspected === true && item.stickers?.length === 0 ? [] : null,
    tradableAt: null,
    ownerId: text(row.openId),
  };
}

/** After an auction without bids the item is on sale at its price. An end that cannot be read can be in the future. */
function isAuctioned({ auctionEndDate: end }: Listing, at: number): boolean {
  if (end == null || end === '') return false;
  const endsAt = isoTime(end);
  return endsAt === null || endsAt > at;
}
