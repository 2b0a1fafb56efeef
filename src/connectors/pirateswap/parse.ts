import type { About } from '../../contract/connector.ts';
import { moneyOrNone } from '../../contract/money.ts';
import { inspectLink, itemFloat, urlPart, whole } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import type { Offer } from '../../schema/index.ts';
import type { Held } from './wire.ts';

export function parseHeld(row: Held, { game }: About): Offer | null {
  const price = moneyOrNone(row.storePrice ?? null, 'USD');
  // Without it, the item can only be had in a trade
  if (price === null) return null;
  return {
    kind: 'offer',
    game,
    name: row.marketHashName,
    phase: null,
    offerId: row.id,
    price,
    // There is no known page for a single item, so the link is a search for its name with the id as fragment
    purchaseLink: `https://pirateswap.com/?search=${urlPart(row.marketHashName)}#${urlPart(row.id)}`,
    inspectLink: inspectLink(row.inspectInGameLink),
    float: itemFloat(row.float),
    paintIndex: whole(row.paintIndex),
    paintSeed: whole(row.pattern),
    // Stickers come without slot and wear, so only their absence is known
    stickers: row.stickers?.length === 0 ? [] : null,
    tradableAt: row.tradeableAfter == null ? null : isoTime(row.tradeableAfter),
    ownerId: null,
  };
}
