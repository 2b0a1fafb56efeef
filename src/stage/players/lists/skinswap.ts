import { appIdOf, type Game, gameNamed } from '../../../schema/index.ts';
import type { PlayedListing } from '../../market/world.ts';
import type { Player } from '../../player.ts';
import { cachedList } from '../cached-list.ts';
import { bareStickerName, exteriorOf } from '../cs2-name.ts';
import { fullNameOf } from '../lookups/csmoney-order.ts';
import { answerBy, type Route, wholeNumber } from '../routes.ts';
import { classIdOf, inspectLinkOf } from '../steam-ids.ts';

const slug = 'skinswap';
const pageLimit = 100;
/** Trade credit is worth less than money. */
const tradeMarkup = 1.4;
const dayMs = 86_400_000;

const cents = (usd: number): number => Math.max(1, Math.round(usd * 100));

const holdOf = ({ tradableAt }: PlayedListing, now: number): number =>
  tradableAt === null ? 0 : Math.max(0, Math.ceil((tradableAt - now) / dayMs));

const writeHeld = (listing: PlayedListing, now: number) => {
  const { item, number, float, priceUsd, phase } = listing;
  const name = fullNameOf(item.name, phase);
  const buy = cents(priceUsd);
  return {
    accepted: true,
    appid: appIdOf(item.game),
    assetid: listing.assetId,
    classid: classIdOf(item),
    id: number,
    inspect: {
      charm: null,
      float: float === null ? null : String(float),
      pattern: listing.paintSeed,
      stickers: listing.stickers.map((sticker) => ({ name: bareStickerName(sticker.name) })),
    },
    inspect_link: float === null ? null : inspectLinkOf(listing),
    market_hash_name: name,
    name,
    overstock: { count: 1, limit: 5 },
    price: { buy, sell: cents(priceUsd * 0.7), trade: cents(priceUsd * tradeMarkup) },
    qualities: { doppler_phase: phase, exterior: exteriorOf(item.name), type: item.type },
    stackId: `${number}`,
    stackIdWithHold: `${number}-${holdOf(listing, now)}`,
    steamid: listing.sellerId,
    tradable: listing.tradableAt === null,
    tradehold_days: holdOf(listing, now),
    tradehold_expires: null,
  };
};

const inventoryOf = cachedList((world, game: Game) =>
  world
    .items(game)
    .flatMap((item) => world.listings(slug, item))
    .sort((one, other) => other.priceUsd - one.priceUsd || one.number - other.number),
);

const inventory: Route['answer'] = ({ query, now }, world) => {
  const game = gameNamed(query.get('appid') ?? '');
  if (game === null) return { body: { success: false, message: 'Invalid appid' } };
  const listings = inventoryOf(world, game, now);
  const size = Math.min(pageLimit, wholeNumber(query.get('limit'), 60));
  const from = wholeNumber(query.get('offset'), 0);
  const data = listings.slice(from, from + size).map((listing) => writeHeld(listing, now));
  return { body: { success: true, data, endOfResults: from + size >= listings.length } };
};

/** SkinSwap: its bots' items as read by its own site. */
export const skinswap: Player = {
  slug,
  hosts: ['api.skinswap.com'],
  answer: answerBy([{ method: 'GET', path: /^\/api\/site\/inventory\/?$/, answer: inventory }]),
};
