import type { DatedFloor, LiveBuyOrder, LiveOffer, LiveQuote } from '../../schema/index.ts';
import type { Cells, Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { type BuyOrderCells, buyOrderAsked, toBuyOrder } from '../rows/buy-orders.ts';
import { type FigureCells, figureAsked, toFigure } from '../rows/figures.ts';
import { type OfferCells, offerAsked, toOffer } from '../rows/offers.ts';
import { type QuoteCells, quoteAsked, toQuote } from '../rows/quotes.ts';

const rowsPerPage = 20_000;
const buckets = 256;

const namesOf = async (engine: Engine, layout: Layout): Promise<ReadonlyMap<string, string>> =>
  new Map(
    await engine.ask<readonly [id: string, name: string]>(
      `SELECT DISTINCT toString(itemId), name FROM ${layout.table('items')}`,
    ),
  );

/** Reads the last state of every row of a table in pages; each page is a range of buckets, so none is sorted or read twice. */
async function* pages<Row extends Cells, Live>(
  engine: Engine,
  layout: Layout,
  about: { table: string; asked: string; toLive: (row: Row, name: string) => Live },
): AsyncGenerator<readonly Live[]> {
  const table = layout.table(about.table);
  const [counted] = await engine.ask<readonly [number]>(`SELECT toFloat64(count()) FROM ${table}`);
  const pageCount = Math.min(buckets, Math.ceil((counted?.[0] ?? 0) / rowsPerPage));
  if (pageCount === 0) return;
  const names = await namesOf(engine, layout);
  for (let page = 0; page < pageCount; page += 1) {
    const from = Math.floor((page * buckets) / pageCount);
    const below = Math.floor(((page + 1) * buckets) / pageCount);
    const rows = await engine.ask<Row>(
      `SELECT ${about.asked} FROM ${table} FINAL WHERE bucket >= ${from} AND bucket < ${below}`,
    );
    const live = rows.map((row) => about.toLive(row, names.get(String(row[row.length - 1])) ?? ''));
    if (live.length > 0) yield live;
  }
}

export const askLiveOffers = (engine: Engine, layout: Layout): AsyncIterable<readonly LiveOffer[]> =>
  pages<OfferCells, LiveOffer>(engine, layout, { table: 'offers', asked: offerAsked, toLive: toOffer });

export const askLiveBuyOrders = (engine: Engine, layout: Layout): AsyncIterable<readonly LiveBuyOrder[]> =>
  pages<BuyOrderCells, LiveBuyOrder>(engine, layout, { table: 'buyOrders', asked: buyOrderAsked, toLive: toBuyOrder });

export const askQuotes = (engine: Engine, layout: Layout): AsyncIterable<readonly LiveQuote[]> =>
  pages<QuoteCells, LiveQuote>(engine, layout, { table: 'quotes', asked: quoteAsked, toLive: toQuote });

export const askFigures = (engine: Engine, layout: Layout): AsyncIterable<readonly DatedFloor[]> =>
  pages<FigureCells, DatedFloor>(engine, layout, { table: 'figures', asked: figureAsked, toLive: toFigure });
