import { type MarketRecord, nameLimit } from '../schema/index.ts';
import { dateFault } from './dates.ts';

/** Why a record that fits its schema cannot be used all the same; null when it can. `at` is when it was received. */
export const contentFault = (record: MarketRecord, at: number): string | null =>
  dateFault(record, at) ?? nameFault(record);

/** Why no reader could request the item of a record by its name; null when readers can. */
function nameFault(record: MarketRecord): string | null {
  const given: unknown = 'name' in record ? record.name : null;
  if (typeof given !== 'string') return null;
  const name = given.trim();
  if (name === '') return '/name is blank';
  if (name.length > nameLimit) return `/name has ${name.length} characters, of at most ${nameLimit}`;
  return control.test(name) ? '/name contains control characters' : null;
}

// Faster than a class of Unicode
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const control = /[\u0000-\u001f\u007f-\u009f]/;

const isPage = (link: string): boolean => /^https?:\/\/./i.test(link) && !control.test(link);
const isInspection = (link: string): boolean => /^(?:https?|steam):\/\/./i.test(link) && !control.test(link);

const links = [
  ['purchaseLink', isPage],
  ['thumbnail', isPage],
  ['inspectLink', isInspection],
] as const;

const isOdd = (record: object, [field, fits]: (typeof links)[number]): boolean => {
  const link = (record as Readonly<Record<string, unknown>>)[field];
  return typeof link === 'string' && !fits(link);
};

/**
 * The record with its name trimmed, as names in requests are, and without links that a browser should not follow, such
 * as those that run script.
 */
export function tidied<R extends MarketRecord>(record: R): R {
  if (!('name' in record)) return record;
  const name = record.name.trim();
  const odd = links.filter((one) => isOdd(record, one));
  if (name === record.name && odd.length === 0) return record;
  return { ...record, name, ...Object.fromEntries(odd.map(([field]) => [field, null])) };
}
