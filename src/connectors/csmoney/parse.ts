import type { About } from '../../contract/connector.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import { required } from '../../contract/unreadable.ts';
import { appIdOf, type Game, type Offer, type PastPrice, type Quote } from '../../schema/index.ts';
import { type BotItem, botOffers, inspectLinkOf } from '../families/csmoney-bots.ts';
import type { LogValue, MinPrice, PageItem, SellOrder } from './wire.ts';

const variant = /(\| (?:Gamma )?Doppler) (?:Phase [1-4]|Ruby|Sapphire|Black Pearl|Emerald)(?= \(|$)/;

export function parseSellOrder(row: SellOrder, { game, item }: About): Offer | null {
  const { asset, seller } = row;
  const name = asset.names.full;
  // A search for a name also finds longer names; that of a Doppler contains its variant
  if (row.appId !== appIdOf(game) || (item !== null && name.replace(variant, '$1') !== item)) return null;
  const ownerId = text(seller?.steamId64);
  return {
    kind: 'offer',
    game,
    name,
    phase: null,
    offerId: String(row.id),
    price: money(row.pricing.computed, 'USD'),
    purchaseLink: `https://cs.money/market/buy/?search=${urlPart(name)}&unique_id=${row.id}`,
    inspectLink: inspectLinkOf(game, ownerId, asset.id, asset.inspect),
    float: itemFloat(asset.float),
    paintIndex: null,
    paintSeed: whole(asset.pattern),
    stickers: stickersOf(row),
    tradableAt: null,
    ownerId,
  };
}

/** null means the same for a rifle without stickers and for a knife, so it says nothing. */
function stickersOf({ stickers }: SellOrder): Offer['stickers'] {
  if (stickers == null) return null;
  const read = [];
  for (const [slot, sticker] of stickers.entries()) {
    if (sticker === null) continue;
    const name = text(sticker.name);
    const wear = itemFloat((sticker.wear ?? 0) / 100);
    if (name === null || wear === null) return null;
    read.push({ name, wear, slot });
  }
  return read;
}

const pageOfName = (name: string): string => `https://cs.money/market/buy/?search=${urlPart(name)}`;

const quoteOf = (game: Game, name: string, price: number | null, offerCount: number): Quote => ({
  kind: 'quote',
  game,
  name,
  phase: null,
  lowest: moneyOrNone(price, 'USD'),
  offerCount,
  purchaseLink: pageOfName(name),
  marketplaceItemId: null,
  thumbnail: null,
});

export const keyedPrices = (payload: unknown): unknown[] =>
  Object.entries(payload as Readonly<Record<string, unknown>>).map(([key, entry]) => ({ key, entry }));

/** A key of digits is the id of the name, which the price log needs. */
export const parseMinPrice = ({ key, entry }: MinPrice, { game }: About): Quote => ({
  ...quoteOf(game, entry.fullName, entry.price, entry.marketCount),
  marketplaceItemId: /^\d{1,15}$/.test(key) ? key : null,
});

/** The URL is guessed from the name, so the page is checked to be about that name. */
export const parsePageItem = (row: PageItem, { game, item, marketplaceItemId }: About): Quote | null =>
  row.fullName === item ? { ...quoteOf(game, row.fullName, row.minPrice, row.offerCount), marketplaceItemId } : null;

export function parseLogValue(row: LogValue, { game, item, marketplaceItemId }: About): PastPrice | null {
  if (item === null || String(row.nameId) !== marketplaceItemId) return null;
  const median = money(row.price_trader_new, 'USD', 1, 'price_trader_new');
  const at = required(isoTime(row.time), 'time', row.time);
  return { kind: 'pastPrice', game, name: item, phase: null, at, median, saleCount: null };
}

/** The bots' items have ids different from those of the market; the link is a search for the name with the id as fragment. */
export const parseBotItem = (row: BotItem, about: About): readonly Offer[] =>
  botOffers(row, about).map((offer) => {
    const offerId = `bot-${offer.offerId}`;
    return { ...offer, offerId, purchaseLink: `${pageOfName(offer.name)}#${offerId}` };
  });
