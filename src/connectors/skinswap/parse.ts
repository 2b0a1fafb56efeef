import type { About } from '../../contract/connector.ts';
import { moneyOrNone } from '../../contract/money.ts';
import { inspectLink, itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import { appIdOf, type Offer } from '../../schema/index.ts';
import type { Held } from './wire.ts';

export function parseHeld(row: Held, { game, at }: About): Offer | null {
  const name = row.market_hash_name;
  const price = moneyOrNone(row.price.buy ?? null, 'USD', 100);
  // An item without a price in money can only be had in a trade
  if (price === null || row.appid !== appIdOf(game)) return null;
  const float = itemFloat(row.inspect?.float);
  return {
    kind: 'offer',
    game,
    name,
    phase: null,
    offerId: String(row.id),
    price,
    // There is no known page for a single item, so the link is a search for its name with the id as fragment
    purchaseLink: `https://skinswap.com/buy?search=${urlPart(name)}#${urlPart(String(row.id))}`,
    inspectLink: inspectLink(row.inspect_link),
    float,
    paintIndex: null,
    paintSeed: float === null ? null : whole(row.inspect?.pattern),
    // The format of stickers has not been seen, so only their absence is known
    stickers: float !== null && row.inspect?.stickers?.length === 0 ? [] : null,
    tradableAt: tradableFrom(row.tradehold_days, at),
    ownerId: text(row.steamid),
  };
}

const dayMs = 86_400_000;

/** Counted in whole days from the day of the answer, so that every reading gives the same time. */
function tradableFrom(days: number | null | undefined, at: number): number | null {
  const left = whole(days, 365);
  if (left === null) return null;
  return left === 0 ? 0 : (Math.floor(at / dayMs) + left) * dayMs;
}
