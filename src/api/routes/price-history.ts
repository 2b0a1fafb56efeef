import { type DatedFloor, dayMs } from '../../schema/index.ts';
import type { SeriesRef } from '../../store/store.ts';
import { optionalWhole } from '../parameters.ts';
import { type RouteContext, route } from '../route.ts';
import { toWirePricePoint, WirePriceHistory } from '../wire/price-point.ts';
import {
  effectParameter,
  gameParameter,
  marketplaceParameter,
  maxDays,
  nameParameter,
  optionalPhaseParameter,
} from './parameters.ts';

/** The lowest price of a series now, and when it last changed; null if the marketplace does not know the item. */
function currentFloor(book: RouteContext['book'], series: SeriesRef, now: number): DatedFloor | null {
  const { marketplaceId, game, name, phase } = series;
  const basis = book.askBasis(marketplaceId, game, name, phase, now);
  return basis && { ...series, prices: basis.prices, offerCount: basis.count, at: basis.changedAt };
}

export const priceHistoryRoute = route({
  path: '/v2/price-history',
  id: 'readPriceHistory',
  summary: 'Lowest price of one item on one marketplace over time',
  description:
    'Oldest first. If more points are kept than `dataPoints`, the window is divided into equal slots and the last point of each is returned; the newest point is always included. It has the current lowest price, with the time of its last change.',
  parameters: {
    marketplace: marketplaceParameter,
    game: gameParameter,
    name: nameParameter,
    phase: optionalPhaseParameter,
    effect: effectParameter,
    days: optionalWhole({ description: 'Days to look back, as far as history is kept', absent: 15, max: maxDays }),
    dataPoints: optionalWhole({ description: 'Maximum number of points to return', absent: 100, max: 1000 }),
  },
  answer: WirePriceHistory,
  example: {
    name: 'AK-47 | Redline (Field-Tested)',
    marketplace: 'SkinPort',
    game: 'CS2',
    history: [
      { timestamp: 1_789_000_000, priceUSD: 31.02, priceEUR: 26.7, priceCNY: 220.99, priceRUB: 2501.4 },
      { timestamp: 1_789_990_000, priceUSD: 30.75, priceEUR: 26.47, priceCNY: 219.06, priceRUB: 2479.62 },
    ],
  },
  marketplaces: ({ marketplace }, { lookups }) => [lookups.marketplace(marketplace)],
  async read(
    { marketplace: marketplaceText, game: gameText, name: nameText, phase: phaseText, effect, days, dataPoints },
    context,
  ) {
    const { lookups, book, store, itemRequested, now } = context;
    const marketplace = lookups.marketplace(marketplaceText);
    const game = lookups.game(gameText);
    const name = lookups.item(game, nameText);
    const phase = lookups.variant({ phase: phaseText, effect });
    const isKnown = book.hasItem(game, name);
    if (isKnown) itemRequested(game, name, marketplace.id);
    const until = now();
    const series = { marketplaceId: marketplace.id, game, name, phase };
    const current = currentFloor(book, series, until);
    const points = await store.priceHistory(series, until - days * dayMs, until, dataPoints, current);
    if (points.length === 0 && !isKnown) throw lookups.unknownItem(game, name);
    return { name, marketplace: marketplace.name, game, history: points.map(toWirePricePoint) };
  },
});
