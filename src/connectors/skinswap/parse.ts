import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { inspectLink, itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import { appIdOf, type Offer } from '../../schema/index.ts';
import type { Held } from './wire.ts';

export function parseHeld(row: Held, { game, at }: About): Offer | null {
  const name = row.market_hash_name;
  const price = money(row.price.buy, 'USD', 100);
  // What has no price in money can only be traded for
  if (price === null || row.appid !== appIdOf(game)) return null;
  const float = itemFloat(row.inspect?.float);
  return {
    kind: 'offer',
    game,
    name,
    phase: null,
    offerId: String(row.id),
    price,
    // No page of a single item is known, so that the search of its name bears the id
    purchaseLink: `https://skinswap.com/buy?search=${urlPart(name)}#${urlPart(String(row.id))}`,
    inspectLink: inspectLink(row.inspect_link),
    float,
    paintIndex: null,
    paintSeed: float === null ? null : whole(row.inspect?.pattern),
    // What a sticker looks like has not been seen, so that nothing but their absence can be told
    stickers: float !== null && row.inspect?.stickers?.length === 0 ? [] : null,
    tradableAt: tradableFrom(row.tradehold_days, at),
    ownerId: text(row.steamid),
  };
}

const dayMs = 86_400_000;

/** Whole days from the day of the answer, or each reading would move the instant. */
function tradableFrom(days: number | null | undefined, at: number): number | null {
  const left = whole(days, 365);
  if (left === null) return null;
  return left === 0 ? 0 : (Math.floor(at / dayMs) + left) * dayMs;
}
