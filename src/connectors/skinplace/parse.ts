import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { inspectLink, itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import { conditions, type Offer } from '../../schema/index.ts';
import type { Item } from './wire.ts';

/** A knife without a finish has an exterior that is not part of its name. */
function nameOf({ steam_market_hash_name: name, steam_exterior: exterior }: Item): string {
  const isWhole = !name.includes(' | ') || conditions.some((condition) => name.endsWith(`(${condition})`));
  return isWhole || !(conditions as readonly unknown[]).includes(exterior) ? name : `${name} (${exterior})`;
}

function tradableFrom({ is_hold: isHeld, time_unhold: until }: Item): number | null {
  if (isHeld == null) return null;
  return Number(isHeld) === 0 ? 0 : isoTime(until ?? '');
}

export function parseItem(row: Item, { game, item }: About): Offer | null {
  const name = nameOf(row);
  // A search also finds longer names
  if (item !== null && name !== item) return null;
  return {
    kind: 'offer',
    game,
    name,
    phase: text(row.phase),
    offerId: String(row.id),
    price: money(row.price_market_usd, 'USD'),
    // There is no known page for a single item, so the link is a search for its name with the id as fragment
    purchaseLink: `https://skin.place/buy-cs2-skins?search=${urlPart(name)}#${row.id}`,
    inspectLink: inspectLink(row.inspect_url),
    float: itemFloat(row.floatvalue),
    paintIndex: whole(row.paintindex),
    paintSeed: whole(row.paintseed),
    // The format of stickers has not been seen, so only their absence is known
    stickers: row.stickers?.length === 0 ? [] : null,
    tradableAt: tradableFrom(row),
    ownerId: null,
  };
}
