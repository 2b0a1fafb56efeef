import type { Source } from '../connector.ts';
import type { Fixture } from './fixtures.ts';
import { readText } from './read-text.ts';
import { renamingFaults } from './renaming-faults.ts';
import { unreadableFaults } from './unreadable-faults.ts';

/** The last key of each place that a fault names, as in "row 0, price.buy nulled: …". */
const keyOf = (fault: string): string => /(?:^|\.|, )([^.,]+) (?:renamed|nulled|emptied):/.exec(fault)?.[1] ?? '';

/** What is wrong with the fields that a source says its rows may lack, in words: each needs a reason, and a fixture that has it. */
export function lackFaults(source: Source, fixtures: readonly Fixture[]): string[] {
  const { mayLack = {}, ...strict } = source;
  const read = fixtures.filter(({ outcome }) => outcome === 'read');
  const needed = new Set(
    read.flatMap(({ text, about }) => {
      const { payload, rows } = readText(source, text, about);
      return [...renamingFaults(strict, payload, about), ...unreadableFaults(strict, rows, about)].map(keyOf);
    }),
  );
  return Object.entries(mayLack).flatMap(([key, reason]) => [
    ...(reason.trim() === '' ? [`mayLack gives no reason for "${key}"`] : []),
    ...(needed.has(key) ? [] : [`mayLack names "${key}", without which no fixture gives other records`]),
  ]);
}
