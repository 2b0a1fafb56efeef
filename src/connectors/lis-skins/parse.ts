import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { bareStickers, nameTagOf } from '../../contract/pieces.ts';
import { itemFloat, urlPart, whole } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import type { Game, Offer, Withdrawal } from '../../schema/index.ts';
import type { Event, Lot } from './wire.ts';

/** The marketplace's codes of the games; it has no TF2. */
export const gameCodes: Readonly<Partial<Record<Game, string>>> = { CS2: 'csgo', Dota2: 'dota2', Rust: 'rust' };

export function parseLot(row: Lot, { game, item }: About): Offer | null {
  // A search can also find other names
  if (item !== null && row.name !== item) return null;
  return {
    kind: 'offer',
    game,
    name: row.name,
    phase: null,
    offerId: String(row.id),
    price: money(row.price, 'USD'),
    // There is no known page for a single lot, so the link is a search for its name with the id as fragment
    purchaseLink: `https://lis-skins.com/market/${gameCodes[game]}/?query=${urlPart(row.name)}#${row.id}`,
    inspectLink: null,
    float: itemFloat(row.item_float),
    paintIndex: whole(row.item_paint_index),
    paintSeed: whole(row.item_paint_seed),
    stickers: stickersOf(row),
    ...(game === 'CS2' && nameTagOf(row.name_tag)),
    tradableAt: tradableFrom(row.unlock_at),
    ownerId: null,
  };
}

const csgo = 1;

/** The feed does not say whether a removed lot was sold or taken down. */
export function parseEvent(row: Event, about: About): Offer | Withdrawal | null {
  if (row.event === 'obtained_skin_deleted')
    return { kind: 'withdrawal', game: about.game, offerId: String(row.id), reason: 'unknown' };
  // Only Counter-Strike has floats; a lot with neither float nor game can be of any game
  const isCs2 = row.game_id == null ? itemFloat(row.item_float) !== null : row.game_id === csgo;
  return isCs2 ? parseLot(row, about) : null;
}

const tradableFrom = (unlock: string | null | undefined): number | null => {
  if (unlock === undefined) return null;
  return unlock === null ? 0 : isoTime(unlock);
};

/** Names lack their prefix. Patches of agents look the same, so stickers are read of painted items only. */
function stickersOf({ stickers, item_paint_index }: Lot): Offer['stickers'] {
  const shared = stickers?.map((one) => ({ name: one?.name, slot: one?.slot, wear: (one?.wear ?? 0) / 100 }));
  return bareStickers(shared, whole(item_paint_index) !== null);
}
