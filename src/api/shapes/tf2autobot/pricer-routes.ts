import { marketplaceWithId, seesMarketplace } from '../../../schema/index.ts';
import type { Contexts } from '../../contexts.ts';
import { ApiError, notFound, quoted, requireReady, unavailable } from '../../errors.ts';
import type { Keys } from '../../keys.ts';
import type { List } from '../../lists/list.ts';
import type { ListSender } from '../../lists/send-list.ts';
import { readQuery, requireReadable, splitTarget } from '../../query.ts';
import { keyInQuery, keyOf, requireKey, routedPath } from '../../require-key.ts';
import type { RouteContext } from '../../route.ts';
import { json } from '../../server/content.ts';
import { type Call, type Router, reading } from '../../server/router.ts';
import { type PriceReader, readBotPrice, type UnpricedReason } from './bot-price.ts';
import { botPriceList } from './bot-price-list.ts';
import { scrapWorthOf } from './keys-and-metal.ts';
import type { SkuNames } from './sku-names.ts';

/** Serves prices from the book to TF2 bots. */
export type Pricer = {
  readonly names: SkuNames;
  /** Marketplaces that bots trade on. */
  readonly marketplaceIds: readonly number[];
};

export type PricerParts = {
  readonly pricer: Pricer;
  readonly contexts: Contexts;
  readonly keys: Pick<Keys, 'check'>;
  readonly isReady: () => boolean;
  readonly sendList: ListSender;
};

/** Path of CUSTOM_PRICER_URL; also the Socket.IO namespace. */
export const pricerPath = '/shapes/tf2autobot';

const game = 'TF2';

/** The marketplaces of the pricer that the key can see; throws when it can see none. */
export function seenMarketplaces(
  { marketplaceIds }: Pricer,
  { lookups, sight }: Pick<RouteContext, 'lookups' | 'sight'>,
): number[] {
  lookups.game(game);
  const seen = marketplaceIds.filter((id) => seesMarketplace(sight, id));
  if (seen.length > 0) return seen;
  const known = marketplaceIds.map((id) => marketplaceWithId(id).name).join(', ');
  throw new ApiError('ACCESS_DENIED', `this key has access to none of ${known}; ask the operator for another`);
}

/** Throws while the value of keys is not known. */
function priceReader(pricer: Pricer, { book, rates, now }: RouteContext): PriceReader {
  const worth = scrapWorthOf(rates());
  if (worth === null) throw unavailable('the values of keys and metal are not known yet; try again in a minute');
  return { book, names: pricer.names, worth, at: now() };
}

type PricerAccess = { readonly context: RouteContext; readonly seen: readonly number[] };

function accessOf({ pricer, contexts, keys, isReady }: PricerParts, call: Call): PricerAccess {
  const { request } = call;
  const query = readQuery(request.url ?? '');
  const key = requireKey(
    keys,
    keyOf(request, () => keyInQuery(query)),
    routedPath(call),
  );
  requireReadable(query);
  const context = contexts(key);
  const seen = seenMarketplaces(pricer, context);
  requireReady(isReady());
  return { context, seen };
}

function listOf(pricer: Pricer, { context, seen }: PricerAccess): List {
  const { book } = context;
  const reader = priceReader(pricer, context);
  return {
    type: 'application/json; charset=utf-8',
    // Changes every second, because the list contains its time
    tag: ({ epoch, sequence }) =>
      `W/"${epoch}-${sequence}-tf2autobot-${seen.join('.')}-${Math.floor(reader.at / 1000)}"`,
    read() {
      const copies = book.copyPrices(game, seen, 'USD');
      return { bytes: botPriceList(copies, book, seen, reader), close: () => copies.close() };
    },
  };
}

function named({ names }: Pricer, { request }: Call): { readonly sku: string; readonly name: string } {
  const sku = decodeURIComponent(
    splitTarget(request.url ?? '')
      .path.split('/')
      .at(-1) ?? '',
  );
  const found = names.nameOf(sku);
  if (found !== null) return found;
  const why = 'uncraftable items, effects and items missing in the file of api.tf2Schema have none';
  throw notFound(`no Steam name identifies exactly ${quoted(sku)}; ${why}`);
}

const unpricedBecause: Readonly<Record<UnpricedReason, string>> = {
  oneSided: 'there is no ask, or no bid',
  nameUnknown: 'its name does not identify exactly one item',
  crossed: 'the highest bid is not below the lowest ask',
};

async function item(parts: PricerParts, call: Call) {
  const { context, seen } = accessOf(parts, call);
  const { name } = named(parts.pricer, call);
  const reader = priceReader(parts.pricer, context);
  for (const id of seen) context.itemRequested(game, name, id);
  await Promise.all(seen.map((id) => context.offersLookedUp(id, game, name)));
  const [best] = context.book.best(game, name, { marketplaceIds: seen, unlockedAt: null, payout: 'any' });
  const price = readBotPrice(reader, name, best ?? { ask: null, bid: null });
  if (typeof price === 'string') throw notFound(`${quoted(name)} has no price for bots now: ${unpricedBecause[price]}`);
  return { success: true, currency: null, ...price };
}

/** Schedules a new reading of the item within the request budgets, as any request for it does. */
function recheck(parts: PricerParts, call: Call) {
  const { context, seen } = accessOf(parts, call);
  const { sku, name } = named(parts.pricer, call);
  for (const id of seen) context.itemRequested(game, name, id);
  return { success: true, sku, name };
}

/** Adds the routes that TF2Autobot requests from a custom pricer. */
export function addPricerRoutes(router: Router, parts: PricerParts): void {
  const list = async (call: Call) => await parts.sendList(listOf(parts.pricer, accessOf(parts, call)), call);
  router.add(reading, `${pricerPath}/items`, list, { isLong: true });
  // Some versions of 2026 request /item without the s
  for (const path of [`${pricerPath}/items/:sku`, `${pricerPath}/item/:sku`]) {
    router.add(['GET'], path, async (call) => {
      call.headers['cache-control'] = 'no-store';
      return json(await item(parts, call));
    });
    router.add(['POST'], path, (call) => json(recheck(parts, call)));
  }
}
