import type { Rate } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';

/** The newest rate of every currency from each of its publishers. */
export const queryLastRates = async (engine: Engine): Promise<readonly Rate[]> => {
  const rows = await engine.ask<
    readonly [currency: Rate['currency'], perUsd: number, ratedAt: number, source: string]
  >(`
SELECT DISTINCT ON (currency, source) currency, perUsd, ${engine.sql.milliseconds('ratedAt')}, source
FROM ${engine.sql.last('rates')}
ORDER BY currency, source, ratedAt DESC`);
  return rows.map(([currency, perUsd, ratedAt, source]) => ({ currency, perUsd, ratedAt, source }));
};
