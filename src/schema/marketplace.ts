import { plain } from './game.ts';

export type Marketplace = {
  /** Never reused; the number also stands in stored rows. */
  readonly id: number;
  /** Canonical spelling in answers and messages. */
  readonly name: string;
  /** Folder name, and name in our own addresses. */
  readonly slug: string;
  readonly aliases: readonly string[];
};

/** The registry: every marketplace this project knows by name, in public order. Games and availability are declared by connectors. */
export const marketplaces: readonly Marketplace[] = [
  { id: 1, name: 'Buff163', slug: 'buff163', aliases: ['buff'] },
  { id: 2, name: 'CSFloat', slug: 'csfloat', aliases: [] },
  { id: 3, name: 'SkinPort', slug: 'skinport', aliases: [] },
  { id: 4, name: 'DMarket', slug: 'dmarket', aliases: [] },
  { id: 5, name: 'Waxpeer', slug: 'waxpeer', aliases: [] },
  { id: 6, name: 'MarketCSGO', slug: 'market-csgo', aliases: ['market.csgo.com', 'tm'] },
  { id: 7, name: 'BitSkins', slug: 'bitskins', aliases: [] },
  { id: 8, name: 'YouPin', slug: 'youpin898', aliases: ['youpin898', 'uu'] },
  { id: 9, name: 'C5Game', slug: 'c5game', aliases: ['c5'] },
  { id: 10, name: 'BuffMarket', slug: 'buffmarket', aliases: [] },
  { id: 11, name: 'CSGOEmpire', slug: 'csgoempire', aliases: [] },
  { id: 12, name: 'CSGO500', slug: 'csgo500', aliases: [] },
  { id: 13, name: 'ShadowPay', slug: 'shadowpay', aliases: [] },
  { id: 14, name: 'LisSkins', slug: 'lis-skins', aliases: [] },
  { id: 15, name: 'SkinBaron', slug: 'skinbaron', aliases: [] },
  { id: 16, name: 'WhiteMarket', slug: 'white-market', aliases: [] },
  { id: 17, name: 'CSDeals', slug: 'cs-deals', aliases: [] },
  { id: 18, name: 'ManncoStore', slug: 'mannco-store', aliases: ['mannco'] },
  { id: 19, name: 'CSMoney', slug: 'csmoney', aliases: [] },
  { id: 20, name: 'TradeIt', slug: 'tradeit', aliases: [] },
  { id: 21, name: 'SkinsMonkey', slug: 'skinsmonkey', aliases: [] },
  { id: 22, name: 'LootFarm', slug: 'loot-farm', aliases: [] },
  { id: 23, name: 'SwapGG', slug: 'swap-gg', aliases: [] },
  { id: 24, name: 'GamerPay', slug: 'gamerpay', aliases: [] },
  { id: 25, name: 'HaloSkins', slug: 'haloskins', aliases: [] },
  { id: 26, name: 'BackpackTF', slug: 'backpack-tf', aliases: [] },
  { id: 27, name: 'SteamMarket', slug: 'steam-market', aliases: ['steam', 'scm'] },
  { id: 28, name: 'PirateSwap', slug: 'pirateswap', aliases: [] },
  { id: 29, name: 'SkinOut', slug: 'skinout', aliases: [] },
  { id: 30, name: 'IGXE', slug: 'igxe', aliases: [] },
  { id: 31, name: 'ECOSteam', slug: 'ecosteam', aliases: ['eco'] },
  { id: 32, name: 'SkinBid', slug: 'skinbid', aliases: [] },
  { id: 33, name: 'STNTrading', slug: 'stn-tf', aliases: ['stn'] },
  { id: 34, name: 'RapidSkins', slug: 'rapidskins', aliases: [] },
  { id: 35, name: 'UUSkins', slug: 'uuskins', aliases: [] },
];

/** One more than the largest id, for tables indexed by marketplace. */
export const marketplaceIdLimit = Math.max(...marketplaces.map(({ id }) => id)) + 1;

const byAlias = new Map<string, Marketplace>();
for (const marketplace of marketplaces) {
  for (const alias of [marketplace.name, marketplace.slug, ...marketplace.aliases, String(marketplace.id)]) {
    byAlias.set(plain(alias), marketplace);
  }
}
const byId = new Map(marketplaces.map((marketplace) => [marketplace.id, marketplace]));
const bySlug = new Map(marketplaces.map((marketplace) => [marketplace.slug, marketplace]));

/** The marketplace meant by a name, alias or id in any case and punctuation, or null. */
export const marketplaceNamed = (text: string): Marketplace | null => byAlias.get(plain(text)) ?? null;

/** The marketplace with this id; throws when the id is not in the registry. */
export const marketplaceWithId = (id: number): Marketplace => {
  const found = byId.get(id);
  if (found === undefined)
    throw new Error(`no marketplace has the id ${id}; ids run from 1 to ${marketplaceIdLimit - 1}`);
  return found;
};

/** The marketplace with this slug; throws when the slug is not in the registry. */
export const marketplaceWithSlug = (slug: string): Marketplace => {
  const found = bySlug.get(slug);
  if (found === undefined) throw new Error(`no marketplace has the slug "${slug}"; add it to schema/marketplace.ts`);
  return found;
};
