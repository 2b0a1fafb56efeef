import Type, { type Static } from 'typebox';
import type { Mover, Movers } from '../../../book/best/find-movers.ts';
import { type Currency, type Game, marketplaceWithId } from '../../../schema/index.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { toPrice } from '../price.ts';
import { Seconds, toSeconds } from '../time.ts';
import { Amount, currencyField, inCurrency, toDifference, toPercent } from './best.ts';

/** An item whose lowest ask over all marketplaces has changed. */
export const WireMover = Type.Object({
  name: ItemHead.properties.name,
  marketplace: ItemHead.properties.marketplace,
  ask: OrNull(Amount, 'The lowest ask now; null without a usable exchange rate'),
  formerAsk: OrNull(
    Amount,
    'The lowest ask then, on any marketplace, at the current exchange rate; null without a usable one',
  ),
  change: OrNull(Type.Number(), 'ask minus formerAsk; null without a usable exchange rate'),
  changePercent: Type.Number({ description: 'The change in percent of formerAsk' }),
  usualAsk: OrNull(Amount, 'The usual lowest ask on this marketplace over the past week; null if not known'),
  seenAt: Seconds('Last confirmed by the marketplace'),
});
export type WireMover = Static<typeof WireMover>;

export const WireMovers = Type.Object({
  game: ItemHead.properties.game,
  currency: currencyField,
  since: OrNull(
    Type.Integer({ minimum: 0, examples: [1_790_000_000] }),
    'Time of the former asks, Unix time in seconds; shortly after a start it is later than requested; null while none are kept',
  ),
  movers: Type.Array(WireMover, { description: 'Largest change first' }),
});
export type WireMovers = Static<typeof WireMovers>;

const toWireMover = ({ name, ask, usd, previousUsd, usualUsd }: Mover, currency: Currency): WireMover => {
  const amount = (thousandths: number) => inCurrency(thousandths, ask.prices, currency);
  return {
    name,
    marketplace: marketplaceWithId(ask.marketplaceId).name,
    ask: toPrice(ask.prices[currency]),
    formerAsk: toPrice(amount(previousUsd)),
    change: toDifference(amount(usd - previousUsd)),
    changePercent: toPercent(usd - previousUsd, previousUsd) ?? 0,
    usualAsk: toPrice(usualUsd === 0 ? null : amount(Math.round(usualUsd))),
    seenAt: toSeconds(ask.seenAt),
  };
};

export const toWireMovers = (game: Game, currency: Currency, { since, movers }: Movers): WireMovers => ({
  game,
  currency,
  since: since === null ? null : toSeconds(since),
  movers: movers.map((mover) => toWireMover(mover, currency)),
});
