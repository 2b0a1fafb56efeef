import { createSeededRandom } from '../../../src/stage/market/seeded-random.ts';

// The same for the whole run: its other processes read it from the environment
process.env['SEED'] ??= String(Date.now() % 2 ** 32);

/**
 * Everything that tests leave to chance follows from this number: moments of kills, orders, faults. If a test fails, the
 * closing lines name it, and SEED gives it again.
 */
export const seed = Number(process.env['SEED']);

/** Numbers in [0, 1), for one user of them, so that they do not depend on which tests ran before. */
export function seededNumbers(): () => number {
  const { of } = createSeededRandom(seed);
  let drawn = 0;
  return () => {
    drawn += 1;
    return of(drawn);
  };
}
