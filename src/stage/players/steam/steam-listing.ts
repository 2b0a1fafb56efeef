import { appIdOf } from '../../../schema/index.ts';
import type { CatalogueItem, PlayedListing, PlayedPiece, World } from '../../market/world.ts';
import { exteriorOf, finishOf, isCommodity, isStar, withoutExterior } from '../cs2-name.ts';
import { pictureTokenOf } from '../picture.ts';
import { classIdOf } from '../steam-ids.ts';
import { floatBits, varintField } from './item-certificate.ts';
import { minorUnits, type SteamCurrency, splitPrice } from './steam-price.ts';
import { marketProperties } from './steam-properties.ts';
import { tagsOf } from './steam-tags.ts';
import { linesOf, nameTagLine, typeLineOf } from './steam-text.ts';

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

/** Steam's description of an item, or of one piece of it. */
export const writeDescription = (item: CatalogueItem, piece: PlayedPiece | null = null) => {
  const actions = item.game === 'CS2' ? inspectTemplate : [];
  return {
    appid: appIdOf(item.game),
    classid: classIdOf(item),
    instanceid: '302028390',
    currency: false,
    background_color: '2f363e',
    icon_url: pictureTokenOf(item.name),
    icon_url_large: '',
    descriptions: linesOf(item, piece),
    tradable: true,
    actions,
    owner_descriptions: [],
    owner_actions: [],
    fraudwarnings: piece?.nameTag == null ? [] : [nameTagLine(piece.nameTag)],
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
    tags: tagsOf(item),
    sealed: false,
    sealed_type: 0,
    ...bucketOf(item),
  };
};

/** A class that is not in the catalogue has a made-up number. */
export const classOfApplied = (world: World, name: string, number: number): string => {
  const item = world.itemNamed('CS2', name);
  return item === null ? String(5_300_000_000 + number) : classIdOf(item);
};

/** `own` are properties of what is applied, `here` those of how it is applied. */
const accessory = (world: World, { name, number, own, here }: Attachment) => {
  const item = world.itemNamed('CS2', name);
  const classid = classOfApplied(world, name, number);
  return {
    classid,
    standalone_properties: own,
    parent_relationship_properties: here,
    nested_accessories: [],
    description:
      item === null
        ? { appid: 730, classid, instanceid: '0', name, market_hash_name: name, commodity: true }
        : writeDescription(item),
  };
};

type Attachment = {
  readonly name: string;
  readonly number: number;
  readonly own: readonly object[];
  readonly here: readonly object[];
};

const scrape = (wear: number) => (wear === 0 ? [] : [{ propertyid: 4, float_value: Math.fround(wear) }]);
const template = (pattern: number | null) => (pattern === null ? [] : [{ propertyid: 3, int_value: String(pattern) }]);

/** Stickers, patches and a charm. */
const accessoriesOf = ({ stickers, patches, charm }: PlayedPiece, world: World) => [
  ...[...stickers, ...patches].map(({ name, stickerId, wear }) =>
    accessory(world, { name, number: stickerId, own: [], here: scrape(wear) }),
  ),
  ...(charm === null
    ? []
    : [accessory(world, { name: charm.name, number: charm.charmId, own: template(charm.pattern), here: [] })]),
];

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
    description: writeDescription(item, listing),
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
      asset_properties: marketProperties(listing),
      asset_accessories: accessoriesOf(listing, world),
    },
  };
};
