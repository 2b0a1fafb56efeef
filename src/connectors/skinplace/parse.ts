import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { inspectLink, itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import { conditions, type Offer } from '../../schema/index.ts';
import type { Item } from './wire.ts';

/** A knife without finish has an exterior that its name does not say. */
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
  const price = money(row.price_market_usd, 'USD');
  // A search also finds longer names
  if (price === null || (item !== null && name !== item)) return null;
  return {
    kind: 'offer',
    game,
    name,
    phase: text(row.phase),
    offerId: String(row.id),
    price,
    // No page of a single item is known, so that the search of its name bears the id
    purchaseLink: `https://skin.place/buy-cs2-skins?search=${urlPart(name)}#${row.id}`,
    inspectLink: inspectLink(row.inspect_url),
    float: itemFloat(row.floatvalue),
    paintIndex: whole(row.paintindex),
    paintSeed: whole(row.paintseed),
    // What a sticker looks like has not been seen, so that nothing but their absence can be told
    stickers: row.stickers?.length === 0 ? [] : null,
    tradableAt: tradableFrom(row),
    ownerId: null,
  };
}
