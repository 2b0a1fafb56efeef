import type { About } from '../../contract/connector.ts';
import { certificateIn } from '../../contract/item-certificate.ts';
import { money } from '../../contract/money.ts';
import { certifiedExtras } from '../../contract/pieces.ts';
import { inspectLink, itemFloat, text, whole } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import { required } from '../../contract/unreadable.ts';
import { appIdOf, type Extras, type Game, type Offer, type Sale } from '../../schema/index.ts';
import type { Sold, Trade } from './wire.ts';

export const pageOf = (game: Game, productId: string): string =>
  `https://www.igxe.cn/product/${appIdOf(game)}/${productId}`;

/** Rows name their item only in Chinese, so the requested name is used; the Chinese one is kept, since people search for it. */
export function parseTrade(row: Trade, { game, item, marketplaceItemId, at }: About): Offer | null {
  if (item === null || (row.app_id !== undefined && row.app_id !== appIdOf(game))) return null;
  const localName = text(row.name);
  return {
    kind: 'offer',
    game,
    name: item,
    phase: null,
    offerId: String(row.id),
    price: money(row.unit_price, 'CNY'),
    // All offers of an item share one page
    purchaseLink: marketplaceItemId === null ? null : `${pageOf(game, marketplaceItemId)}#trade=${row.id}`,
    inspectLink: inspectLink(row.actions_link),
    tradableAt: tradableAt(row.lock_span, at),
    ownerId: text(row.steam_uid),
    ...finishOf(row, game, row.actions_link ?? ''),
    ...(localName !== null && { localName }),
  };
}

export function parseSold(row: Sold, { game, item }: About): Sale | null {
  if (item === null) return null;
  const price = money(row.unit_price, 'CNY');
  const soldAt = required(beijingDay(row.last_updated), 'last_updated', row.last_updated);
  const saleId = `${row.product_id}:${row.id}`;
  return { kind: 'sale', game, name: item, phase: null, saleId, soldAt, price, ...finishOf(row, game, '') };
}

type Finish = Pick<Offer, 'float' | 'paintIndex' | 'paintSeed' | 'stickers'> & Extras;

function finishOf(row: Pick<Trade, keyof Sold & keyof Trade>, game: Game, link: string): Finish {
  if (game !== 'CS2') return { float: null, paintIndex: null, paintSeed: null, stickers: null };
  const certificate = certificateIn(link);
  const certified = row.paint_index == null ? certificate : null;
  return {
    ...certifiedExtras(certificate),
    float: itemFloat(row.exterior_wear) ?? certified?.float ?? null,
    paintIndex: whole(row.paint_index ?? certified?.paintIndex),
    paintSeed: whole(row.paint_seed ?? certified?.paintSeed),
    // The Chinese names of stickers are used nowhere else
    stickers: row.sticker?.length === 0 ? [] : null,
  };
}

const dayMs = 86_400_000;

/** Counted from the day of the answer, so that the same lock gives the same time all day. */
function tradableAt(days: number | null | undefined, at: number): number | null {
  if (days == null || days < 0) return null;
  return days === 0 ? 0 : (Math.floor(at / dayMs) + Math.min(days, 365)) * dayMs;
}

/** The start of a day such as "2024年03月10日" in Beijing, which has no daylight saving time. */
function beijingDay(words: string): number | null {
  const [year = '', month = '', day = ''] = words.split(/\D+/);
  return isoTime(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00+08:00`);
}
