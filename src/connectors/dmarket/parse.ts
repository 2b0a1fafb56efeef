import type { Static } from 'typebox';
import type { About } from '../../contract/connector.ts';
import { itemAttributes } from '../../contract/item-attributes.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { naturalKeys } from '../../contract/natural-key.ts';
import { addToRow } from '../../contract/rows.ts';
import { inspectLink, itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import { isoTime, secondsTime } from '../../contract/time.ts';
import { required } from '../../contract/unreadable.ts';
import type { BuyOrder, Game, Offer, Quote, Sale } from '../../schema/index.ts';
import {
  type BestPrices,
  type Criteria,
  type DepthOrder,
  gameIds,
  type LastSale,
  type ListedOffer,
  type SaleList,
  type Target,
  type TargetList,
} from './wire.ts';

const pages: Readonly<Record<Game, string>> = {
  CS2: 'csgo-skins',
  Dota2: 'dota2-skins',
  Rust: 'rust-skins',
  TF2: 'tf2-skins',
};

export function parseOffer(row: ListedOffer, { game, item, at }: About): Offer | null {
  const { attributes } = row;
  if (row.locked === true || (attributes.gameId ?? gameIds[game]) !== gameIds[game]) return null;
  // The search also finds titles that only begin with the name
  if (item !== null && attributes.title !== item) return null;
  const finish = attributes.cs2 ?? {};
  return {
    kind: 'offer',
    game,
    name: attributes.title,
    phase: phaseOf(finish.phase),
    offerId: row.offerId,
    price: money(row.priceCents, 'USD', 100),
    // There is only a page per title; the fragment distinguishes its offers
    purchaseLink: `${itemPage(game, attributes.title)}#${urlPart(row.offerId)}`,
    inspectLink: inspectLink(finish.inspectInGameUri),
    float: itemFloat(finish.float),
    paintIndex: whole(finish.paintIndex),
    paintSeed: whole(finish.paintSeed),
    // Clients doubt the given slots of stickers, so only their absence is known
    stickers: finish.stickers?.length === 0 ? [] : null,
    tradableAt: tradableFrom(attributes, at),
    ownerId: null,
    ...itemAttributes({
      rarity: attributes.dota2?.rarity ?? finish.quality,
      hero: attributes.dota2?.hero,
      collections: finish.collection,
    }),
  };
}

export const itemPage = (game: Game, title: string): string =>
  `https://dmarket.com/ingame-items/item-list/${pages[game]}?title=${urlPart(title)}`;

/** PHASE_TITLE_UNSPECIFIED and an empty string mean no phase. */
const phaseOf = (phase: unknown): string | null => {
  const named = text(phase);
  return named?.endsWith('UNSPECIFIED') === true ? null : named;
};

const tenMinutes = 600_000;
const day = 86_400_000;

/** A remaining time is rounded; otherwise each reading would give a slightly different end. */
function tradableFrom(attributes: ListedOffer['attributes'], at: number): number | null {
  const { unlockDate, tradeLockDuration, tradeLockDays: days } = attributes;
  const unlocked = unlockDate && isoTime(unlockDate);
  if (unlocked) return unlocked > at ? unlocked : 0;
  const lock = secondsTime(/^(\d+(?:\.\d+)?)s$/.exec(tradeLockDuration ?? '')?.[1]);
  if (lock) return Math.round((at + lock) / tenMinutes) * tenMinutes;
  if (days == null) return lock === 0 ? 0 : null;
  return days > 0 ? (Math.floor(at / day) + Math.ceil(days)) * day : 0;
}

export function parseBestPrices(row: BestPrices, { game }: About): Quote {
  const best = row.offerBestPrice;
  const offerCount = whole(row.offerCount);
  return {
    kind: 'quote',
    game,
    name: row.title,
    phase: null,
    lowest: offerCount === 0 ? null : moneyOrNone(typeof best === 'string' ? best : best?.Amount, 'USD', 100),
    offerCount,
    purchaseLink: itemPage(game, row.title),
    marketplaceItemId: null,
    thumbnail: null,
  };
}

const isAny = (value: unknown): boolean => value === undefined || value === null || value === '' || value === 'any';

/** One spelling for "Phase 2" and "phase-2", so that an order has the same id in both calls. */
const variantOf = ({ phase, phaseTitle }: Criteria): string | null => {
  const value = isAny(phase) ? phaseTitle : phase;
  return isAny(value) ? null : (phaseOf(value)?.toLowerCase().replaceAll(' ', '-') ?? null);
};

const orderKey = (
  row: Partial<Target | DepthOrder> | null,
  criteria: Criteria | null | undefined,
): readonly unknown[] => {
  const { floatPartValue, paintSeed } = criteria ?? {};
  return [
    row?.price,
    ...[floatPartValue, paintSeed].map((value) => (isAny(value) ? 'any' : value)),
    variantOf(criteria ?? {}) ?? 'any',
  ];
};

/** Targets with keys, since they have no ids; an answer can contain two that are alike. */
export const keyedTargets = (payload: unknown): unknown[] =>
  keyed((payload as Static<typeof TargetList>).orders, (row: Partial<Target> | null) => [
    row?.title,
    ...orderKey(row, row?.attributes),
  ]);

/** The orders of one title, which the answer does not name. */
export const keyedDepth = (payload: unknown): unknown[] =>
  keyed((payload as Static<typeof TargetList>).orders, (row: Partial<DepthOrder> | null) =>
    orderKey(row, row?.attributes?.[0]),
  );

export const parseTarget = (row: Target, about: About): BuyOrder | null =>
  row.title === about.item ? orderOf(row, row.attributes ?? {}, row.key, about) : null;

export const parseDepthOrder = (row: DepthOrder, about: About): BuyOrder | null =>
  orderOf(row, row.attributes?.[0] ?? {}, `${about.item}|${row.key}`, about);

function orderOf(
  row: Target | DepthOrder,
  criteria: Criteria,
  orderId: string,
  { game, item: name }: About,
): BuyOrder | null {
  const quantity = whole(row.amount);
  if (quantity === 0 || name === null) return null;
  // An order for a certain float or pattern applies to few items of the name
  if (!isAny(criteria.floatPartValue) || !isAny(criteria.paintSeed)) return null;
  const price = money(row.price, 'USD', 100);
  return { kind: 'buyOrder', game, name, phase: variantOf(criteria), orderId, price, quantity };
}

/** Sales with keys, since they have no ids. */
export const keyedSales = (payload: unknown): unknown[] =>
  keyed((payload as Static<typeof SaleList>).sales, (row: Partial<LastSale> | null) => {
    const { floatValue, paintSeed, phaseTitle } = row?.offerAttributes ?? {};
    return [row?.date, row?.price, phaseTitle, floatValue, paintSeed];
  });

export function parseLastSale(row: LastSale, { game, item: name }: About): Sale | null {
  if (name === null) return null;
  const { floatValue, paintSeed, phaseTitle } = row.offerAttributes ?? {};
  return {
    kind: 'sale',
    game,
    name,
    phase: text(phaseTitle),
    saleId: `${name}|${row.key}`,
    soldAt: required(secondsTime(row.date), 'date', row.date),
    price: money(row.price, 'USD'),
    float: itemFloat(floatValue),
    paintIndex: null,
    paintSeed: whole(paintSeed),
    stickers: null,
    ...sideOf(row),
  };
}

const sides: ReadonlyMap<string, NonNullable<Sale['side']>> = new Map([
  ['Offer', 'ask'],
  ['Target', 'bid'],
]);

const sideOf = ({ txOperationType }: LastSale): Pick<Sale, 'side'> => {
  const side = sides.get(txOperationType ?? '');
  return side === undefined ? {} : { side };
};

/** Rows get their keys before they are validated, so they can hold anything. */
function keyed<Row>(rows: readonly unknown[], identity: (row: Row) => readonly unknown[]): unknown[] {
  const keys = naturalKeys(
    rows.map((row) =>
      identity(row as Row)
        .map(plainText)
        .join('|'),
    ),
  );
  return rows.map((row, index) => addToRow(row, 'key', keys[index]));
}

const plainText = (part: unknown): string => (typeof part === 'string' || typeof part === 'number' ? String(part) : '');
