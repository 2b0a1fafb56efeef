import { isWhole, type Scope, wholeScope } from '../schema/index.ts';
import { type Key, scopeOf } from './keys.ts';
import { createLookups, seenAvailability } from './lookups.ts';
import type { RouteContext } from './route.ts';
import { seenBook } from './scope/seen-book.ts';

/** The context of routes for a key, limited to what the key can see. */
export type Contexts = (key: Pick<Key, 'rights'>) => RouteContext;

type Whole = Omit<RouteContext, 'scope' | 'lookups'> & { readonly unread: () => string | null };

// Keys have few different sights
const maxStored = 100;

export function createContexts({ unread, ...whole }: Whole): Contexts {
  const madeOf = (scope: Scope): RouteContext => {
    const book = isWhole(scope) ? whole.book : seenBook(whole.book, scope);
    return {
      ...whole,
      scope,
      book,
      availability: seenAvailability(whole.availability, scope),
      lookups: createLookups(whole.availability, book, unread, scope),
    };
  };
  const ofAll = madeOf(wholeScope);
  const made = new Map<string, RouteContext>();
  return (key) => {
    const scope = scopeOf(key);
    if (isWhole(scope)) return ofAll;
    const name = JSON.stringify(scope);
    const context = made.get(name) ?? madeOf(scope);
    if (made.size >= maxStored) made.clear();
    made.set(name, context);
    return context;
  };
}
