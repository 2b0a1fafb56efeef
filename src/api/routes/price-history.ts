import { dayMs } from '../../schema/index.ts';
import { optionalWhole } from '../parameters.ts';
import { route } from '../route.ts';
import { toWirePricePoint, WirePriceHistory } from '../wire/price-point.ts';
import { gameParameter, marketplaceParameter, mostDays, nameParameter, optionalPhaseParameter } from './parameters.ts';

export const priceHistoryRoute = route({
  path: '/v2/price-history',
  id: 'readPriceHistory',
  summary: 'Lowest price of one item on one marketplace over time',
  description:
    'Oldest first. If more points are kept than `dataPoints`, the window is divided into equal slots and the last point of each is returned; the newest point is always included.',
  parameters: {
    marketplace: marketplaceParameter,
    game: gameParameter,
    name: nameParameter,
    phase: optionalPhaseParameter,
    days: optionalWhole({ description: 'Days to look back, as far as history is kept', absent: 15, most: mostDays }),
    dataPoints: optionalWhole({ description: 'Maximum number of points to return', absent: 100, most: 1000 }),
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
  async read({ marketplace: marketplaceText, game: gameText, name, phase: phaseText, days, dataPoints }, context) {
    const { lookups, book, store, itemRequested, now } = context;
    const marketplace = lookups.marketplace(marketplaceText);
    const game = lookups.game(gameText);
    const phase = lookups.phase(phaseText);
    const isKnown = book.hasItem(game, name);
    if (isKnown) itemRequested(game, name, marketplace.id);
    const until = now();
    const series = { marketplaceId: marketplace.id, game, name, phase };
    const points = await store.priceHistory(series, until - days * dayMs, until, dataPoints);
    if (points.length === 0 && !isKnown) throw lookups.unknownItem(game, name);
    return { name, marketplace: marketplace.name, game, history: points.map(toWirePricePoint) };
  },
});
