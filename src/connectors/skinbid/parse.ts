import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { bareStickers } from '../../contract/pieces.ts';
import { inspectLink, itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import type { Offer } from '../../schema/index.ts';
import type { Listing, Lot } from './wire.ts';

/** null for auctions, whose price is a bid, and for bundles, whose price is not that of one item. */
export function parseListing(
  { auction, items, sellerShopCode }: Listing,
  { game, item: requested }: About,
): Offer | null {
  const [lot, ...others] = items ?? [];
  const isOpen = auction.isActive !== false && auction.isPrivate !== true;
  if (auction.sellType !== 'FIXED_PRICE' || auction.isBundle || !isOpen) return null;
  if (lot === undefined || others.length > 0) return null;
  const { item } = lot;
  if (requested !== null && item.fullName !== requested) return null;
  return {
    kind: 'offer',
    game,
    name: item.fullName,
    phase: text(item.dopplerPhase),
    offerId: auction.auctionHash,
    price: money(auction.buyNowPriceEur, 'EUR'),
    purchaseLink: `https://skinbid.com/market/${urlPart(auction.auctionHash)}`,
    inspectLink: inspectLink(item.inspectLink),
    float: itemFloat(item.float),
    paintIndex: whole(item.paintIndex),
    paintSeed: whole(item.paintSeed),
    stickers: bareStickers(item.stickers, Boolean(whole(item.paintIndex))),
    tradableAt: tradableFrom(lot),
    ownerId: text(sellerShopCode),
  };
}

function tradableFrom({ isTradeLocked, tradeLockExpireDate }: Lot): number | null {
  if (isTradeLocked === false) return 0;
  return tradeLockExpireDate == null ? null : isoTime(tradeLockExpireDate);
}
