import type { Game } from '../../schema/index.ts';
import type { World } from '../market/world.ts';
import { addressOf } from './skinport-pages.ts';

const dollars = (usd: number): number => Math.round(usd * 100) / 100;

/** The price file of LIS-SKINS and Skin.Land: one row per name on sale. `word` is the game in their addresses. */
export const marketExport = (
  world: World,
  slug: string,
  site: string,
  game: Game = 'CS2',
  word = 'csgo',
): readonly object[] =>
  world.items(game).flatMap((item) => {
    const listings = world.listings(slug, item);
    const cheapest = listings[0];
    if (cheapest === undefined) return [];
    const unlocked = listings.find(({ tradableAt }) => tradableAt === null);
    return [
      {
        name: item.name,
        price: dollars(cheapest.priceUsd),
        unlocked_price: unlocked === undefined ? null : dollars(unlocked.priceUsd),
        url: `${site}/market/${word}/${addressOf(item.name)}/`,
        count: listings.length,
      },
    ];
  });
