import { appIdOf } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedListing, World } from '../../market/world.ts';
import {
  exteriorOf,
  finishOf,
  fullStickerName,
  isCommodity,
  isStar,
  isStatTrak,
  withoutExterior,
} from '../cs2-name.ts';
import { classIdOf } from '../steam-ids.ts';
import { certificateOf, floatBits, varintField } from './item-certificate.ts';
import { minorUnits, type SteamCurrency, splitPrice } from './steam-price.ts';

const hex = (bytes: readonly number[]): string => Buffer.from(bytes).toString('hex').toUpperCase();

/** Made-up numbers for items whose number in the game is not known, above all known ones. */
const defIndexOf = (item: CatalogueItem): number => item.defIndex ?? 1_000_000 + item.index;

/** Fields 3, 4 and 6 of an item certificate: weapon, finish and quality shared by all wears. */
const groupBytes = (item: CatalogueItem): readonly number[] => [
  ...varintField(3, defIndexOf(item)),
  ...varintField(4, item.paintIndex ?? item.phases[0]?.paintIndex ?? 0),
  ...varintField(6, isStar(item.name) ? 3 : 4),
];

/** The id of the page that groups all wears of a finish; only CS2 is grouped. */
export const groupIdOf = (item: CatalogueItem): string =>
  item.game === 'CS2' ? `G${hex(groupBytes(item))}` : item.name;

/** What the search tells of the group of an item. */
export const writeGroup = (item: CatalogueItem) =>
  item.game === 'CS2' ? { market_bucket_group_name: finishOf(item.name), market_bucket_group_id: groupIdOf(item) } : {};

const bucketOf = (item: CatalogueItem) => {
  if (item.game !== 'CS2') return {};
  const wear = floatBits(item.minFloat ?? 0);
  return {
    ...writeGroup(item),
    market_name_inside_group: exteriorOf(item.name) ?? item.name,
    market_bucket_id: hex([...groupBytes(item), ...varintField(7, wear)]),
  };
};

const inspectTemplate = [
  { link: 'steam://run/730//+csgo_econ_action_preview%20%propid:6%', name: 'Inspect in Game...' },
];

export const typeLineOf = ({ rarity, type, name }: CatalogueItem): string =>
  [isStatTrak(name) ? 'StatTrak™' : '', rarity ?? '', type].filter((word) => word !== '').join(' ');

/** Steam's description of an item, without pictures. */
export const writeDescription = (item: CatalogueItem) => {
  const exterior = exteriorOf(item.name);
  const actions = item.game === 'CS2' ? inspectTemplate : [];
  return {
    appid: appIdOf(item.game),
    classid: classIdOf(item),
    instanceid: '302028390',
    currency: false,
    background_color: '2f363e',
    icon_url: '',
    icon_url_large: '',
    descriptions: [
      ...(exterior === null ? [] : [{ type: 'html', value: `Exterior: ${exterior}`, name: 'exterior_wear' }]),
      { type: 'html', value: ' ', name: 'blank' },
    ],
    tradable: true,
    actions,
    owner_descriptions: [],
    owner_actions: [],
    fraudwarnings: [],
    name: withoutExterior(item.name),
    name_color: '5e98d9',
    type: typeLineOf(item),
    market_name: item.name,
    market_hash_name: item.name,
    market_actions: actions,
    commodity: isCommodity(item),
    market_tradable_restriction: 7,
    market_marketable_restriction: 7,
    marketable: true,
    tags: [],
    sealed: false,
    sealed_type: 0,
    ...bucketOf(item),
  };
};

// Property 1 is the paint seed, 2 the float, 4 the scratches of a sticker, 6 the item certificate
const propertiesOf = (listing: PlayedListing) => {
  if (listing.item.game !== 'CS2') return [];
  return [
    ...(listing.paintSeed === null ? [] : [{ propertyid: 1, int_value: String(listing.paintSeed) }]),
    ...(listing.float === null ? [] : [{ propertyid: 2, float_value: Math.fround(listing.float) }]),
    { propertyid: 6, string_value: certificateOf(listing) },
  ];
};

const accessoriesOf = ({ stickers }: PlayedListing, world: World) =>
  stickers.map(({ name, stickerId, wear }) => {
    const fullName = fullStickerName(name);
    const sticker = world.itemNamed('CS2', fullName);
    const classid = sticker === null ? String(5_300_000_000 + stickerId) : classIdOf(sticker);
    return {
      classid,
      standalone_properties: [],
      parent_relationship_properties: wear === 0 ? [] : [{ propertyid: 4, float_value: Math.fround(wear) }],
      nested_accessories: [],
      description:
        sticker === null
          ? { appid: 730, classid, instanceid: '0', name: fullName, market_hash_name: fullName, commodity: true }
          : writeDescription(sticker),
    };
  });

/** Ids of listings are beyond what a double can hold. */
const listingId = ({ number }: PlayedListing): string => String(240_000_000_000_000_000n + BigInt(number) * 3n);

/** A listing of the modern page. */
export const writeListing = (listing: PlayedListing, world: World, currency: SteamCurrency) => {
  const { item, assetId } = listing;
  const { seller, steamFee, publisherFee, total } = splitPrice(minorUnits(world, listing.priceUsd, currency));
  const appid = appIdOf(item.game);
  return {
    listingid: listingId(listing),
    unPrice: seller,
    unFee: total - seller,
    publisherFeeApp: appid,
    publisherFeePct: Math.fround(0.1),
    eCurrency: currency.number,
    strSubtotal: currency.text(total),
    enhanced_appearances: [],
    description: writeDescription(item),
    bMine: false,
    unSteamFee: steamFee,
    unPublisherFee: publisherFee,
    unPricePerUnit: seller,
    unFeePerUnit: total - seller,
    unSteamFeePerUnit: steamFee,
    unPublisherFeePerUnit: publisherFee,
    asset: {
      id: assetId,
      assetid: assetId,
      instanceid: '302028390',
      classid: classIdOf(item),
      amount: 1,
      appid,
      contextid: '2',
      asset_properties: propertiesOf(listing),
      asset_accessories: accessoriesOf(listing, world),
    },
  };
};
