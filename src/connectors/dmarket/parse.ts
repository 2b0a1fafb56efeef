import type { Static } from 'typebox';
import type { About } from '../../contract/connector.ts';
import { money } from '../../contract/money.ts';
import { naturalKeys } from '../../contract/natural-key.ts';
import { inspectLink, itemFloat, text, urlPart, whole } from '../../contract/text.ts';
import { secondsTime } from '../../contract/time.ts';
import type { BuyOrder, Game, Offer, Sale } from '../../schema/index.ts';
import { gameIds, type LastSale, type MarketItem, type SaleList, type Target, type TargetList } from './wire.ts';

const pages: Readonly<Record<Game, string>> = {
  CS2: 'csgo-skins',
  Dota2: 'dota2-skins',
  Rust: 'rust-skins',
  TF2: 'tf2-skins',
};

export function parseMarketItem(row: MarketItem, { game, item, at }: About): Offer | null {
  const price = money(row.price.USD, 'USD', 100);
  // A search for a title also finds longer titles that contain it
  if (price === null || row.gameId !== gameIds[game] || (item !== null && row.title !== item)) return null;
  const { extra } = row;
  const linkId = text(extra.linkId);
  return {
    kind: 'offer',
    game,
    name: row.title,
    phase: text(extra.phase),
    offerId: extra.offerId,
    price,
    purchaseLink: linkId && `https://dmarket.com/ingame-items/item-list/${pages[game]}?userOfferId=${urlPart(linkId)}`,
    inspectLink: inspectLink(extra.inspectInGame),
    float: itemFloat(extra.floatValue),
    paintIndex: whole(extra.paintIndex),
    paintSeed: whole(extra.paintSeed),
    // Stickers come without slot and wear, so that only their absence can be told
    stickers: extra.stickers?.length === 0 ? [] : null,
    tradableAt: tradableFrom(extra.tradeLockDuration, at),
    ownerId: text(row.owner),
  };
}

const tenMinutes = 600_000;

/** Rounded to ten minutes, or the seconds an answer took would move the instant with each reading. */
function tradableFrom(lockSeconds: number | null | undefined, at: number): number | null {
  if (lockSeconds === null || lockSeconds === undefined) return null;
  if (lockSeconds <= 0) return 0;
  const lock = secondsTime(lockSeconds);
  return lock && Math.round((at + lock) / tenMinutes) * tenMinutes;
}

const isAny = (wish: unknown): boolean => wish === undefined || wish === null || wish === '' || wish === 'any';

/** Targets with keys, as they have no ids; two alike stand in one answer. */
export const keyedTargets = (payload: unknown): unknown[] =>
  keyed((payload as Static<typeof TargetList>).orders, (row: Partial<Target> | null) => {
    const { floatPartValue, paintSeed, phase } = row?.attributes ?? {};
    return [row?.title, row?.price, ...[floatPartValue, paintSeed, phase].map((wish) => (isAny(wish) ? 'any' : wish))];
  });

export function parseTarget(row: Target, { game, item: name }: About): BuyOrder | null {
  const price = money(row.price, 'USD', 100);
  const quantity = whole(row.amount);
  const { floatPartValue, paintSeed, phase: wish } = row.attributes ?? {};
  if (price === null || quantity === 0 || row.title !== name) return null;
  // Who wants a certain float or pattern bids for few items of the name
  if (!isAny(floatPartValue) || !isAny(paintSeed)) return null;
  const phase = isAny(wish) ? null : text(wish);
  return { kind: 'buyOrder', game, name, phase, orderId: row.key, price, quantity };
}

/** Sales with keys, as they have no ids. */
export const keyedSales = (payload: unknown): unknown[] =>
  keyed((payload as Static<typeof SaleList>).sales, (row: Partial<LastSale> | null) => {
    const { floatValue, paintSeed, phaseTitle } = row?.offerAttributes ?? {};
    return [row?.date, row?.price, phaseTitle, floatValue, paintSeed];
  });

export function parseLastSale(row: LastSale, { game, item: name }: About): Sale | null {
  const price = money(row.price, 'USD');
  const soldAt = secondsTime(row.date);
  if (price === null || soldAt === null || name === null) return null;
  const { floatValue, paintSeed, phaseTitle } = row.offerAttributes ?? {};
  return {
    kind: 'sale',
    game,
    name,
    phase: text(phaseTitle),
    saleId: `${name}|${row.key}`,
    soldAt,
    price,
    float: itemFloat(floatValue),
    paintIndex: null,
    paintSeed: whole(paintSeed),
    stickers: null,
  };
}

/** Rows are keyed before they are checked, so that anything may stand in them. */
function keyed<Row>(rows: readonly unknown[], identity: (row: Row) => readonly unknown[]): unknown[] {
  const keys = naturalKeys(
    rows.map((row) =>
      identity(row as Row)
        .map(said)
        .join('|'),
    ),
  );
  return rows.map((row, index) => (typeof row === 'object' ? { ...row, key: keys[index] } : row));
}

const said = (part: unknown): string => (typeof part === 'string' || typeof part === 'number' ? String(part) : '');
