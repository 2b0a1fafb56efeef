import { Buffer } from 'node:buffer';
import { dayMs, extrasIn } from '../../../schema/index.ts';
import type { SalePosition } from '../../../store/store.ts';
import { invalid, quoted } from '../../errors.ts';
import { optionalAmount, optionalInstant, optionalText, optionalWhole } from '../../parameters.ts';
import { route } from '../../route.ts';
import { toWireFoundSale, WireFoundSales } from '../../wire/tape/found-sale.ts';
import { gameParameter, marketplaceListParameter, nameParameter, variantParameter } from '../parameters.ts';
import { extrasParameters } from './extras.ts';
import { namesIn, paintSeedsParameter, seedsIn, stickersParameter } from './looks.ts';

const defaultDays = 90;

const cursorOf = ({ soldAt, marketplaceId, saleId }: SalePosition): string =>
  Buffer.from(JSON.stringify([soldAt, marketplaceId, saleId])).toString('base64url');

function positionIn(cursor: string): SalePosition {
  const [soldAt, marketplaceId, saleId] = partsOf(cursor);
  if (Number.isInteger(soldAt) && Number.isInteger(marketplaceId) && typeof saleId === 'string')
    return { soldAt: soldAt as number, marketplaceId: marketplaceId as number, saleId };
  throw invalid(`the parameter "after" is ${quoted(cursor)}; give the "next" of an answer`);
}

function partsOf(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

export const foundSalesRoute = route({
  path: '/tape/sales',
  id: 'findSales',
  summary: 'Past sales of one item over all marketplaces, by what was on it',
  description:
    'Returns single sales, newest first, where marketplaces publish them. To get the next page, pass `next` as `after`, until it is null. A marketplace that does not say what was on an item has null there, and such a sale matches no filter of it.',
  parameters: {
    game: gameParameter,
    name: nameParameter,
    phase: variantParameter,
    marketplaces: marketplaceListParameter,
    minFloat: optionalAmount('Minimum float'),
    maxFloat: optionalAmount('Maximum float'),
    paintSeeds: paintSeedsParameter,
    stickers: stickersParameter,
    ...extrasParameters,
    since: optionalInstant(
      `Only sales from then on; ${defaultDays} days ago if omitted, 0 for as far as sales are kept`,
    ),
    until: optionalInstant('Only sales until then; now if omitted'),
    limit: optionalWhole({ description: 'Maximum number of sales to return', absent: 100, max: 500 }),
    after: optionalText({
      description: 'The value of `next` in the previous page',
      example: 'WzE3OTAwMDAwMDAwMDAsNCwiOTAwIl0',
      maxLength: 32_768,
    }),
  },
  answer: WireFoundSales,
  example: {
    name: 'AK-47 | Redline (Field-Tested)',
    game: 'CS2',
    sales: [
      {
        marketplace: 'CSFloat',
        id: '900000000000000007',
        timestamp: 1_789_900_000,
        itemPhase: null,
        unusualEffect: null,
        ...{ priceUSD: 30.4, priceEUR: 26.17, priceCNY: 216.57, priceRUB: 2451.4 },
        float: 0.1541,
        paintIndex: 282,
        paintSeed: 611,
        stickers: [{ name: 'Sticker | Crown (Foil)', wear: 0, slot: 2 }],
        ...{ charms: null, nameTag: null, statTrakCount: null, patches: null, fade: null },
        side: null,
      },
    ],
    next: null,
  },
  marketplaces: ({ marketplaces }, { lookups }) => lookups.marketplaceList(marketplaces),
  async read(query, { lookups, book, store, itemRequested, now }) {
    const game = lookups.game(query.game);
    const name = lookups.item(game, query.name);
    const isKnown = book.hasItem(game, name);
    if (isKnown) itemRequested(game, name, null);
    const { limit, minFloat, maxFloat } = query;
    const sales = await store.findSales({
      ...{ game, name, phase: lookups.variant({ phase: query.phase, effect: null }) },
      marketplaceIds: lookups.marketplaceList(query.marketplaces)?.map(({ id }) => id) ?? null,
      ...{ minFloat, maxFloat, paintSeeds: seedsIn(query.paintSeeds) },
      stickers: namesIn(query.stickers),
      extras: extrasIn(query),
      since: query.since ?? now() - defaultDays * dayMs,
      until: query.until ?? now(),
      after: query.after === null ? null : positionIn(query.after),
      limit,
    });
    if (sales.length === 0 && !isKnown) throw lookups.unknownItem(game, name);
    const last = sales.length < limit ? undefined : sales.at(-1);
    return {
      name,
      game,
      sales: sales.map((sale) => toWireFoundSale(name, sale)),
      next: last === undefined ? null : cursorOf(last),
    };
  },
});
