import type { Game, Phase } from '../../schema/index.ts';
import { appIdOf } from '../../schema/index.ts';
import type { CatalogueItem, PlayedListing } from '../world.ts';
import { bareStickerName, exteriorOf, isSouvenir, isStar, isStatTrak, withoutExterior } from './cs2-name.ts';
import { classIdOf, inspectLinkOf, uuidOf } from './made-up-ids.ts';

/** DMarket's own codes of the games. */
export const gameIds: Readonly<Record<Game, string>> = { CS2: 'a8db', Dota2: '9a92', TF2: 'tf2', Rust: 'rust' };

export const centsText = (usd: number): string => String(Math.max(1, Math.round(usd * 100)));

/** "phase-1" of "Phase 1", "black-pearl" of "Black Pearl". */
export const phaseWord = (phase: Phase): string => phase.toLowerCase().replace(' ', '-');

const none = { DMC: '', USD: '' };

// Upper ends of the parts of a wear band, best first
const floatParts: readonly (readonly [string, readonly number[]])[] = [
  ['FN', [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07]],
  ['MW', [0.08, 0.09, 0.1, 0.11, 0.15]],
  ['FT', [0.18, 0.21, 0.24, 0.27, 0.38]],
  ['WW', [0.39, 0.4, 0.41, 0.42, 0.45]],
  ['BS', [0.5, 0.63, 0.76, 0.8, 1]],
];

export const floatPartOf = (float: number): string => {
  for (const [band, ends] of floatParts) {
    const part = ends.findIndex((end) => float < end);
    if (part >= 0) return `${band}-${part}`;
  }
  return 'BS-4';
};

const categoryOf = ({ game, name }: CatalogueItem): string => {
  if (game !== 'CS2') return '';
  if (isStatTrak(name)) return isStar(name) ? '★ stattrak™' : 'stattrak™';
  if (isStar(name)) return '★';
  return isSouvenir(name) ? 'souvenir' : 'normal';
};

/** DMarket knows no advice for some items: then it is 0 or empty. */
const suggestedPrice = ({ index, basePrice }: CatalogueItem): string => {
  if (index % 17 === 5) return '0';
  return index % 29 === 7 ? '' : centsText(basePrice);
};

const lockOf = ({ item, tradableAt }: PlayedListing, now: number) => {
  // Rust and TF2 have no lock at all and say so with -1
  if (item.game === 'Rust' || item.game === 'TF2') return { tradable: true, withdrawable: true, tradeLockDuration: -1 };
  const seconds = tradableAt === null ? 0 : Math.max(0, Math.round((tradableAt - now) / 1000));
  if (seconds === 0) return { tradable: true, withdrawable: true, tradeLockDuration: 0 };
  const days = Math.floor(seconds / 86_400);
  return { tradable: false, ...(days === 0 ? {} : { tradeLock: days }), tradeLockDuration: seconds };
};

const finishOf = (listing: PlayedListing) => {
  const { float, paintIndex, paintSeed, phase, stickers } = listing;
  return {
    ...(float === null
      ? {}
      : { floatValue: float, floatPartValue: floatPartOf(float), inspectInGame: inspectLinkOf(listing) }),
    ...(paintIndex === null ? {} : { paintIndex }),
    ...(paintSeed === null ? {} : { paintSeed }),
    ...(phase === null ? {} : { phase: phaseWord(phase), phaseTitle: phase }),
    ...(stickers.length === 0 ? {} : { stickers: writeStickers(listing) }),
  };
};

export const writeStickers = ({ stickers }: PlayedListing) =>
  stickers.map(({ name, stickerId }) => ({
    image: `https://steamcommunity-a.akamaihd.net/economy/image/${stickerId}`,
    name: bareStickerName(name),
  }));

const extraOf = (listing: PlayedListing, now: number) => {
  const { item, number, sellerId, assetId } = listing;
  const type = item.type.toLowerCase();
  return {
    nameColor: 'd2d2d2',
    backgroundColor: 'b0c3d9',
    offerId: uuidOf('dmarket offer', number),
    isNew: now - listing.listedAt < 86_400_000,
    gameId: gameIds[item.game],
    name: withoutExterior(item.name),
    categoryPath: type,
    viewAtSteam: `https://steamcommunity.com/profiles/${sellerId}/inventory/#${appIdOf(item.game)}_2_${assetId}`,
    groupId: sellerId,
    linkId: uuidOf('dmarket link', number),
    exterior: exteriorOf(item.name)?.toLowerCase() ?? '',
    quality: item.rarity?.toLowerCase() ?? '',
    category: categoryOf(item),
    ...lockOf(listing, now),
    ...finishOf(listing),
    itemType: type,
    collection: [''],
    saleRestricted: false,
  };
};

/** An offer as market/items writes it; fees are left out, images, wallets and avatars are empty. */
export const writeObject = (listing: PlayedListing, now: number) => {
  const { item, number } = listing;
  const owner = uuidOf('dmarket owner', listing.sellerId);
  return {
    itemId: uuidOf('dmarket item', number),
    type: 'offer',
    amount: 1,
    classId: `${classIdOf(item)}:188530139`,
    gameId: gameIds[item.game],
    gameType: 'steam',
    inMarket: true,
    lockStatus: false,
    title: item.name,
    description: '',
    image: '',
    slug: item.name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
    owner,
    ownersBlockchainId: '',
    ownerDetails: { id: owner, avatar: '', wallet: '' },
    status: 'active',
    discount: 0,
    price: { DMC: '', USD: centsText(listing.priceUsd) },
    instantPrice: none,
    exchangePrice: none,
    instantTargetId: '',
    suggestedPrice: { DMC: '', USD: suggestedPrice(item) },
    recommendedPrice: { offerPrice: none, d3: none, d7: none, d7Plus: none },
    extra: extraOf(listing, now),
    createdAt: Math.floor(listing.listedAt / 1000),
    deliveryStats: { rate: '', time: '' },
    productId: `${gameIds[item.game]}:${uuidOf('dmarket product', item.name).replaceAll('-', '')}`,
  };
};
