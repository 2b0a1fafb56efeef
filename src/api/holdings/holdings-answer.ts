import type { Holding, Ledger, Lot, SoldLot } from '../../holdings/ledger.ts';
import { dayMs, whatOneGets } from '../../schema/index.ts';
import { mapInTurns } from '../lists/in-turns.ts';
import type { RouteContext } from '../route.ts';
import { toWireVariant } from '../wire/full/variant.ts';
import type { WireHolding, WireHoldings, WireLot, WireSoldLot } from '../wire/holdings/holding.ts';
import { marketplaceOf } from '../wire/holdings/transaction.ts';
import { toDifference } from '../wire/tape/best.ts';
import { toSeconds } from '../wire/time.ts';
import type { DayRates } from './convert-at.ts';
import { type SaleQuery, SaleValuer, type ValuedSale } from './sale-valuer.ts';

/** A sum in thousandths over some pieces. */
type Sum = { readonly amount: number; readonly quantity: number };

const nothing: Sum = { amount: 0, quantity: 0 };

const sumOf = (sums: readonly Sum[]): Sum =>
  sums.reduce((all, one) => ({ amount: all.amount + one.amount, quantity: all.quantity + one.quantity }), nothing);

const inUnits = ({ amount }: Sum): number => toDifference(amount) ?? 0;

const knownCost = (lots: readonly Lot[]): Sum =>
  sumOf(lots.flatMap(({ cost, quantity }) => (cost === null ? [] : [{ amount: cost, quantity }])));

/** What was gained with sold pieces, as far as it is known. */
const realisedBy = (sold: readonly SoldLot[]): Sum =>
  sumOf(
    sold.flatMap(({ cost, proceeds, quantity }) =>
      cost === null || proceeds === null ? [] : [{ amount: proceeds - cost, quantity }],
    ),
  );

type AnswerParts = { readonly context: RouteContext; readonly query: SaleQuery; readonly rates: DayRates };

type HoldingRow = { readonly wire: WireHolding; readonly cost: Sum; readonly value: Sum; readonly profit: Sum };

function rowOf(one: Holding, valued: ValuedSale | null, { context, rates }: AnswerParts): HoldingRow {
  const cost = knownCost(one.lots);
  const each = valued?.each ?? null;
  const value = each === null ? nothing : { amount: each * one.quantity, quantity: one.quantity };
  const isBoth = each !== null && cost.quantity > 0;
  const profit = isBoth ? { amount: each * cost.quantity - cost.amount, quantity: cost.quantity } : nothing;
  const wire = {
    ...headOf(one, context),
    cost: cost.quantity === 0 ? null : inUnits(cost),
    costQuantity: cost.quantity,
    sale: valued?.sale ?? null,
    value: each === null ? null : inUnits(value),
    profit: isBoth ? inUnits(profit) : null,
    lots: one.lots.map((lot) => toWireLot(lot, context, rates)),
  };
  return { wire, cost, value, profit };
}

/** What is held and what was gained, with what it brings now. */
export async function holdingsAnswer({ holdings, sold }: Ledger, parts: AnswerParts): Promise<WireHoldings> {
  const { context, query } = parts;
  const valuer = new SaleValuer(context, query);
  // An unknown name is compared with all known ones
  const rows = await mapInTurns(holdings, (one) => rowOf(one, valuer.of(one), parts));
  const [cost, value, profit] = [
    sumOf(rows.map((row) => row.cost)),
    sumOf(rows.map((row) => row.value)),
    sumOf(rows.map((row) => row.profit)),
  ];
  const realised = realisedBy(sold);
  return {
    currency: query.currency,
    way: query.way,
    payout: query.payout,
    quantity: holdings.reduce((all, { quantity }) => all + quantity, 0),
    cost: inUnits(cost),
    costQuantity: cost.quantity,
    value: inUnits(value),
    valueQuantity: value.quantity,
    profit: inUnits(profit),
    profitQuantity: profit.quantity,
    realised: inUnits(realised),
    realisedQuantity: realised.quantity,
    soldQuantity: sold.reduce((all, { quantity }) => all + quantity, 0),
    holdings: rows.map(({ wire }) => wire),
  };
}

function headOf({ game, name, variant, quantity, lots }: Holding, { book }: Pick<RouteContext, 'book'>) {
  const isKnown = book.hasItem(game, name);
  return {
    game,
    name,
    ...toWireVariant(variant),
    quantity,
    isKnown,
    nearest: isKnown ? null : book.nearestName(game, name),
    needsVariant: isKnown && variant === null && book.hasVariants(game, name),
    boughtAt: toSeconds(lots[0]?.buy.at ?? 0),
  };
}

function toWireLot({ buy, quantity, cost }: Lot, { terms }: RouteContext, rates: DayRates): WireLot {
  const { itemDays } =
    buy.marketplaceId === null ? { itemDays: null } : whatOneGets(terms.get(buy.marketplaceId), buy.game);
  return {
    transactionId: buy.id,
    boughtAt: toSeconds(buy.at),
    quantity,
    cost: toDifference(cost),
    ...rates.usedFor(buy),
    freeAt: itemDays === null ? null : toSeconds(buy.at + itemDays * dayMs),
    marketplace: marketplaceOf(buy),
    assetId: buy.assetId,
    float: buy.float,
    paintSeed: buy.paintSeed,
  };
}

export const toWireSoldLot = ({ buy, sell, quantity, cost, proceeds }: SoldLot, rates: DayRates): WireSoldLot => ({
  game: sell.game,
  name: sell.name,
  ...toWireVariant(sell.variant),
  quantity,
  buyId: buy?.id ?? null,
  sellId: sell.id,
  boughtAt: buy === null ? null : toSeconds(buy.at),
  soldAt: toSeconds(sell.at),
  marketplace: marketplaceOf(sell),
  cost: toDifference(cost),
  proceeds: toDifference(proceeds),
  profit: cost === null || proceeds === null ? null : toDifference(proceeds - cost),
  ...rates.usedFor(sell),
});

/** The newest rows of a list that ends with them. */
export const newestFirst = <Row>(rows: readonly Row[], limit: number): readonly Row[] =>
  rows.slice(Math.max(0, rows.length - limit)).reverse();
