import type { ExchangeRates } from '../../normalise/exchange-rates.ts';
import type { Rate, SnapshotRecord } from '../../schema/index.ts';
import type { SaleDedup, SaleRef } from '../tape/sale-dedup.ts';

/** What snapshots hold that is of no part of the book: exchange rates, and the sales that are not published again. */
export type OfService = {
  readonly rates: Pick<ExchangeRates, 'accept' | 'current'>;
  readonly sales: Pick<SaleDedup, 'all' | 'note'>;
};

type PackedSale = readonly [marketplaceId: number, game: SaleRef['game'], saleId: string];

const salesAtOnce = 1_000;

export function* serviceRecords({ rates, sales }: OfService): Generator<SnapshotRecord> {
  yield { what: 'state', name: 'rates', value: rates.current() };
  let value: PackedSale[] = [];
  for (const { marketplaceId, game, saleId } of sales.all()) {
    value.push([marketplaceId, game, saleId]);
    if (value.length < salesAtOnce) continue;
    yield { what: 'state', name: 'sales', value };
    value = [];
  }
  yield { what: 'state', name: 'sales', value };
}

export function restoreOfService({ rates, sales }: OfService, standing: readonly SnapshotRecord[]): void {
  for (const one of standing) {
    if (one.what !== 'state') continue;
    if (one.name === 'rates') rates.accept(one.value as Rate[]);
    if (one.name !== 'sales') continue;
    for (const [marketplaceId, game, saleId] of one.value as PackedSale[]) sales.note({ marketplaceId, game, saleId });
  }
}
