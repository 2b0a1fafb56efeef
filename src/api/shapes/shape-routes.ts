import { type Currency, currencies, seesMarketplace } from '../../schema/index.ts';
import type { Contexts } from '../contexts.ts';
import { ApiError, notFound, quoted, requireReady } from '../errors.ts';
import type { Keys } from '../keys.ts';
import type { List } from '../lists/list.ts';
import type { ListSender } from '../lists/send-list.ts';
import { readParameters } from '../parameters.ts';
import { readQuery, requireReadable, splitTarget } from '../query.ts';
import { keyInQuery, keyOf, requireKey, routedPath } from '../require-key.ts';
import type { RouteContext } from '../route.ts';
import { gameParameter, marketplaceListParameter } from '../routes/parameters.ts';
import { type Call, type Router, reading } from '../server/router.ts';
import { allProviders, csgotraderList, marketplaceIdsOf, providerNames } from './csgotrader.ts';
import { marketCsgoList } from './market-csgo.ts';
import { addUdfRoutes } from './udf-routes.ts';

/** Lists in formats of other services, by the word that enables them in `api.shapes`. */
const shapeNames = ['market-csgo', 'csgotrader'] as const;
type ShapeName = (typeof shapeNames)[number];

const parameters = {
  game: { ...gameParameter, isRequired: false, absent: () => 'CS2' },
  marketplaces: marketplaceListParameter,
};

type ShapeQuery = { readonly file: string; readonly game: string; readonly marketplaces: string | null };

const type = 'application/json; charset=utf-8';

function marketCsgo({ book, lookups, now }: RouteContext, query: ShapeQuery): List {
  const currency = currencies.find((one) => one === query.file);
  if (currency === undefined)
    throw notFound(`there are no prices in ${quoted(query.file)}; available are ${currencies.join(', ')}`);
  const game = lookups.game(query.game);
  const ids = lookups.marketplaceList(query.marketplaces)?.map(({ id }) => id) ?? null;
  return listOf(book, game, ids, currency, `market-csgo ${game} ${ids}`, (copies) =>
    marketCsgoList(copies, currency, now()),
  );
}

function csgotrader({ book, lookups, scope }: RouteContext, query: ShapeQuery): List {
  const { file } = query;
  const known = [...providerNames, allProviders];
  if (!known.includes(file)) throw notFound(`there is no provider ${quoted(file)}; available are ${known.join(', ')}`);
  const game = lookups.game(query.game);
  const ids = marketplaceIdsOf(file);
  const seen = ids.filter((id) => seesMarketplace(scope, id));
  if (seen.length === 0)
    throw new ApiError('ACCESS_DENIED', `this key has no access to ${file}; ask the operator for another`);
  return listOf(book, game, seen, 'USD', `csgotrader ${game} ${file} ${seen}`, (copies) =>
    csgotraderList(copies, file),
  );
}

function listOf(
  book: RouteContext['book'],
  game: Parameters<RouteContext['book']['copyPrices']>[0],
  ids: readonly number[] | null,
  currency: Currency,
  what: string,
  make: (copies: ReturnType<RouteContext['book']['copyPrices']>) => AsyncIterable<Buffer>,
): List {
  return {
    type,
    tag: ({ epoch, sequence }) =>
      `W/"${epoch}-${sequence}-${Buffer.from(`${what} ${currency}`).toString('base64url')}"`,
    read() {
      const copies = book.copyPrices(game, ids, currency);
      return { bytes: make(copies), close: () => copies.close() };
    },
  };
}

const shapes = {
  'market-csgo': { path: '/shapes/market-csgo/api/v2/prices/:file', list: marketCsgo },
  csgotrader: { path: '/shapes/csgotrader/latest/:file', list: csgotrader },
} as const satisfies Readonly<Record<ShapeName, unknown>>;

/** Adds what is enabled of prices in the formats of others. */
export function addShapeRoutes(
  router: Router,
  {
    names,
    contexts,
    keys,
    isReady,
    sendList,
    now,
  }: {
    readonly names: readonly string[];
    readonly contexts: Contexts;
    readonly keys: Pick<Keys, 'check'>;
    readonly isReady: () => boolean;
    readonly sendList: ListSender;
    readonly now: () => number;
  },
): void {
  if (names.includes('udf')) addUdfRoutes(router, { contexts, keys, isReady, now });
  for (const name of shapeNames.filter((one) => names.includes(one))) {
    const { path, list } = shapes[name];
    const handle = async (call: Call) => {
      const target = call.request.url ?? '';
      const query = readQuery(target);
      const key = requireKey(
        keys,
        keyOf(call.request, () => keyInQuery(query)),
        routedPath(call),
      );
      requireReadable(query);
      const { values } = readParameters(parameters, query);
      const file =
        splitTarget(target)
          .path.split('/')
          .at(-1)
          ?.replace(/\.json$/, '') ?? '';
      const wanted = list(contexts(key), { file, game: values.game, marketplaces: values.marketplaces });
      requireReady(isReady());
      return await sendList(wanted, call);
    };
    router.add(reading, path, handle, { isLong: true });
  }
}
