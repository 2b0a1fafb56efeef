import { isOtherNumber, plain } from './game.ts';

export type Marketplace = {
  /** Never reused: stored rows contain it. */
  readonly id: number;
  /** Canonical spelling in answers and messages. */
  readonly name: string;
  /** Name of the connector's folder, and name in the service's own URLs. */
  readonly slug: string;
  readonly aliases: readonly string[];
};

const known: Marketplace[] = [
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
  { id: 36, name: 'CSTrade', slug: 'cs-trade', aliases: [] },
  { id: 37, name: 'SkinLand', slug: 'skin-land', aliases: [] },
  { id: 38, name: 'SkinsCom', slug: 'skins-com', aliases: [] },
  { id: 39, name: 'DupeFi', slug: 'dupe-fi', aliases: ['dupe'] },
  { id: 40, name: 'Skinflow', slug: 'skinflow', aliases: [] },
  { id: 41, name: 'SkinPlace', slug: 'skinplace', aliases: [] },
  { id: 42, name: 'SkinSwap', slug: 'skinswap', aliases: [] },
  { id: 43, name: 'AvanMarket', slug: 'avan-market', aliases: ['avan'] },
  { id: 44, name: 'ITradeGG', slug: 'itrade-gg', aliases: ['itrade'] },
  { id: 45, name: 'CSMoneyTrade', slug: 'csmoney-trade', aliases: [] },
];

/**
 * The registry: every marketplace known to this project, in public order, then those an operator adds.
 * Connectors declare games and availability.
 */
export const marketplaces: readonly Marketplace[] = known;

/**
 * Publishers of data about items, from which facts are read like those that marketplaces tell. Nothing is on sale there: no list
 * of marketplaces has them, and no request can name them. Their ids are from the same range, and never reused either.
 */
export const dataSets: readonly Marketplace[] = [{ id: 199, name: 'CSGO-API', slug: 'csgo-api', aliases: [] }];

const dataSetIds = new Set(dataSets.map(({ id }) => id));

export const isDataSet = (marketplaceId: number): boolean => dataSetIds.has(marketplaceId);

/** The marketplace whose spelling of a name is the item's own. */
export const steamMarketId = 27;

/** One more than the largest possible id: stored rows and the stream's log keep it in one byte. */
export const marketplaceIdLimit = 256;

/** Ids from here on are for marketplaces that operators add; this project never assigns them. */
export const firstOwnId = 200;

const byAlias = new Map<string, Marketplace>();
const byId = new Map<number, Marketplace>();
const bySlug = new Map<string, Marketplace>();

const spellings = ({ id, name, slug, aliases }: Marketplace): string[] =>
  [name, slug, ...aliases, String(id)].map(plain);

function index(marketplace: Marketplace): void {
  for (const spelling of spellings(marketplace)) byAlias.set(spelling, marketplace);
  byId.set(marketplace.id, marketplace);
  bySlug.set(marketplace.slug, marketplace);
}
for (const marketplace of known) index(marketplace);
for (const dataSet of dataSets) {
  byId.set(dataSet.id, dataSet);
  bySlug.set(dataSet.slug, dataSet);
}

/**
 * Adds an operator's own marketplace. Call it before anything reads the registry. Throws when the id is outside the
 * operators' range, or when the slug, the id or a name already belongs to another marketplace.
 */
export function enterMarketplace(entry: Marketplace): void {
  const { id, slug } = entry;
  if (!Number.isInteger(id) || id < firstOwnId || id >= marketplaceIdLimit)
    throw new Error(
      `the id ${id} is not free; own marketplaces have ids from ${firstOwnId} to ${marketplaceIdLimit - 1}`,
    );
  for (const spelling of spellings(entry)) {
    if (spelling === '') throw new Error(`"${slug}" has a name without a letter or digit; give one that has`);
    const other = byAlias.get(spelling);
    if (other !== undefined && other.slug !== slug)
      throw new Error(
        `"${spelling}" already means ${other.name} (${other.slug}, ${other.id}); choose another name or id`,
      );
  }
  const previous = bySlug.get(slug);
  if (previous !== undefined && JSON.stringify(previous) === JSON.stringify(entry)) return;
  if (previous !== undefined) throw new Error(`the slug "${slug}" is ${previous.name}'s, with the id ${previous.id}`);
  known.push(entry);
  index(entry);
}

/** Finds a marketplace by name, slug, alias or id, in any case and punctuation; null when there is none. */
export const marketplaceNamed = (text: string): Marketplace | null => {
  const found = byAlias.get(plain(text));
  return found === undefined || isOtherNumber(text, found.id) ? null : found;
};

/** The marketplace, or the data set, with this id; throws when the id is not in the registry. */
export const marketplaceWithId = (id: number): Marketplace => {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`no marketplace has the id ${id}; /registry.json lists the known ones`);
  return found;
};

/** The marketplace, or the data set, with this slug; throws when the slug is not in the registry. */
export const marketplaceWithSlug = (slug: string): Marketplace => {
  const found = bySlug.get(slug);
  if (found === undefined) throw new Error(`no marketplace has the slug "${slug}"; add it to schema/marketplace.ts`);
  return found;
};

/** How answers name the marketplace, or the data set, with this slug: by the slug itself where it is not in the registry. */
export const nameOfSlug = (slug: string): string => bySlug.get(slug)?.name ?? slug;
