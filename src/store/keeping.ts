import { stateLogs } from './rows/state-tables.ts';

export type Keeping = {
  /** Days after which price points are removed; kept forever when missing. */
  readonly priceHistoryDays?: number | undefined;
  /** Days after which sales are removed; kept forever when missing. */
  readonly salesDays?: number | undefined;
  readonly sourceRunDays: number;
  /** Days for which past states can be asked for; 1 by default. */
  readonly statesDays?: number | undefined;
  /** Whether an insert waits until the rows are on the disk, which guards against power loss. */
  readonly fsync: boolean;
};

/** How long it takes to sell is read from the removals of the past weeks. */
const removalDays = 30;

/** Days after which rows of a table are removed; kept forever when undefined. */
export function daysFor(name: string, keeping: Keeping): number | undefined {
  const { sourceRunDays, salesDays, priceHistoryDays, statesDays = 1 } = keeping;
  // The changes of a day need the base of its beginning
  if (stateLogs.some((table) => table.name === name)) return statesDays + 1;
  if (name === 'removals') return removalDays;
  return name === 'sourceRuns' ? sourceRunDays : name === 'sales' ? salesDays : priceHistoryDays;
}
