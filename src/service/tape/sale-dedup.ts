import type { Clock } from '../../runtime/clock.ts';
import type { StreamSale } from '../../tape/record.ts';

export type SaleRef = Pick<StreamSale, 'marketplaceId' | 'game' | 'saleId'>;

export type SaleDedup = {
  readonly isNew: (sale: StreamSale) => boolean;
  /** Remembers a sale that an earlier run published. */
  readonly note: (sale: SaleRef) => void;
  /** Everything that is remembered, the oldest first. */
  readonly all: () => Iterable<SaleRef>;
};

const saleAgeLimit = 3_600_000;
const salesPerHalf = 100_000;

/**
 * Distinguishes new sales from those read before. A sale is new when it is at most an hour old and its id is not among the
 * last 100,000 to 200,000; older sales are history that no reader of the stream waits for.
 */
export function createSaleDedup(now: Clock['now']): SaleDedup {
  let young = new SeenSales();
  let old = new SeenSales();
  const add = (sale: SaleRef): void => {
    young.add(sale);
    if (young.size < salesPerHalf) return;
    old = young;
    young = new SeenSales();
  };
  return {
    isNew(sale) {
      if (now() - sale.soldAt > saleAgeLimit) return false;
      if (young.has(sale) || old.has(sale)) return false;
      add(sale);
      return true;
    },
    note: add,
    *all() {
      yield* old.all();
      yield* young.all();
    },
  };
}

/** Ids grouped by marketplace and game: a combined text as key would take as much memory again as the id. */
class SeenSales {
  readonly #ids = new Map<string, readonly [Omit<SaleRef, 'saleId'>, Set<string>]>();
  size = 0;

  has({ marketplaceId, game, saleId }: SaleRef): boolean {
    return this.#ids.get(`${marketplaceId}:${game}`)?.[1].has(saleId) === true;
  }

  *all(): Generator<SaleRef> {
    for (const [{ marketplaceId, game }, ids] of this.#ids.values())
      for (const saleId of ids) yield { marketplaceId, game, saleId };
  }

  add({ marketplaceId, game, saleId }: SaleRef): void {
    const key = `${marketplaceId}:${game}`;
    const [, ids] = this.#ids.get(key) ?? [null, new Set<string>()];
    this.#ids.set(key, [{ marketplaceId, game }, ids]);
    if (ids.has(saleId)) return;
    ids.add(saleId);
    this.size += 1;
  }
}
