import type { WatchedItem } from '../../alerts/watchlists.ts';
import { phaseIn } from '../../schema/index.ts';
import type { Contexts } from '../contexts.ts';
import { readParameters } from '../parameters.ts';
import { readQuery, requireReadable } from '../query.ts';
import { ownerOf } from '../require-key.ts';
import type { RouteContext } from '../route.ts';
import { watchedParameters } from '../routes/parameters.ts';
import { json } from '../server/content.ts';
import type { Call, Handler, Method, Router } from '../server/router.ts';
import { toWireWatchedItem } from '../wire/tape/watchlist.ts';
import type { AlertRouteParts } from './alert-routes.ts';
import { readyActions, withAlertErrors } from './answering.ts';

const watchlistPath = '/tape/watchlist';

type WatchlistRouteParts = AlertRouteParts & { readonly contexts: Contexts };

/** Adds the routes of watchlists, of which each key has one. */
export function addWatchlistRoutes(router: Router, { contexts, ...parts }: WatchlistRouteParts): void {
  const { keys } = parts;
  const add = (method: Method, handle: Handler): void =>
    router.add([method], watchlistPath, handle, { before: (call) => ownerOf(keys, call) });
  const contextOf = (call: Call): RouteContext => contexts(ownerOf(keys, call));

  add('GET', async (call) => {
    const entries = await withAlertErrors(() => readyActions(parts).watchlist(ownerOf(keys, call).id));
    return json(entries.map(toWireWatchedItem));
  });
  add('POST', async (call) => {
    const context = contextOf(call);
    const item = itemIn(call, context);
    const all = readyActions(parts);
    if (!context.book.hasItem(item.game, item.name)) throw context.lookups.unknownItem(item.game, item.name);
    return json(toWireWatchedItem(await withAlertErrors(() => all.watch(ownerOf(keys, call).id, item))), 201);
  });
  add('DELETE', async (call) => {
    // Even one that no marketplace has any more
    const item = itemIn(call, contextOf(call));
    await withAlertErrors(() => readyActions(parts).unwatch(ownerOf(keys, call).id, item));
    return { status: 204 };
  });
}

function itemIn({ request }: Call, { lookups }: RouteContext): WatchedItem {
  const query = readQuery(request.url ?? '');
  requireReadable(query);
  const { game: gameText, name, phase } = readParameters(watchedParameters, query).values;
  const game = lookups.game(gameText);
  return { game, name: lookups.item(game, name), phase: phaseIn(lookups.variant({ phase, effect: null })) };
}
