import type { Game, Phase } from '../../../schema/index.ts';
import { appIdOf } from '../../../schema/index.ts';
import { fadeOf } from '../../market/piece/fade.ts';
import type { CatalogueItem, PlayedListing } from '../../market/world.ts';
import { bareStickerName, isSouvenir, isStatTrak, withoutExterior } from '../cs2-name.ts';
import { classIdOf, inspectLinkOf, uuidOf } from '../steam-ids.ts';

/** DMarket's own codes of the games. */
export const gameIds: Readonly<Record<Game, string>> = { CS2: 'a8db', Dota2: '9a92', TF2: 'tf2', Rust: 'rust' };

export const centsText = (usd: number): string => String(Math.max(1, Math.round(usd * 100)));

/** "phase-1" of "Phase 1", "black-pearl" of "Black Pearl". */
export const phaseWord = (phase: Phase): string => phase.toLowerCase().replace(' ', '-');

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

const categoryOf = ({ name }: CatalogueItem): string => {
  if (isStatTrak(name)) return 'CATEGORY_STATTRAK';
  return isSouvenir(name) ? 'CATEGORY_SOUVENIR' : 'CATEGORY_NORMAL';
};

const daySeconds = 86_400;

/** The end of a lock is given in days, in seconds and as a date; without a lock only 0 days. */
const lockOf = ({ tradableAt }: PlayedListing, now: number) => {
  const seconds = tradableAt === null ? 0 : Math.max(0, (tradableAt - now) / 1000);
  if (tradableAt === null || seconds === 0) return { tradable: true, withdrawable: true, tradeLockDays: 0 };
  return {
    tradable: false,
    withdrawable: false,
    tradeLockDays: Math.ceil(seconds / daySeconds),
    tradeLockDuration: `${seconds.toFixed(2)}s`,
    unlockDate: new Date(tradableAt).toISOString(),
  };
};

const stickerOf = (name: string, stickerId: number) => ({
  image: `https://steamcommunity-a.akamaihd.net/economy/image/${stickerId}`,
  name: bareStickerName(name),
});

const finishOf = (listing: PlayedListing) => {
  const { item, float, paintIndex, paintSeed, phase } = listing;
  const fade = fadeOf(item, paintSeed);
  return {
    category: categoryOf(item),
    quality: item.rarity ?? '',
    collection: item.collection === null ? [] : [item.collection],
    floatPart: float === null ? 'FLOAT_PART_UNSPECIFIED' : `FLOAT_PART_${floatPartOf(float).replace('-', '_')}`,
    ...(float === null ? {} : { float: String(float), inspectInGameUri: inspectLinkOf(listing) }),
    ...(item.defIndex === null ? {} : { defIndex: item.defIndex }),
    ...(paintIndex === null ? {} : { paintIndex }),
    ...(paintSeed === null ? {} : { paintSeed }),
    ...(phase === null ? {} : { phase }),
    ...(fade === null ? {} : { fadePercent: fade }),
    stickers: [...listing.stickers, ...listing.patches].map(({ name, stickerId, slot, wear }) => ({
      id: stickerId,
      ...stickerOf(name, stickerId),
      slot,
      wear: String(wear),
      rotation: '0',
      offsetX: 0,
      offsetY: 0,
    })),
  };
};

const attributesOf = (listing: PlayedListing, now: number) => {
  const { item, number, assetId } = listing;
  const classId = classIdOf(item);
  return {
    id: uuidOf('dmarket item', number),
    gameId: gameIds[item.game],
    title: item.name,
    name: withoutExterior(item.name),
    categoryPath: item.type.toLowerCase(),
    classId,
    inGameAssetId: `188530139:${classId}:${assetId}:${appIdOf(item.game)}`,
    steamAssetId: assetId,
    productId: `${gameIds[item.game]}:${uuidOf('dmarket product', item.name).replaceAll('-', '')}`,
    imageUri: '',
    ...lockOf(listing, now),
    ...(item.game === 'CS2' ? { cs2: finishOf(listing) } : {}),
    ...(item.game === 'Dota2'
      ? { dota2: { hero: item.hero ?? '', rarity: item.rarity ?? '', gems: [{ name: 'Empty Socket', type: 'Other' }] } }
      : {}),
  };
};

/** An offer as v2/offers writes it. */
export const writeOffer = (listing: PlayedListing, now: number) => ({
  offerId: uuidOf('dmarket offer', listing.number),
  priceCents: centsText(listing.priceUsd),
  createdAt: new Date(listing.listedAt).toISOString(),
  locked: false,
  attributes: attributesOf(listing, now),
});

export const writeStickers = ({ stickers }: PlayedListing) =>
  stickers.map(({ name, stickerId }) => stickerOf(name, stickerId));
