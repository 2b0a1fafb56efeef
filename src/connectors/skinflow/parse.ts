import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { bareStickers } from '../../contract/pieces.ts';
import { inspectLink, itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import { appIdOf, type Offer } from '../../schema/index.ts';
import type { Held } from './wire.ts';

export function parseHeld(row: Held, { game }: About): Offer | null {
  if (String(row.app_id) !== String(appIdOf(game))) return null;
  const float = itemFloat(row.float);
  return {
    kind: 'offer',
    game,
    name: row.market_hash_name,
    phase: null,
    offerId: row.realitem_id,
    price: money(row.offered, 'USD', 100),
    // There is no known page for a single item, so the link is a search for its name with the id as fragment
    purchaseLink: `https://skinflow.gg/buy?search=${urlPart(row.market_hash_name)}#${urlPart(row.realitem_id)}`,
    inspectLink: inspectLink(row.inspect_link),
    float,
    paintIndex: row.market_hash_name.includes('Doppler') ? whole(row.phase) : null,
    paintSeed: float === null ? null : whole(row.paintseed),
    stickers: bareStickers(row.stickers, float !== null),
    tradableAt: row.tradable_date == null ? null : isoTime(row.tradable_date),
    ownerId: text(row.bot?.bot_steam_id),
  };
}
