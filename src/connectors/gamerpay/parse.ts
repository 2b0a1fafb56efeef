import type { About } from '../../contract/connector.ts';
import { money, moneyOrNone } from '../../contract/money.ts';
import { naturalKeys } from '../../contract/natural-key.ts';
import { bareStickers } from '../../contract/pieces.ts';
import { inspectLink, itemFloat, pageLink, text, whole } from '../../contract/text.ts';
import { isoTime } from '../../contract/time.ts';
import { required } from '../../contract/unreadable.ts';
import type { Offer, Quote, Sale, Withdrawal } from '../../schema/index.ts';
import type { Listed, Priced, SoldName } from './wire.ts';

export const parsePriced = (row: Priced, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.item,
  phase: text(row.phase),
  lowest: moneyOrNone(row.price, row.currency),
  offerCount: row.count,
  purchaseLink: pageLink(row.url),
  marketplaceItemId: null,
  thumbnail: null,
});

/** An item that is sold, taken down or reserved for one buyer is gone; the reason is known only when it was taken down. */
export function parseListed(row: Listed, { game, item: requested }: About): Offer | Withdrawal | null {
  const offerId = String(row.id);
  const name = required(nameOf(row), 'name', row.name);
  if (requested !== null && name !== requested) return null;
  if (row.delisted) return { kind: 'withdrawal', game, offerId, reason: 'withdrawn' };
  if (!row.forSale || row.privateSale) return { kind: 'withdrawal', game, offerId, reason: 'unknown' };
  return {
    kind: 'offer',
    game,
    name,
    phase: text(row.phase),
    offerId,
    price: money(row.price, 'EUR', 100),
    purchaseLink: `https://gamerpay.gg/item/${row.id}`,
    inspectLink: inspectLink(row.inspectLink),
    float: itemFloat(row.floatValue),
    paintIndex: whole(row.paintindex),
    paintSeed: whole(row.paintseed),
    stickers: bareStickers(row.stickers, Boolean(whole(row.paintindex))),
    tradableAt: tradableFrom(row),
    ownerId: row.sellerId == null ? null : String(row.sellerId),
  };
}

/** Some items have no market name; their own name can lack the exterior. */
function nameOf({ marketHashName, name, wearName }: Listed): string | null {
  const whole = text(marketHashName);
  const base = text(name);
  if (whole !== null || base === null) return whole;
  const exterior = text(wearName);
  return exterior === null || base.endsWith(`(${exterior})`) ? base : `${base} (${exterior})`;
}

/** Epoch milliseconds; a value in seconds would be in January 1970. */
const earliest = Date.UTC(2000, 0, 1);

function tradableFrom({ tradeLockExpiresAt: until, tradable }: Listed): number | null {
  if (until === null) return tradable === false ? null : 0;
  const at = whole(until, Number.MAX_SAFE_INTEGER);
  return at !== null && at >= earliest ? at : null;
}

/** The answer is a map of lists. */
export const soldNames = (payload: unknown): unknown[] =>
  Object.entries(payload ?? {}).map(([name, sales]: [string, unknown]) => ({ name, sales }));

const unknownFinish = { phase: null, paintIndex: null, paintSeed: null, stickers: null };

/** The answer does not give the currency; all of the site's own amounts are euros. */
export function parseSoldName({ name, sales }: SoldName, { game }: About): readonly Sale[] {
  const saleIds = naturalKeys(
    sales.map(({ soldAt, price, floatvalue }) => [name, soldAt, price, floatvalue].join('|')),
  );
  return sales.flatMap((sale, index): Sale[] => {
    const soldAt = required(isoTime(sale.soldAt), 'soldAt', sale.soldAt);
    const price = moneyOrNone(sale.price, 'EUR');
    const saleId = saleIds[index] ?? '';
    const float = itemFloat(sale.floatvalue);
    return price === null ? [] : [{ kind: 'sale', game, name, saleId, soldAt, price, float, ...unknownFinish }];
  });
}
