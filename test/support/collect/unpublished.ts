import type { Change } from '../../../src/schema/index.ts';
import type { createIntake } from '../../../src/service/sources/intake.ts';

/** What an intake publishes to, where there is no tape: passes on changes, and drops everything else. */
export const unpublished = (
  publish: (changes: readonly Change[]) => void = () => {},
): Parameters<typeof createIntake>[0]['publisher'] => ({
  publish,
  publishSale: () => true,
  publishGap: () => {},
  publishBatch: () => {},
  publishConfirmations: () => {},
  last: 0,
  ready: async () => {},
  checkOpen: () => {},
});
