import type { MarketRecord, NormalRecord, Stamp } from '../schema/index.ts';
import type { ExchangeRates } from './exchange-rates.ts';
import { splitPhase } from './identity.ts';
import { phaseOf } from './phase.ts';

/** A record with Steam's own name, its variant in our words, and four prices at the rates in force. */
export function normalise(record: MarketRecord, stamp: Stamp, rates: ExchangeRates): NormalRecord {
  if (record.kind === 'withdrawal') return record;
  const split = splitPhase(record.game, record.name);
  const paintIndex = record.kind === 'offer' || record.kind === 'sale' ? record.paintIndex : null;
  const identity = {
    name: split.name,
    phase: phaseOf(record.game, split.name, record.phase ?? split.phase, paintIndex),
  };
  switch (record.kind) {
    case 'quote':
      return { ...record, ...identity, prices: rates.toPrices(record.lowest) };
    case 'pastPrice':
      return { ...record, ...identity, at: record.at ?? stamp.at, prices: rates.toPrices(record.median) };
    default:
      return { ...record, ...identity, prices: rates.toPrices(record.price) };
  }
}
