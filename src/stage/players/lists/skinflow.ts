import { appIdOf } from '../../../schema/index.ts';
import type { PlayedListing } from '../../market/world.ts';
import type { Player } from '../../player.ts';
import { bareStickerName } from '../cs2-name.ts';
import { answerBy, type Route } from '../routes.ts';
import { inspectLinkOf, uuidOf } from '../steam-ids.ts';

const slug = 'skinflow';
const pageRows = 60;

const instant = (at: number): string => new Date(at).toISOString();

const writeHeld = (listing: PlayedListing) => {
  const { item, float, paintIndex, paintSeed, stickers } = listing;
  return {
    id: uuidOf(slug, listing.number),
    realitem_id: listing.assetId,
    app_id: String(appIdOf(item.game)),
    date_received: instant(listing.listedAt),
    float: float === null ? null : String(float),
    paintseed: paintSeed === null ? null : String(paintSeed),
    phase: paintIndex ?? 0,
    stickers: stickers.map(({ name, stickerId, slot: index, wear }) => ({
      slot: index,
      sticker_id: stickerId,
      wear,
      name: bareStickerName(name),
    })),
    charms: null,
    icon_url_large: 'played',
    market_hash_name: item.name,
    inspect_link: float === null ? null : inspectLinkOf(listing),
    descriptions: [],
    offered: Math.max(1, Math.round(listing.priceUsd * 100)),
    tradable_date: instant(listing.tradableAt ?? listing.listedAt),
    tags: [],
    bot: { bot_steam_id: listing.sellerId },
  };
};

/** Newest first; the cursor of the next page is made up. */
const items: Route['answer'] = (_request, world) => ({
  body: {
    next: uuidOf(slug, 'next'),
    results: world.newestListings(slug, 'CS2', pageRows).map(writeHeld),
    stackables: {},
    steamPrices: {},
  },
});

/** Skinflow: the newest items of its bots. */
export const skinflow: Player = {
  slug,
  hosts: ['api.skinflow.gg'],
  answer: answerBy([{ method: 'GET', path: /^\/bots\/items\/trade$/, answer: items }]),
};
