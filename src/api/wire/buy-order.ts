import Type, { type Static } from 'typebox';
import { Game, type LiveBuyOrder, marketplaceWithId, Phase, phaseIn } from '../../schema/index.ts';
import { OrNull } from './or-null.ts';
import { FourPrices, toFourPrices } from './price.ts';
import { Seconds, toSeconds } from './time.ts';

/** A buy order as part of its item. */
export const WireBuyOrder = Type.Object({
  orderId: OrNull(Type.String(), 'Id of the buy order; derived from its content where the marketplace publishes none'),
  quantity: OrNull(Type.Integer({ minimum: 1 }), 'Number of pieces wanted; null when the marketplace does not say'),
  ...FourPrices.properties,
  itemPhase: OrNull(Phase, 'Doppler variant the buyer wants; null if any is accepted or the item has none', ['CS2']),
  updatedAt: Seconds('Last change'),
});
export type WireBuyOrder = Static<typeof WireBuyOrder>;

/** A buy order with the name of its item. */
export const WireBuyOrderRow = Type.Object({
  name: Type.String({ description: 'Name of the item', examples: ['AK-47 | Redline (Field-Tested)'] }),
  marketplace: Type.String({ description: 'Marketplace, canonical spelling', examples: ['Buff163'] }),
  game: Game,
  ...WireBuyOrder.properties,
});
export type WireBuyOrderRow = Static<typeof WireBuyOrderRow>;

export const toWireBuyOrder = (order: LiveBuyOrder): WireBuyOrder => ({
  orderId: order.orderId,
  quantity: order.quantity,
  ...toFourPrices(order.prices),
  itemPhase: phaseIn(order.phase),
  updatedAt: toSeconds(order.changedAt),
});

export const toWireBuyOrderRow = (order: LiveBuyOrder): WireBuyOrderRow => ({
  name: order.name,
  marketplace: marketplaceWithId(order.marketplaceId).name,
  game: order.game,
  ...toWireBuyOrder(order),
});
