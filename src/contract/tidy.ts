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
  return /\p{Cc}/u.test(name) ? '/name contains control characters' : null;
}

const page = /^https?:\/\/\P{Cc}+$/iu;
const links = [
  ['purchaseLink', page],
  ['thumbnail', page],
  ['inspectLink', /^(?:https?|steam):\/\/\P{Cc}+$/iu],
] as const;

const oddLinks = (record: object): string[] =>
  links.flatMap(([field, fits]) => {
    const link = (record as Readonly<Record<string, unknown>>)[field];
    return typeof link !== 'string' || fits.test(link) ? [] : [field];
  });

/**
 * The record with its name trimmed, as names in requests are, and without links that a browser should not follow, such
 * as those that run script.
 */
export function tidied<R extends MarketRecord>(record: R): R {
  if (!('name' in record)) return record;
  const name = record.name.trim();
  const odd = oddLinks(record);
  if (name === record.name && odd.length === 0) return record;
  return { ...record, name, ...Object.fromEntries(odd.map((field) => [field, null])) };
}
