import type { About } from '../../contract/connector.ts';
import { moneyOrNone } from '../../contract/money.ts';
import { inspectLink, itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import type { Game, Offer, Quote } from '../../schema/index.ts';
import type { Counted, Inventory, Item } from './wire.ts';

const folders: Readonly<Record<Game, string>> = { CS2: 'csgo', Dota2: 'dota2', Rust: 'rust', TF2: 'tf2' };

const pageOfName = (game: Game, name: string): string =>
  `https://tradeit.gg/${folders[game]}/store?search=${urlPart(name)}`;

export function countedItems(payload: unknown): unknown[] {
  const { items, counts } = payload as Inventory;
  const sizes = new Map(Object.entries(counts));
  return items.map((item) => {
    const group = typeof item === 'object' && item !== null && 'groupId' in item ? item.groupId : null;
    const size = sizes.get(String(group)) ?? null;
    return { item, count: Array.isArray(size) ? size.length : size };
  });
}

const isGroup = ({ id, groupId }: Item): boolean => String(id) === String(groupId);

export function parseGroup({ item, count }: Counted, { game }: About): Quote | null {
  const lowest = moneyOrNone(item.storePrice ?? null, 'USD', 100);
  if (lowest === null) return null;
  const { name } = item;
  const purchaseLink = pageOfName(game, name);
  const marketplaceItemId = text(String(item.groupId));
  const shared = { lowest, offerCount: count, purchaseLink, marketplaceItemId, thumbnail: null };
  return { kind: 'quote', game, name, phase: text(item.phase), ...shared };
}

export function parseUnit(row: Item, { game, item, at }: About): Offer | null {
  const price = moneyOrNone(row.storePrice ?? null, 'USD', 100);
  if (price === null || isGroup(row) || (item !== null && row.name !== item)) return null;
  return {
    kind: 'offer',
    game,
    name: row.name,
    phase: text(row.phase),
    offerId: String(row.id),
    price,
    // There is only a page per name; the fragment distinguishes its offers
    purchaseLink: `${pageOfName(game, row.name)}#${urlPart(String(row.id))}`,
    inspectLink: inspectLink(row.steamInspectLink),
    float: itemFloat(row.floatValue), // -1 for none
    paintIndex: whole(row.paintIndex),
    paintSeed: whole(row.fade?.seed),
    // The format of stickers is not known, so only their absence is
    stickers: row.stickers?.length === 0 ? [] : null,
    tradableAt: tradableFrom(row.tradeLockDay, at),
    ownerId: text(row.steamId),
  };
}

const dayMs = 86_400_000;

/** Counted in whole days from the day of the answer, so that every reading gives the same time. */
function tradableFrom(days: Item['tradeLockDay'], at: number): number | null {
  if (days == null) return null;
  const stated = typeof days === 'number' ? [days] : days;
  if (stated.includes(null)) return null;
  const left = Math.max(0, ...stated.map(Number));
  if (left === 0) return 0;
  return left <= 365 ? (Math.floor(at / dayMs) + Math.ceil(left)) * dayMs : null;
}
