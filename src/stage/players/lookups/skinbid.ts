import { fadeOf } from '../../market/piece/fade.ts';
import type { CatalogueItem, PlayedListing, World } from '../../market/world.ts';
import type { Player, StageRequest } from '../../player.ts';
import {
  bareStickerName,
  exteriorOf,
  finishOf,
  isSouvenir,
  isStatTrak,
  qualityNumberOf,
  rarityNumberOf,
} from '../cs2-name.ts';
import { answerBy, type Route, wholeNumber } from '../routes.ts';
import { classIdOf, inspectLinkOf, uuidOf } from '../steam-ids.ts';

const slug = 'skinbid';
const pageLimit = 10_000;
/** The newest offers beyond this limit are not searched. */
const mostNewest = 2000;
const weekMs = 7 * 86_400_000;

type Currency = 'USD' | 'EUR';

const roundedTo = (amount: number): number => Math.round(amount * 100) / 100;
const euros = (usd: number, world: World): number => roundedTo(usd * world.rates.EUR);

/** Amounts are given twice: in the requested currency and in euros. */
const both = (name: string, usd: number | null, currency: Currency, world: World) => ({
  [name]: usd === null ? null : currency === 'EUR' ? euros(usd, world) : roundedTo(usd),
  [`${name}Eur`]: usd === null ? null : euros(usd, world),
});

const writeStickers = ({ stickers, patches }: PlayedListing) =>
  [...stickers, ...patches].map(({ name, stickerId, slot: index, wear }) => ({
    codeName: bareStickerName(name)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_'),
    id: stickerId + 1,
    imageUrl: `https://skinbid.com/stickers/${stickerId}.png`,
    material: 'stickers/played',
    name: bareStickerName(name),
    percentage: Math.round(wear * 100),
    slot: index,
    stickerId,
    wear,
  }));

/** "AK-47" and "Redline" of an AK-47. */
const weaponAndFinish = (item: CatalogueItem): readonly [string, string] => {
  const [weapon = '', ...finish] = finishOf(item.name).replace(/^★ /, '').split(' | ');
  return [weapon, finish.join(' | ')];
};

const categoryOf = ({ name }: CatalogueItem): string => {
  if (isStatTrak(name)) return 'StatTrak';
  return isSouvenir(name) ? 'Souvenir' : 'Normal';
};

const writeItem = (listing: PlayedListing) => {
  const { item, float, paintIndex, paintSeed, tradableAt } = listing;
  const [weapon, finish] = weaponAndFinish(item);
  return {
    assetId: listing.assetId,
    category: categoryOf(item),
    classId: classIdOf(item),
    color: 'D32CE6',
    defIndex: item.defIndex ?? 0,
    dopplerPhase: listing.phase,
    fade: Math.round(fadeOf(item, paintSeed) ?? 0),
    fireIce: null,
    float,
    fullName: item.name,
    imageUrl: `https://skinbid.com/items/${classIdOf(item)}.png`,
    inspectLink: float === null ? '' : inspectLinkOf(listing),
    instanceId: '188530139',
    isBlueGem: false,
    isHighStickerValue: false,
    isRarePattern: false,
    isSouvenir: isSouvenir(item.name),
    isStatTrak: isStatTrak(item.name),
    isTradeLocked: tradableAt !== null,
    itemHash: null,
    itemId: null,
    marketInspectLink: '',
    name: finish === '' ? weapon : finish,
    paintIndex: paintIndex ?? 0,
    paintSeed: paintSeed ?? 0,
    quality: qualityNumberOf(item.name),
    rarity: rarityNumberOf(item),
    screenshotUrl: null,
    souvenirText: null,
    steamImageHash: null,
    stickers: writeStickers(listing),
    subCategory: weapon,
    type: 'Weapon',
    wearName: exteriorOf(item.name),
  };
};

const meta = {
  currency: null,
  currentMarketPrice: null,
  currentSteamPrice: null,
  isHighStickerValue: false,
  isLowFloat: false,
  isRarePattern: false,
  recommendPrice: null,
};

const writeLot = (listing: PlayedListing, hash: string) => ({
  auctionHash: hash,
  discount: listing.number % 30,
  isGoodDeal: false,
  isOnAuction: true,
  isTradeLocked: listing.tradableAt !== null,
  item: writeItem(listing),
  itemHash: uuidOf(slug, 'item', listing.number),
  skbMeta: meta,
  tradeLockExpireDate: listing.tradableAt === null ? null : new Date(listing.tradableAt).toISOString(),
});

/** How an item is offered; anything but a plain offer is in addition to the world's listings. */
type Form = 'fixed' | 'auction' | 'bundle' | 'hidden';

const writeAuction = (listing: PlayedListing, form: Form, hash: string, currency: Currency, world: World) => ({
  allowOffers: true,
  auctionHash: hash,
  auctionName: null,
  auctionType: 'REGULAR',
  bargainReservePriceAmount: null,
  bundleId: form === 'bundle' ? 1 + (listing.number % 1000) : 0,
  ...both('buyNowPrice', form === 'auction' ? null : listing.priceUsd, currency, world),
  campaignApplied: false,
  created: new Date(listing.listedAt).toISOString(),
  endDate: new Date(listing.listedAt + weekMs).toISOString(),
  hasBargainReservePrice: false,
  hasBuyNowPrice: form !== 'auction',
  isActive: true,
  isBundle: form === 'bundle',
  isFixedPrice: form !== 'auction',
  isPrivate: false,
  numberOfOffers: 0,
  partnerSteamId: null,
  runtime: null,
  sellType: form === 'auction' ? 'AUCTION' : 'FIXED_PRICE',
  ...both('startBid', form === 'auction' ? listing.priceUsd * 0.6 : listing.priceUsd, currency, world),
});

const lotsOf = (listing: PlayedListing, form: Form, hash: string) => {
  if (form === 'hidden') return null;
  const lot = writeLot(listing, hash);
  return form === 'bundle' ? [lot, lot] : [lot];
};

const writeBid = ({ priceUsd, listedAt, number }: PlayedListing, currency: Currency, world: World) => ({
  amount: both('bid', priceUsd * 0.7, currency, world)['bid'],
  bidderId: number % 1000,
  created: new Date(listedAt).toISOString(),
  yourBid: false,
});

const writeListing = (listing: PlayedListing, form: Form, currency: Currency, world: World) => {
  const hash = uuidOf(slug, form, listing.number);
  const isAuction = form === 'auction';
  return {
    auction: writeAuction(listing, form, hash, currency, world),
    bids: isAuction ? [writeBid(listing, currency, world)] : [],
    canMakeOffer: true,
    ...both('currentHighestBid', isAuction ? listing.priceUsd * 0.7 : 0, currency, world),
    followConfig: null,
    isUserSeller: false,
    items: lotsOf(listing, form, hash),
    minimimBargainAmount: null,
    ...both('nextMinimumBid', isAuction ? listing.priceUsd * 0.72 : listing.priceUsd, currency, world),
    numberOfBids: isAuction ? 1 : 0,
    numberOfFollowers: 0,
    numberOfOffers: 0,
    offers: null,
    offersLeft: 3,
    relistOptions: null,
    sellerShopCode: listing.number % 3 === 0 ? `SHOP${listing.sellerId.slice(-4)}` : null,
    trade: null,
    yourOffer: null,
  };
};

const besides: readonly Form[] = ['auction', 'bundle', 'hidden'];

/** The forms in which a listing appears: always as a plain offer, occasionally in another form too. */
const formsOf = ({ number }: PlayedListing, sellType: string | null): readonly Form[] => {
  const beside = number % 4 === 0 ? besides[Math.floor(number / 4) % besides.length] : undefined;
  if (beside === undefined || (beside === 'auction' && sellType === 'fixed_price')) return ['fixed'];
  return ['fixed', beside];
};

const fits = (item: CatalogueItem, query: URLSearchParams): boolean => {
  const [weapon, finish] = weaponAndFinish(item);
  const [type, name, category] = [query.get('type'), query.get('name'), query.get('Category') ?? ''];
  return (
    (type === null || type === weapon) &&
    (name === null || name === finish) &&
    (!category.includes('StatTrak#true') || isStatTrak(item.name)) &&
    (!category.includes('StatTrak#false') || !isStatTrak(item.name))
  );
};

const found = ({ query }: StageRequest, world: World): readonly PlayedListing[] => {
  const isFiltered = ['type', 'name', 'Category'].some((word) => query.has(word));
  if (!isFiltered && (query.get('sort') ?? 'created#desc') === 'created#desc')
    return world.newestListings(slug, 'CS2', mostNewest);
  const turn = query.get('sort') === 'price#desc' ? -1 : 1;
  return world
    .items('CS2')
    .filter((item) => fits(item, query))
    .flatMap((item) => world.listings(slug, item))
    .sort((a, b) => turn * (a.priceUsd - b.priceUsd));
};

const search: Route['answer'] = (request, world) => {
  const { query } = request;
  const currency = query.get('currency') === 'EUR' ? 'EUR' : 'USD';
  const rows = found(request, world).flatMap((listing) =>
    formsOf(listing, query.get('sellType')).map((form) => ({ listing, form })),
  );
  const from = wholeNumber(query.get('skip'), 0);
  const size = Math.min(pageLimit, wholeNumber(query.get('take'), 120));
  return {
    body: {
      items: rows.slice(from, from + size).map(({ listing, form }) => writeListing(listing, form, currency, world)),
      maximumPrice: Math.max(0, ...rows.map(({ listing }) => euros(listing.priceUsd, world))),
      totalItems: rows.length,
    },
  };
};

/** SkinBid: one search for everything, with auctions and bundles among the offers. */
export const skinbid: Player = {
  slug,
  hosts: ['api.skinbid.com'],
  answer: answerBy([{ method: 'GET', path: /^\/api\/search\/auctions$/, answer: search }]),
};
