import { isWhole, type Sight, wholeSight } from '../schema/index.ts';
import { type Key, sightOf } from './keys.ts';
import { createLookups, seenAvailability } from './lookups.ts';
import type { RouteContext } from './route.ts';
import { seenBook } from './sight/seen-book.ts';

/** The context of routes for a key, limited to what the key can see. */
export type Contexts = (key: Pick<Key, 'rights'>) => RouteContext;

type Whole = Omit<RouteContext, 'sight' | 'lookups'> & { readonly unread: () => string | null };

// Keys have few different sights
const mostKept = 100;

export function createContexts({ unread, ...whole }: Whole): Contexts {
  const madeOf = (sight: Sight): RouteContext => {
    const book = isWhole(sight) ? whole.book : seenBook(whole.book, sight);
    return {
      ...whole,
      sight,
      book,
      availability: seenAvailability(whole.availability, sight),
      lookups: createLookups(whole.availability, book, unread, sight),
    };
  };
  const ofAll = madeOf(wholeSight);
  const made = new Map<string, RouteContext>();
  return (key) => {
    const sight = sightOf(key);
    if (isWhole(sight)) return ofAll;
    const name = JSON.stringify(sight);
    const context = made.get(name) ?? madeOf(sight);
    if (made.size >= mostKept) made.clear();
    made.set(name, context);
    return context;
  };
}
