import { type Game, gameNamed, type Phase } from '../../../schema/index.ts';
import type { CatalogueItem, World } from '../../market/world.ts';
import type { PlayedDemand, Player, StageReply, StageRequest } from '../../player.ts';
import { itemPage, marketPage } from '../skinport-pages.ts';
import { saleFeed } from './skinport-feed.ts';
import { type Period, periodOf, priceRow } from './skinport-figures.ts';

const slug = 'skinport';
const dayMs = 86_400_000;

type SkinportQuery = {
  readonly game: Game;
  readonly currency: string;
  /** Units of the currency for one dollar. */
  readonly rate: number;
  readonly now: number;
};

const badRequest = (id: string, message: string): StageReply => ({
  status: 400,
  body: { message: 'Validation failed', errors: [{ id, message }] },
});

/** Units for one dollar; the played marketplace knows fewer currencies than the real one. */
const rateOf = (world: World, currency: string): number | null => {
  if (currency === 'USD') return 1;
  return currency === 'EUR' || currency === 'CNY' || currency === 'RUB' ? world.rates[currency] : null;
};

const readQuery = ({ query, now }: StageRequest, world: World): SkinportQuery | StageReply => {
  const appId = query.get('app_id') ?? '730';
  const game = /^\d+$/.test(appId) ? gameNamed(appId) : null;
  if (game === null) return badRequest('app_id', `app_id ${appId} is not supported`);
  const currency = query.get('currency') ?? 'EUR';
  const rate = rateOf(world, currency);
  if (rate === null) return badRequest('currency', `currency ${currency} is not supported`);
  return { game, currency, rate, now };
};

/** An item has one row for each Doppler variant, or a single one. */
const versionsOf = (item: CatalogueItem): readonly (Phase | null)[] =>
  item.phases.length === 0 ? [null] : item.phases.map(({ phase }) => phase);

const head = (item: CatalogueItem, version: Phase | null, currency: string) => ({
  market_hash_name: item.name,
  version,
  currency,
});

const items = (request: StageRequest, world: World): StageReply => {
  const requested = readQuery(request, world);
  if ('body' in requested) return requested;
  const { game, currency, rate, now } = requested;
  const onlyTradable = request.query.get('tradable') === '1';
  const body = world.items(game).flatMap((item) => {
    const listed = world.listings(slug, item).filter(({ tradableAt }) => !onlyTradable || tradableAt === null);
    return versionsOf(item).map((version) => {
      const prices = listed.filter(({ phase }) => phase === version).map(({ priceUsd }) => priceUsd * rate);
      return {
        ...head(item, version, currency),
        suggested_price: priceRow([item.basePrice * 1.08 * rate]).mean,
        item_page: itemPage(item),
        market_page: marketPage(item),
        ...figures(prices),
        quantity: prices.length,
        created_at: 1_535_988_254 + item.index * 20_011,
        updated_at: Math.floor(now / 1000),
      };
    });
  });
  return { body };
};

const figures = (prices: readonly number[]) => {
  const { min, max, mean, median } = priceRow(prices);
  return { min_price: min, max_price: max, mean_price: mean, median_price: median };
};

const periods: readonly (readonly [string, number])[] = [
  ['last_24_hours', 1],
  ['last_7_days', 7],
  ['last_30_days', 30],
  ['last_90_days', 90],
];

const history = (request: StageRequest, world: World): StageReply => {
  const requested = readQuery(request, world);
  if ('body' in requested) return requested;
  const { game, currency, rate, now } = requested;
  const names = request.query.get('market_hash_name');
  const wanted = names === null ? null : new Set(names.split(','));
  const body = world
    .items(game)
    .filter(({ name }) => wanted === null || wanted.has(name))
    .flatMap((item) => {
      const sold = world.sales(slug, item);
      return versionsOf(item).map((version) => {
        const ofVersion = sold.filter(({ phase }) => phase === version);
        const figuresOf = (days: number): Period =>
          periodOf(
            ofVersion.filter(({ soldAt }) => soldAt > now - days * dayMs).map(({ priceUsd }) => priceUsd * rate),
          );
        return {
          ...head(item, version, currency),
          item_page: itemPage(item),
          market_page: marketPage(item),
          ...Object.fromEntries(periods.map(([name, days]) => [name, figuresOf(days)])),
        };
      });
    });
  return { body };
};

/** "Accept-Encoding: br is required": docs.skinport.com. */
const brotli: PlayedDemand = {
  host: 'api.skinport.com',
  header: 'accept-encoding',
  accepts: (value) => /(^|[\s,])br($|[\s,;])/i.test(value),
  refusal: {
    status: 406,
    body: {
      message: 'Not acceptable',
      errors: [{ id: 'not_acceptable', message: 'Accept-Encoding must contain br' }],
    },
  },
};

const routes: Readonly<Record<string, (request: StageRequest, world: World) => StageReply>> = {
  '/v1/items': items,
  '/v1/sales/history': history,
};

/** Skinport's public REST interface, price list and sales figures, and its sale feed. */
export const skinport: Player = {
  slug,
  hosts: ['api.skinport.com'],
  demands: [brotli],
  answer: (request, world) => {
    const route = routes[request.path];
    if (route === undefined || request.method !== 'GET') return null;
    return route(request, world);
  },
  feeds: [saleFeed],
};
