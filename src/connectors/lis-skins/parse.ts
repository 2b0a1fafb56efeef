import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { stickerName } from '../../contract/stickers.ts';
import { itemFloat, urlPart, whole } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import type { Game, Offer, Withdrawal } from '../../schema/index.ts';
import type { Event, Lot } from './wire.ts';

/** Their own codes of the games; there is no TF2. */
export const gameCodes: Readonly<Partial<Record<Game, string>>> = { CS2: 'csgo', Dota2: 'dota2', Rust: 'rust' };

export function parseLot(row: Lot, { game, item }: About): Offer | null {
  const price = money(row.price, 'USD');
  // A search may also find other names
  if (price === null || (item !== null && row.name !== item)) return null;
  return {
    kind: 'offer',
    game,
    name: row.name,
    phase: null,
    offerId: String(row.id),
    price,
    // No page of a single lot is known, so that the search of its name bears the number
    purchaseLink: `https://lis-skins.com/market/${gameCodes[game]}/?query=${urlPart(row.name)}#${row.id}`,
    inspectLink: null,
    float: itemFloat(row.item_float),
    paintIndex: whole(row.item_paint_index),
    paintSeed: whole(row.item_paint_seed),
    stickers: stickersOf(row),
    tradableAt: tradableFrom(row.unlock_at),
    ownerId: null,
  };
}

const csgo = 1;

/** Whether a lot has been sold or taken down is not said. */
export function parseEvent(row: Event, about: About): Offer | Withdrawal | null {
  if (row.event === 'obtained_skin_deleted')
    return { kind: 'withdrawal', game: about.game, offerId: String(row.id), reason: 'unknown' };
  // Of the games only Counter-Strike has floats; what has neither float nor game may be of any
  const isCs2 = row.game_id == null ? itemFloat(row.item_float) !== null : row.game_id === csgo;
  return isCs2 ? parseLot(row, about) : null;
}

const tradableFrom = (unlock: string | null | undefined): number | null => {
  if (unlock === undefined) return null;
  return unlock === null ? 0 : isoTime(unlock);
};

/** Names come without their prefix; patches of agents would look alike, so that only a painted item tells its stickers. */
function stickersOf({ stickers, item_paint_index }: Lot): Offer['stickers'] {
  if (stickers == null || (stickers.length > 0 && whole(item_paint_index) === null)) return null;
  const read = [];
  for (const { name, wear, slot } of stickers) {
    const share = itemFloat((wear ?? 0) / 100);
    if (name === '' || share === null) return null;
    read.push({ name: stickerName(name), slot, wear: share });
  }
  return read;
}
