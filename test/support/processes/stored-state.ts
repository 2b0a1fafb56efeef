import { expect } from 'vitest';
import { type Game, games } from '../../../src/schema/index.ts';
import type { CatalogueItem } from '../../../src/stage/market/world.ts';
import { stageItems } from '../stage/stage-items.ts';
import { readJson } from './served-process.ts';

const chosen: Readonly<Record<Game, readonly string[]>> = {
  CS2: [
    'AK-47 | Redline (Field-Tested)',
    'AWP | Asiimov (Well-Worn)',
    '★ Karambit | Doppler (Factory New)',
    'Kilowatt Case',
  ],
  Dota2: ['Exalted Demon Eater', 'Dragonclaw Hook'],
  Rust: ['Tempered AK47', 'Fire jacket'],
  TF2: ['Mann Co. Supply Crate Key', 'Tour of Duty Ticket'],
};

const chosenOf = (game: Game) => stageItems[game].filter(({ name }) => chosen[game].includes(name));

/** So few items that even lookups cover all of them within seconds at the pace of real marketplaces. */
export const fewItems: Readonly<Record<Game, readonly CatalogueItem[]>> = {
  CS2: chosenOf('CS2'),
  Dota2: chosenOf('Dota2'),
  Rust: chosenOf('Rust'),
  TF2: chosenOf('TF2'),
};

/** What a service has stored of DMarket's offers and sales and of Skinport's prices. */
export type StoredState = {
  /** By purchase link: when it was found and what it costs. */
  readonly offers: ReadonlyMap<string, { readonly foundAt: number; readonly priceUSD: number }>;
  readonly sales: ReadonlySet<string>;
  readonly points: ReadonlySet<string>;
};

type Wire = Readonly<Record<string, unknown>>;

/** Reads the state over REST; an offer or a sale that is listed twice fails the test. */
export async function readStoredState(
  origin: string,
  key: string,
  played: readonly Game[] = games,
): Promise<StoredState> {
  const offers = new Map<string, { foundAt: number; priceUSD: number }>();
  const sales = new Set<string>();
  const points = new Set<string>();
  for (const { game, name } of played.flatMap((game) => fewItems[game])) {
    const about = (marketplace: string) =>
      `marketplace=${marketplace}&game=${game}&name=${encodeURIComponent(name)}&days=90&dataPoints=1000`;
    const read = async (path: string, marketplace: string) =>
      await readJson(`${origin}${path}?${about(marketplace)}`, key).catch((error: Error) => {
        // Until the first list is read, no name is known
        if (error.message.includes('answered 404')) return null;
        throw error;
      });
    const item = await read('/v2/items', 'dmarket');
    for (const { purchaseLink, foundAt, priceUSD } of item?.offers ?? []) {
      expect(offers.has(purchaseLink), `${purchaseLink} is listed twice`).toBe(false);
      offers.set(purchaseLink, { foundAt, priceUSD });
    }
    const sold: readonly Wire[] = (await read('/v2/sales', 'dmarket'))?.sales ?? [];
    const keys = sold.map((sale) => [name, sale['timestamp'], sale['priceUSD'], sale['float']].join());
    // Sales without a float can be identical
    if (sold.every((sale) => sale['float'] !== null)) expect(new Set(keys).size).toBe(keys.length);
    for (const one of keys) sales.add(one);
    for (const point of (await read('/v2/price-history', 'skinport'))?.history ?? []) {
      points.add(`${name} ${point.timestamp}`);
    }
  }
  return { offers, sales, points };
}
