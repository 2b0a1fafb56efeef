import type { About } from '../../contract/connector.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { charmsOf, nameTagOf, patchName, stickerName } from '../../contract/pieces.ts';
import { inspectLink, itemFloat, pageLink, text, urlPart, whole } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import {
  type Game,
  gameNamed,
  type Offer,
  type PastPrice,
  type Quote,
  type Sale,
  type Withdrawal,
} from '../../schema/index.ts';
import type { FeedSale, History, Item } from './wire.ts';

/**
 * An item of TF2 that cannot be used in crafting has the name of one that can, and is worth less. Its page, such as
 * "tf2/item/the-team-captain+uncraftable", tells them apart.
 */
const isUncraftable = (page: unknown): boolean => typeof page === 'string' && /(?:\+|%2B)uncraftable$/i.test(page);

export function parseItem(row: Item, { game }: About): Quote | null {
  if (isUncraftable(row.item_page)) return null;
  return {
    kind: 'quote',
    game,
    name: row.market_hash_name,
    phase: phaseOf(row),
    lowest: moneyOrNone(row.min_price, row.currency),
    offerCount: row.quantity,
    purchaseLink: pageLink(row.item_page),
    marketplaceItemId: null,
    thumbnail: null,
  };
}

export function parseHistory(row: History, { game }: About): PastPrice | null {
  const { median, volume } = row.last_24_hours;
  if (volume === 0 || isUncraftable(row.item_page)) return null;
  const paid = money(median, row.currency);
  const name = row.market_hash_name;
  return { kind: 'pastPrice', game, name, phase: phaseOf(row), at: null, median: paid, saleCount: volume };
}

const phaseOf = ({ version }: { readonly version?: string | null }): string | null =>
  version === undefined || version === '' || version === 'default' ? null : version;

/** A message is ['saleFeed', { eventType, sales }]. */
export function salesIn(message: unknown): unknown[] {
  const [, body] = message as readonly [unknown, { readonly eventType: unknown; readonly sales: unknown }];
  const { eventType, sales } = body;
  if (!Array.isArray(sales)) throw new Error('the message has no array at sales');
  return sales.map((sale: unknown) => ({ eventType, sale }));
}

export const gameOfSale = ({ sale }: FeedSale): Game | null => gameNamed(String(sale.appid));

/** Each game but Counter-Strike has its own part of the site. */
const folders: Readonly<Record<Game, string>> = { CS2: '', Dota2: 'dota2/', Rust: 'rust/', TF2: 'tf2/' };

export function parseFeedSale(
  { eventType, sale }: FeedSale,
  about: About,
): Offer | readonly (Sale | Withdrawal)[] | null {
  const { game, at } = about;
  if (isUncraftable(sale.url)) return null;
  const id = String(sale.saleId);
  const item = {
    game,
    name: sale.marketHashName,
    phase: phaseOf(sale),
    float: itemFloat(sale.wear),
    paintIndex: whole(sale.finish),
    paintSeed: whole(sale.pattern),
    stickers: stickersOf(sale),
    ...(game === 'CS2' && { ...nameTagOf(sale.customName), ...charmsOf(sale.charms) }),
  };
  if (eventType === 'sold') {
    const gone: Withdrawal = { kind: 'withdrawal', game, offerId: id, reason: 'sold' };
    const price = moneyOrNone(sale.salePrice, sale.currency, 100);
    // The message has no time of sale, but is sent at once
    return price === null ? [gone] : [{ kind: 'sale', saleId: id, soldAt: at, price, ...item }, gone];
  }
  const page = text(sale.url);
  return {
    kind: 'offer',
    offerId: id,
    price: money(sale.salePrice, sale.currency, 100),
    purchaseLink: page === null ? null : `https://skinport.com/${folders[game]}item/${urlPart(page)}/${id}`,
    inspectLink: inspectLink(sale.link),
    tradableAt: tradableFrom(sale.lock),
    ownerId: text(sale.steamid),
    ...item,
  };
}

function tradableFrom(lock: unknown): number | null {
  if (lock === null) return 0;
  if (lock instanceof Date) return whole(lock.getTime(), Number.MAX_SAFE_INTEGER);
  return typeof lock === 'string' ? isoTime(lock) : null;
}

/** Names can lack their prefix, and agents have patches among them; without a prefix, only painted items have stickers. */
function stickersOf({ stickers, finish }: FeedSale['sale']): Offer['stickers'] {
  if (stickers == null) return null;
  const isPainted = Boolean(whole(finish));
  const read = [];
  for (const sticker of stickers) {
    if (sticker === null) return null;
    const { type, slot, wear } = sticker;
    const name = text(sticker.name);
    const isPatch = type?.toLowerCase() === 'patch';
    const share = itemFloat(wear ?? 0);
    const isSticker = isPainted || type != null || /^(?:Sticker|Patch) \| /.test(name ?? '');
    if (name === null || slot == null || share === null || !isSticker) return null;
    read.push({ name: isPatch ? patchName(name) : stickerName(name), slot, wear: share });
  }
  return read;
}
