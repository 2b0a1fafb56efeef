import type { Tape } from '@itemtape/client';
import { type Game, gameOf } from '../../games.ts';
import { lastGame } from '../../stored/game.ts';
import type { Currency } from '../../text/currency.ts';
import { namesIn } from '../../text/names-in.ts';
import { above0, seedsIn } from '../../text/number.ts';
import { floatBounds } from '../tape/meant.ts';
import { defaultBelow, defaultMin, filterIn } from './defaults.ts';

export const perPage = 100;

/** The orders that the service supports. */
export const orders = ['newest', 'price', 'priceDown', 'float', 'floatDown'] as const;
export type Order = (typeof orders)[number];

const texts = ['q', 'phase', 'marketplace', 'max', 'lock', 'after'] as const;
const withDefaults = ['min', 'below'] as const;
// Only CS2 has painted items
const paintTexts = ['fmin', 'fmax', 'seeds', 'stickers', 'charm', 'fade'] as const;

type FilterName = (typeof texts)[number] | (typeof withDefaults)[number] | (typeof paintTexts)[number];

export type Filters = Readonly<Record<FilterName, string>> & {
  readonly game: Game;
  readonly sort: Order;
};

const isOfFloat = (order: Order): boolean => order === 'float' || order === 'floatDown';

/** The orders that make sense for a game. */
export const ordersOf = (game: Game): readonly Order[] => orders.filter((one) => game === 'CS2' || !isOfFloat(one));

type Defaults = { readonly game?: Game; readonly shown: Currency };

/** The view's parameters as strings from the URL; amounts are in the displayed currency. */
export function filtersOf(parameters: URLSearchParams, { game: defaultGame = 'CS2', shown }: Defaults): Filters {
  const game = gameOf(parameters.get('game')) ?? lastGame.value ?? defaultGame;
  const text = (name: string) => parameters.get(name) ?? '';
  const given = Object.fromEntries([
    ...texts.map((name) => [name, text(name)]),
    ...paintTexts.map((name) => [name, game === 'CS2' ? text(name) : '']),
  ]);
  return {
    ...given,
    game,
    min: filterIn(parameters.get('min'), defaultMin(shown)),
    below: filterIn(parameters.get('below'), defaultBelow),
    sort: ordersOf(game).find((one) => one === text('sort')) ?? 'newest',
  } as Filters;
}

/** The names between semicolons in the service's full form; people omit the prefix that all of them share. */
export const stickersIn = (text: string): string[] =>
  namesIn(text).map((name) => (/^(?:Sticker|Patch|Charm) \| /.test(name) ? name : `Sticker | ${name}`));

export type OffersRequest = Parameters<Tape['findOffers']>[0];

/** The parameters of the request; amounts are in the displayed currency. */
export function requestOf(filters: Filters, shown: Currency): OffersRequest {
  const { game, sort, q, phase, marketplace, min, max, below, lock, after } = filters;
  const [seeds, stickers] = [seedsIn(filters.seeds), stickersIn(filters.stickers)];
  return {
    ...{ game, currency: shown, limit: perPage, sort },
    ...(q.trim() !== '' && { query: q }),
    ...(phase !== '' && { phase }),
    ...(marketplace !== '' && { marketplaces: [marketplace] }),
    ...above0('minPrice', min),
    ...above0('maxPrice', max),
    ...above0('belowOthersPercent', below),
    ...floatBounds(filters),
    ...(seeds.length > 0 && { paintSeeds: seeds }),
    ...(stickers.length > 0 && { stickers }),
    ...(filters.charm.trim() !== '' && { charm: filters.charm.trim() }),
    ...above0('minFade', filters.fade),
    ...(/^\d+$/.test(lock) && { maxDaysTradeLocked: Number(lock) }),
    ...(after !== '' && { after }),
  };
}
