import { currencies, type Rate } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';

/** Every stored rate of a public currency, oldest first. */
export async function queryPastRates(engine: Engine): Promise<readonly Rate[]> {
  const { sql } = engine;
  const among = currencies.map(sql.text).join(', ');
  const rows = await engine.ask<readonly [currency: Rate['currency'], perUsd: number, moment: number, source: string]>(`
SELECT currency, perUsd, ${sql.milliseconds('ratedAt')} AS moment, source
FROM ${sql.last('rates')} WHERE currency IN (${among})
ORDER BY moment, currency, source ${sql.light}`);
  return rows.map(([currency, perUsd, ratedAt, source]) => ({ currency, perUsd, ratedAt, source }));
}
