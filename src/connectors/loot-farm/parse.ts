import type { About } from '../../contract/connector.ts';
import { moneyOrNone } from '../../contract/money.ts';
import { itemFloat, urlPart, whole } from '../../contract/text.ts';
import { appIdOf, type Game, type Offer, type Quote } from '../../schema/index.ts';
import type { Asset, Entry, Priced } from './wire.ts';

const pageOf = (game: Game, name: string): string => `#skin=${appIdOf(game)}_${urlPart(name)}`;

/** The price is given even when nothing is for sale. */
export const parsePriced = (row: Priced, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.name,
  phase: null,
  lowest: row.have === 0 ? null : moneyOrNone(row.price, 'USD', 100),
  offerCount: row.have,
  purchaseLink: `https://loot.farm/${pageOf(game, row.name)}`,
  marketplaceItemId: null,
  thumbnail: null,
});

const exteriors = {
  FN: 'Factory New',
  MW: 'Minimal Wear',
  FT: 'Field-Tested',
  WW: 'Well-Worn',
  BS: 'Battle-Scarred',
} as const;

/** The full name; null when it cannot be known, as for items with wear in other games. */
function nameOf({ n, e }: Entry, isStatTrak: boolean, game: Game): string | null {
  if (game !== 'CS2') return e || isStatTrak ? null : n;
  // A knife without a finish has an exterior that is not part of its name
  const worn = e && n.includes(' | ') ? `${n} (${exteriors[e]})` : n;
  if (!isStatTrak || worn.includes('StatTrak™')) return worn;
  return worn.startsWith('★ ') ? `★ StatTrak™ ${worn.slice(2)}` : `StatTrak™ ${worn}`;
}

export function parseEntry(row: Entry, about: About): readonly Offer[] {
  const bots = Object.entries(row.u);
  return bots.flatMap(([bot, assets]) => (assets ?? []).flatMap((asset) => offerOf(row, asset, bot, about) ?? []));
}

function offerOf(row: Entry, asset: Asset, bot: string, { game, at }: About): Offer | null {
  const isStatTrak = Number(asset.st ?? 0) !== 0;
  const name = nameOf(row, isStatTrak, game);
  const price = moneyOrNone((isStatTrak ? row.pst : row.p) ?? null, 'USD', 100);
  if (name === null || price === null) return null;
  return {
    kind: 'offer',
    game,
    name,
    phase: null,
    offerId: asset.id,
    price,
    // There is no known page for a single item, so the link is the page of its name with the id in its query
    purchaseLink: `https://loot.farm/?item=${asset.id}${pageOf(game, name)}`,
    inspectLink: null,
    ...paintOf(asset),
    paintIndex: null,
    stickers: null,
    tradableAt: tradableFrom(asset, at),
    ownerId: bot,
  };
}

/** The float's five decimals without leading zeros, a colon, the seed. */
function paintOf({ f }: Asset): Pick<Offer, 'float' | 'paintSeed'> {
  const [, digits, seed] = /^(\d{1,5}):(\d+)$/.exec(f ?? '') ?? [];
  if (digits === undefined) return { float: null, paintSeed: null };
  return { float: itemFloat(`0.${digits.padStart(5, '0')}`), paintSeed: whole(seed) };
}

const hour = 3_600_000;

/** Counted from the full hour after the answer, so that it stays the same while the hours count down. */
function tradableFrom({ tr, td }: Asset, at: number): number | null {
  if (tr === 1) return 0;
  const hours = whole(td);
  return tr !== 0 || hours === null ? null : whole((Math.ceil(at / hour) + hours) * hour, Number.MAX_SAFE_INTEGER);
}
