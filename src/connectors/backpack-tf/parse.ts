import type { About } from '../../contract/connector.ts';
import { itemAttributes } from '../../contract/item-attributes.ts';
import { keysAndMetal, money } from '../../contract/money.ts';
import { text, urlPart, whole } from '../../contract/text.ts';
import { tf2Traits } from '../../contract/tf2-traits.ts';
import type { BuyOrder, Cancellation, Game, Money, Offer, Withdrawal } from '../../schema/index.ts';
import type { Currencies, Event, Listing } from './wire.ts';

const game = 'TF2';

/** Keys and metal, or dollars of a cross listing. null with both, since it is not known which one applies. */
function priceOf(currencies: Currencies | null | undefined): Money | null {
  if (currencies == null || Array.isArray(currencies)) return null;
  const { usd, keys, metal } = currencies;
  const isInItems = keys != null || metal != null;
  if (usd == null) return isInItems ? keysAndMetal(keys, metal) : null;
  return isInItems ? null : money(usd, 'USD');
}

const unknown = {
  inspectLink: null,
  float: null,
  paintIndex: null,
  paintSeed: null,
  stickers: null,
} as const;

/** A frame holds a list of events, or a single one for clients that do not request lists. */
export const eventsIn = (message: unknown): readonly unknown[] => (Array.isArray(message) ? message : [message]);

// Ids in the game's item schema: effects, paint, spells, strange parts, killstreaker and sheen
const pickyAttributes: ReadonlySet<unknown> = new Set([
  134, 142, 261, 380, 382, 384, 1004, 1005, 1006, 1007, 1008, 1009, 2013, 2014, 2041,
]);

type Row = {
  readonly intent?: unknown;
  readonly steamid?: unknown;
  readonly item?: { readonly attributes?: unknown } | null;
} | null;

const isPickyRow = (row: Row): boolean =>
  Array.isArray(row?.item?.attributes) &&
  row.item.attributes.some((attribute) => pickyAttributes.has(Number(attribute?.defindex)));

/** Sellers by price, then buyers, best first; of each buyer only the first row without further conditions is kept. */
export function listingsIn(payload: unknown): readonly unknown[] {
  const rows = (payload as { readonly listings?: unknown } | null)?.listings;
  if (!Array.isArray(rows)) return [];
  const buyers = new Set<unknown>();
  return rows.filter((row: Row) => {
    if (row?.intent !== 'buy') return true;
    if (buyers.has(row.steamid) || isPickyRow(row)) return false;
    buyers.add(row.steamid);
    return true;
  });
}

type Payload = Event['payload'];

// Banned users cannot trade
const isStanding = ({ event, payload }: Event): boolean =>
  event === 'listing-update' && (payload.status ?? 'active') === 'active' && payload.user?.banned !== true;

export function parseEvent(stated: Event): Offer | Withdrawal | BuyOrder | Cancellation | null {
  const { payload } = stated;
  if (payload.intent === 'buy') return isStanding(stated) ? orderOf(payload) : cancellationOf(payload);
  if (!isStanding(stated) || priceOf(payload.currencies) === null)
    return { kind: 'withdrawal', game, offerId: payload.id, reason: 'unknown' };
  return offerOf(payload);
}

// Crates of all series have one name in the game, and each series another one on Steam
const crateOfAnySeries = /\bMann Co\. Supply (?:Crate|Munition)$/;

/** Steam's name of the item; Steam's market has no name for items that cannot be traded or used in crafting. */
function nameOf({ item }: Payload): string | null {
  if (item == null || item.tradable === false || item.craftable === false) return null;
  const name = text(item.marketName);
  const series = whole(item.crateSeries) || null;
  return name !== null && series !== null && crateOfAnySeries.test(name) ? `${name} Series #${series}` : name;
}

const qualities: Readonly<Record<string, number>> = {
  Genuine: 1,
  Vintage: 3,
  Unusual: 5,
  Strange: 11,
  Haunted: 13,
  "Collector's": 14,
};
const unique = 6;
const decorated = 15;

const qualityWord = new RegExp(`^(${Object.keys(qualities).join('|')}) `);
// Items whose own names begin with a quality word
const isPlain =
  /^(?:Strange (?:Part|Cosmetic Part|Filter)\b|Strange (?:Bacon Grease|Count Transfer Tool)$|Vintage (?:Tyrolean|Merryweather)$)/;
const isDecorated = / \((?:Factory New|Minimal Wear|Field-Tested|Well-Worn|Battle Scarred)\)$/;

/**
 * The page that lists all offers of a name; links to one of them have its id as fragment. The seller's own trade URL is not
 * used, as it contains a token. The page is built from the name only, since the two sources give different other fields.
 */
export function itemPage(_: Game, name: string): string {
  const word = isPlain.test(name) ? undefined : qualityWord.exec(name)?.[1];
  const base = (word === undefined ? name : name.slice(word.length + 1)).replace(/^The /, '');
  const quality = word === undefined ? (isDecorated.test(name) ? decorated : unique) : qualities[word];
  return `https://backpack.tf/classifieds?item=${urlPart(base)}&quality=${quality}&tradable=1&craftable=1`;
}

const pageOf = (name: string, offerId: string): string => `${itemPage('TF2', name)}#${urlPart(offerId)}`;

function offerOf(payload: Payload): Offer | null {
  const price = priceOf(payload.currencies);
  const name = nameOf(payload);
  const { id, item, steamid } = payload;
  if (price === null || name === null) return null;
  return {
    kind: 'offer',
    ...unknown,
    game,
    name,
    phase: text(item?.particle?.name),
    offerId: id,
    price,
    purchaseLink: pageOf(name, id),
    tradableAt: item?.tradable === true ? 0 : null,
    ownerId: text(steamid),
    ...tf2Traits({
      quality: item?.quality?.name,
      elevatedQuality: item?.elevatedQuality?.name,
      craftNumber: item?.craftNumber,
      crateSeries: item?.crateSeries,
    }),
    ...itemAttributes({
      itemType: item?.summary,
      kind: item?.summary,
      slot: item?.slot,
      classes: item?.class,
    }),
  };
}

/** Snapshots have no order ids, so both sources identify an order by buyer and item. */
const orderIdOf = (steamid: string, name: string): string => `${steamid} ${name}`;

const isStated = (trait: unknown): boolean =>
  trait != null && trait !== '' && !(Array.isArray(trait) && trait.length === 0);

/** Whether the buyer wants a certain effect, paint or spell, and so not any item of the name. */
const isPicky = ({ item }: Payload): boolean =>
  [item?.particle, item?.spells, item?.paint, item?.strangeParts, item?.sheen, item?.killstreaker].some(isStated);

function orderOf(payload: Payload): BuyOrder | Cancellation | null {
  const gone = cancellationOf(payload);
  const price = priceOf(payload.currencies);
  const name = nameOf(payload);
  if (gone === null || price === null || name === null) return gone;
  const quantity = whole(payload.count) || null;
  return { kind: 'buyOrder', game, name, phase: null, orderId: gone.orderId, price, quantity };
}

function cancellationOf(payload: Payload): Cancellation | null {
  const name = nameOf(payload);
  const steamid = text(payload.steamid);
  if (steamid === null || name === null || isPicky(payload)) return null;
  return { kind: 'cancellation', game, orderId: orderIdOf(steamid, name) };
}

export function parseListing(row: Listing, { item: name }: About): Offer | BuyOrder | null {
  const price = priceOf(row.currencies);
  const ownerId = text(row.steamid);
  if (price === null || name === null) return null;
  if (row.intent === 'buy')
    return ownerId === null
      ? null
      : { kind: 'buyOrder', game, name, phase: null, orderId: orderIdOf(ownerId, name), price, quantity: null };
  const { id } = row.item;
  if (id == null || id === '') return null;
  const offerId = `440_${id}`;
  return {
    kind: 'offer',
    ...unknown,
    game,
    name,
    phase: null,
    offerId,
    price,
    purchaseLink: pageOf(name, offerId),
    tradableAt: null,
    ownerId,
  };
}
