import type { MarketRecord } from '../../schema/index.ts';
import type { About, Source } from '../connector.ts';
import { holdsNothing } from '../holds-nothing.ts';
import { priceOf, readAlone, rowsToChange } from './read-changed.ts';

type Hollowing = { readonly isNumberRetained: boolean; readonly isListRetained: boolean };

function hollowed(value: unknown, how: Hollowing): unknown {
  if (typeof value === 'number') return how.isNumberRetained ? value : 0;
  if (Array.isArray(value)) return how.isListRetained ? value.map((member) => hollowed(member, how)) : [];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hollowed(member, how)]));
}

const hollowings: Readonly<Record<string, Hollowing>> = {
  'with all numbers 0': { isNumberRetained: false, isListRetained: true },
  'with all lists empty': { isNumberRetained: true, isListRetained: false },
  'with all numbers 0 and all lists empty': { isNumberRetained: false, isListRetained: false },
};

/** What a record says, each thing by itself. */
const sayingsOf = (record: MarketRecord): readonly string[] =>
  record.kind === 'item'
    ? Object.entries(record.itemAttributes).flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]))
    : [`${record.kind} ${priceOf(record)?.amount}`];

/** A record that says more than that there is nothing, and something that the full row does not. */
const inventedBy = (after: readonly MarketRecord[], before: readonly MarketRecord[]): MarketRecord | undefined => {
  const known = new Set(before.flatMap(sayingsOf));
  return after.find((record) => !holdsNothing([record]) && sayingsOf(record).some((saying) => !known.has(saying)));
};

/**
 * What a source makes of rows without any content, in words: as marketplaces send them in the place of full ones. Such a row may
 * be rejected, or be read as nothing; a record of it must not say anything that the full row does not.
 */
export const hollowFaults = (source: Source, rows: readonly unknown[], about: About): string[] =>
  rowsToChange(source, rows, about).flatMap(({ index, row, records }) =>
    Object.entries(hollowings).flatMap(([how, hollowing]) => {
      const after = readAlone(source, hollowed(row, hollowing), about);
      const invented = inventedBy(after ?? [], records);
      return invented === undefined ? [] : [`row ${index} ${how}: gives ${JSON.stringify(invented)}`];
    }),
  );
