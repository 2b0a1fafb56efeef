import { appIdOf, type Game, type Phase } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedListing } from '../../market/world.ts';
import type { PlayedDemand } from '../../player.ts';
import { bareStickerName, exteriorOf, withoutExterior } from '../cs2-name.ts';
import { classIdOf, inspectLinkOf } from '../steam-ids.ts';

// C5Game and HaloSkins run one backend and describe an offer alike

const envelope = { errorMsg: null, errorData: null, errorCodeStr: null };
export const accept = (data: unknown) => ({ body: { success: true, data, errorCode: 0, ...envelope } });
export const refuse = (errorCode: number, errorMsg: string) => ({
  body: { success: false, data: null, errorCode, ...envelope, errorMsg },
});

const idsOfGame: Readonly<Record<Game, number>> = { CS2: 22_000, Dota2: 400_000, TF2: 600_000, Rust: 800_000 };

/** Ids of old items are short; those given since 2022 have 19 digits. */
export const itemIdOf = ({ game, index }: CatalogueItem): string => {
  const position = idsOfGame[game] + index;
  return index % 2 === 0 ? String(position) : String(1_310_790_108_000_000_000n + BigInt(position));
};

export const productIdOf = (number: number): string => String(900_000_000_000_000_000n + BigInt(number));

const styles: Readonly<Record<Phase, readonly [number, string]>> = {
  'Phase 1': [11, 'p1'],
  'Phase 2': [12, 'p2'],
  'Phase 3': [13, 'p3'],
  'Phase 4': [14, 'p4'],
  Ruby: [31, 'ruby'],
  Emerald: [32, 'emerald'],
  Sapphire: [33, 'sapphire'],
  'Black Pearl': [34, 'blackpearl'],
};

/** The style of an offer and its name; most offers are of style 0. */
export const styleOf = (phase: Phase | null): readonly [number, string | null] =>
  phase === null ? [0, null] : styles[phase];

/** The site's name of an item; the stage only knows English names and makes up Chinese ones. */
export const chineseNameOf = (name: string): string => {
  const exterior = exteriorOf(name);
  return exterior === null ? `饰品 ${name}` : `饰品 ${withoutExterior(name)} (外观)`;
};

/** The wear of some scratched stickers is unknown, written as "". */
const wearOf = (wear: number, number: number): string => (wear > 0 && number % 5 === 0 ? '' : wear.toFixed(8));

export const writeStickers = ({ stickers, number }: PlayedListing, withEnglish: boolean) =>
  stickers.map(({ name, slot, stickerId, wear }) => ({
    id: String(678_782_062_966_000_000n + BigInt(stickerId)),
    stickerId,
    itemId: 505_220_000 + stickerId,
    name: chineseNameOf(bareStickerName(name)),
    ...(withEnglish ? { enName: bareStickerName(name) } : {}),
    image: '',
    slot,
    wear: wearOf(wear, number),
    price: 0,
  }));

export const writeAsset = (listing: PlayedListing, withEnglish: boolean) => {
  const { item, assetId, float, paintIndex, paintSeed, phase } = listing;
  const [styleId, levelName] = styleOf(phase);
  return {
    classId: Number(classIdOf(item)),
    instanceId: 480_085_569,
    assetId: Number(assetId),
    styleId: String(styleId),
    lastStyle: null,
    styleProgress: null,
    wear: float === null ? null : String(float),
    paintIndex,
    paintSeed,
    levelName,
    levelColor: null,
    gradient: 0,
    fraudwarning: null,
    inspectImageUrl: null,
    gems: [],
    stickers: item.game === 'CS2' ? writeStickers(listing, withEnglish) : [],
    styles: [],
    ext: '',
  };
};

export const writeProduct = (listing: PlayedListing, price: number, cnyPrice: number) => {
  const { item, number } = listing;
  return {
    id: productIdOf(number),
    appId: appIdOf(item.game),
    itemId: itemIdOf(item),
    itemName: chineseNameOf(item.name),
    marketHashName: item.name,
    price,
    cnyPrice,
    imageUrl: '',
    delivery: 1 + (number % 2),
  };
};

/** The classic link; only painted items have one. */
export const viewOf = (listing: PlayedListing): string | null =>
  listing.float === null ? null : inspectLinkOf(listing);

/**
 * Announced at the top of the documentation: all requests must carry this header, or access is refused. With which status is
 * not known.
 */
export const demandedEncodings = (host: string): PlayedDemand => ({
  host,
  header: 'accept-encoding',
  accepts: (value) => value.toLowerCase().replaceAll(' ', '') === 'gzip,br,zstd,deflate',
  refusal: { status: 403, body: 'Forbidden' },
});
