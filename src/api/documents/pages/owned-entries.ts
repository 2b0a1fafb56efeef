import type { OwnedPath } from '../alert-paths.ts';
import type { DocsEntry } from './docs-page.ts';

const queryOf = (names: readonly string[]): string =>
  names.length === 0 ? '' : `?${names.map((name) => `${name}=…`).join('&')}`;

/** An entry for each request of endpoints for what belongs to a key. */
export const ownedEntries = (paths: readonly OwnedPath[]): DocsEntry[] =>
  paths.map(({ method, path, id, summary, description, parameters = {} }) => ({
    id,
    name: `${method.toUpperCase()} ${path}${queryOf(Object.keys(parameters))}`,
    text: `${summary}. ${description}`,
  }));
