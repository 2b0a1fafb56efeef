import type { InventoryItem } from '../../collect/inventory/inventory-page.ts';
import type { Inventory } from '../../collect/inventory/inventory-reader.ts';
import type { NewTransaction, Transaction } from '../../holdings/transaction.ts';
import { type Currency, type Game, instantIn, type Variant } from '../../schema/index.ts';
import { ApiError, invalid, notFound, quoted, unavailable } from '../errors.ts';
import { mapInTurns } from '../lists/in-turns.ts';
import type { RouteContext } from '../route.ts';
import { toWireVariant } from '../wire/full/variant.ts';
import type { Hidden, InventoryRequest, WireInventory, WireInventoryItem } from '../wire/holdings/inventory.ts';
import { toDifference } from '../wire/tape/best.ts';
import { toSeconds } from '../wire/time.ts';
import { type SaleContext, type SaleQuery, SaleValuer } from './sale-valuer.ts';

/** An asset of an inventory, with its variant in place of what that follows from. */
export type OwnedItem = Omit<InventoryItem, 'paintIndex' | 'effect'> & { readonly variant: Variant | null };

export type OwnedItems = Omit<Inventory, 'game' | 'items'> & { readonly items: readonly OwnedItem[] };

/** Reads what a stranger sees of the inventory of a Steam id or profile address. */
export type ReadInventory = (profile: string, game: Game) => Promise<OwnedItems>;

const hiddenIn = (game: Game): Hidden[] => (game === 'CS2' ? ['recentTrades', 'storageUnits', 'tradeProtected'] : []);

/** Reads an inventory; throws the `ApiError` to respond with. */
export async function readOwned(read: ReadInventory, profile: string, game: Game): Promise<OwnedItems> {
  try {
    return await read(profile, game);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'InventoryRefused' || !('failure' in error)) throw error;
    const { failure, message } = error;
    if (failure === 'invalid') throw invalid(message);
    if (failure === 'unknown') throw notFound(message);
    if (failure === 'private') throw new ApiError('ACCESS_DENIED', message);
    throw unavailable(message);
  }
}

type InventoryParts = {
  readonly game: Game;
  readonly context: SaleContext & Pick<RouteContext, 'lookups'>;
  readonly query: SaleQuery;
  readonly transactions: readonly Transaction[];
};

/** An inventory with what its items bring now. */
export async function inventoryAnswer(
  owned: OwnedItems,
  { game, context, query, transactions }: InventoryParts,
): Promise<WireInventory> {
  const valuer = new SaleValuer(context, query);
  const held = heldAssets(transactions, game);
  let [value, valueQuantity, quantity] = [0, 0, 0];
  const items = await mapInTurns(owned.items, (item): WireInventoryItem => {
    const name = context.lookups.item(game, item.name);
    const found = valuer.of({ game, name, variant: item.variant });
    const each = found?.each ?? null;
    quantity += item.quantity;
    if (each !== null) {
      value += each * item.quantity;
      valueQuantity += item.quantity;
    }
    const { variant, ...shown } = item;
    return {
      ...shown,
      name,
      ...toWireVariant(variant),
      isHeld: held.has(item.assetId),
      sale: found?.sale ?? null,
      value: each === null ? null : toDifference(each * item.quantity),
    };
  });
  const { currency, way, payout } = query;
  return {
    steamId: owned.steamId,
    game,
    readAt: toSeconds(owned.readAt),
    ...{ currency, way, payout },
    totalCount: owned.totalCount,
    quantity,
    value: toDifference(value) ?? 0,
    valueQuantity,
    hidden: hiddenIn(game),
    items,
  };
}

const heldAssets = (transactions: readonly Transaction[], game: Game): ReadonlySet<string> =>
  new Set(transactions.flatMap((one) => (one.kind === 'buy' && one.game === game ? (one.assetId ?? []) : [])));

type TakenOver = { readonly purchases: readonly NewTransaction[]; readonly skippedCount: number };

/** The purchases that an inventory is taken over as, without those that are recorded already. */
export function purchasesOf(
  owned: OwnedItems,
  request: InventoryRequest,
  { game, context, transactions }: Omit<InventoryParts, 'query'>,
): TakenOver {
  const { assetIds, costs = [], currency = 'USD', date } = request;
  const wanted = assetIds === undefined ? null : new Set(assetIds);
  const prices = new Map(costs.map(({ assetId, price }) => [assetId, Math.round(price * 1000)]));
  const shown = new Set(owned.items.map(({ assetId }) => assetId));
  for (const assetId of [...(assetIds ?? []), ...prices.keys()])
    if (!shown.has(assetId)) throw invalid(`the inventory has no asset ${quoted(assetId)}; GET it to see what it has`);
  const at = date === undefined ? context.now() : instantIn(date);
  if (at === null) throw invalid(`"date" is ${quoted(date ?? '')}; give a day such as 2026-01-31, or leave it out`);
  const held = heldAssets(transactions, game);
  const among = owned.items.filter(({ assetId }) => wanted?.has(assetId) ?? true);
  const added = among.filter(({ assetId }) => !held.has(assetId));
  return {
    purchases: added.map((item) => purchaseOf(item, { game, context, at, currency, prices })),
    skippedCount: among.length - added.length,
  };
}

type PurchaseParts = {
  readonly game: Game;
  readonly context: Pick<RouteContext, 'lookups'>;
  readonly at: number;
  readonly currency: Currency;
  readonly prices: ReadonlyMap<string, number>;
};

const purchaseOf = (item: OwnedItem, { game, context, at, currency, prices }: PurchaseParts): NewTransaction => ({
  kind: 'buy',
  game,
  name: context.lookups.item(game, item.name),
  variant: item.variant,
  quantity: item.quantity,
  currency,
  price: prices.get(item.assetId) ?? null,
  fee: 0,
  at,
  marketplaceId: null,
  assetId: item.assetId,
  float: item.float,
  paintSeed: item.paintSeed,
  note: item.nameTag,
});
