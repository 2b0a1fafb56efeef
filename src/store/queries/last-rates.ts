import type { Rate } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { selectInstant } from '../rows/cells.ts';

/** The newest rate of every currency from each of its publishers. */
export const queryLastRates = async (engine: Engine, layout: Layout): Promise<readonly Rate[]> => {
  const rows = await engine.ask<
    readonly [currency: Rate['currency'], perUsd: number, ratedAt: number, source: string]
  >(`
SELECT currency, perUsd, ${selectInstant('ratedAt')}, source
FROM ${layout.table('rates')} FINAL
ORDER BY currency, source, ratedAt DESC
LIMIT 1 BY currency, source`);
  return rows.map(([currency, perUsd, ratedAt, source]) => ({ currency, perUsd, ratedAt, source }));
};
