import type { Tape } from '@itemtape/client';
import { type Game, gameOf } from '../../games.ts';
import { lastGame } from '../../stored/game.ts';
import { type Currency, currency } from '../../text/currency.ts';
import { above0 } from '../../text/number.ts';
import { ways } from '../deals/filters.ts';

/** The view's parameters as strings from the URL. */
export function filtersOf(parameters: URLSearchParams, defaultGame: Game = 'CS2') {
  return {
    game: gameOf(parameters.get('game')) ?? lastGame.value ?? defaultGame,
    amount: parameters.get('amount') ?? '',
    way: ways.find((way) => way === parameters.get('way')) ?? 'any',
    maxHold: Number(parameters.get('maxHold')) > 0 ? (parameters.get('maxHold') ?? '') : '',
  };
}

export type Filters = ReturnType<typeof filtersOf>;

export type RatioRequest = Parameters<Tape['ratio']>[0];

/** The parameters of the request; the amount is in the displayed currency, and the service's own without one. */
export function requestOf({ game, amount, way, maxHold }: Filters, shown: Currency = currency.value): RatioRequest {
  return {
    ...{ game, currency: shown },
    ...(way !== 'any' && { way }),
    ...above0('amount', amount),
    ...above0('maxHoldDays', maxHold),
  };
}
