import { matchesExtras } from '../../../names/matches-extras.ts';
import { areAnyExtras, type ExtrasFilter } from '../../../schema/index.ts';
import type { Engine } from '../../engine.ts';
import { phaseCell } from '../../rows/cells.ts';
import { saleColumns, sales, salesOf } from '../../rows/sales.ts';
import { storedName } from '../../rows/stored-item.ts';
import type { SalePosition, SaleQuery, StoredRow, StoredSale } from '../../store.ts';
import { amongItems } from '../intervals.ts';
import { readRows } from '../read-rows.ts';
import { withUnwritten } from '../with-unwritten.ts';

// How many sales are read at a time where some of them may not be wanted
const minPage = 1_000;

/** Sales of an item on several marketplaces that meet conditions, newest first. */
export async function findSales(
  engine: Engine,
  query: SaleQuery,
  unwritten: readonly StoredRow[],
): Promise<StoredSale[]> {
  const { name, extras, limit } = query;
  if (areAnyExtras(extras)) return await readSales(engine, query, unwritten);
  const page = { ...query, limit: Math.max(limit, minPage) };
  const found: StoredSale[] = [];
  for (let { after } = query; ; ) {
    const sales = await readSales(engine, { ...page, after }, unwritten);
    found.push(...sales.filter((sale) => matchesExtras({ ...sale, name }, extras)));
    after = sales.at(-1) ?? null;
    if (sales.length < page.limit || found.length >= limit) return found.slice(0, limit);
  }
}

async function readSales(engine: Engine, query: SaleQuery, unwritten: readonly StoredRow[]): Promise<StoredSale[]> {
  const from = withUnwritten(engine, {
    ...{ table: sales, columns: saleColumns, condition: conditionOf(engine, query), unwritten },
    key: 'marketplaceId, saleId',
  });
  const order = 'ORDER BY soldAt DESC, marketplaceId, saleId';
  const statement = `SELECT ${saleColumns.join(', ')} FROM ${from} ${order} LIMIT ${Math.trunc(query.limit)}`;
  return await readRows(engine, statement, salesOf);
}

/** Texts are escaped; numbers are written by ourselves. */
function conditionOf({ sql }: Engine, query: SaleQuery): string {
  const { name, phase, minFloat, maxFloat, paintSeeds, after } = query;
  const conditions: (string | null)[] = [
    amongItems(query, [storedName({ name, phase })]),
    `soldAt >= ${sql.instant(query.since)} AND soldAt <= ${sql.instant(query.until)}`,
    phase === null ? null : `phase = '${phaseCell(phase)}'`,
    minFloat === null ? null : `float >= ${Number(minFloat)}`,
    maxFloat === null ? null : `float <= ${Number(maxFloat)}`,
    paintSeeds === null ? null : `paintSeed IN (${[-1, ...paintSeeds.map(Math.trunc)].join(', ')})`,
    ...stickerConditions(sql, query.stickers),
    ...extrasConditions(query.extras),
    after === null ? null : behind(sql, after),
  ];
  return conditions.filter((one) => one !== null).join(' AND ');
}

const behind = ({ instant, text }: Engine['sql'], { soldAt, marketplaceId, saleId }: SalePosition): string => {
  const place = Math.trunc(marketplaceId);
  const isLater = `marketplaceId > ${place} OR (marketplaceId = ${place} AND saleId > ${text(saleId)})`;
  return `(soldAt < ${instant(soldAt)} OR (soldAt = ${instant(soldAt)} AND (${isLater})))`;
};

/** Leaves out most sales without what is asked for; words in names are compared in what was read. */
const extrasConditions = ({ charm, patch, nameTag, minStatTrakCount, ...fade }: ExtrasFilter): (string | null)[] => [
  charm === null ? null : 'charms IS NOT NULL',
  patch === null ? null : 'patches IS NOT NULL',
  nameTag ? `nameTag <> ''` : null,
  fade.minFade === null && fade.maxFade === null ? null : 'paintSeed IS NOT NULL',
  minStatTrakCount === null ? null : `statTrakCount >= ${Number(minStatTrakCount)}`,
];

/** Whether names occur as often as wanted in the list of stickers, which is stored as JSON. */
function stickerConditions({ text }: Engine['sql'], names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => {
    const part = text(JSON.stringify({ name }).slice(1, -1));
    return `length(stickers) - length(replace(stickers, ${part}, '')) >= ${count} * length(${part})`;
  });
}
