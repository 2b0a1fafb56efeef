import { invalid, quoted } from './errors.ts';

/** The decoded query of a request. */
export type Query = {
  /** Values by name in the order given; names may repeat. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The first part that is not valid percent-encoding; null when all are. */
  readonly broken: string | null;
};

/** Splits a request target at its first question mark. */
export function splitTarget(target: string): { readonly path: string; readonly search: string } {
  const at = target.indexOf('?');
  return at < 0 ? { path: target, search: '' } : { path: target.slice(0, at), search: target.slice(at + 1) };
}

const publicPrefix = /^\/(v2|tape|ws\/v2|stream|shapes)\//;

/**
 * A request target without doubled and trailing slashes in its path, as clients write them that join an address ending in
 * a slash and a path. Only below the public prefixes: everything else, such as the paths of the operator, is taken as
 * written.
 */
export function withSingleSlashes(target: string): string {
  const { path } = splitTarget(target);
  if (!path.includes('//') && !path.endsWith('/')) return target;
  const single = path.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  return publicPrefix.test(single) ? single + target.slice(path.length) : target;
}

/** Parses the query of a request target; `+` and `%20` are blanks, `%2B` is a plus. */
export function readQuery(target: string): Query {
  const values = new Map<string, string[]>();
  let broken: string | null = null;
  for (const part of splitTarget(target).search.split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const name = decoded(at < 0 ? part : part.slice(0, at));
    const value = at < 0 ? '' : decoded(part.slice(at + 1));
    if (name === null || value === null) {
      broken ??= part;
      continue;
    }
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return { values, broken };
}

export function requireReadable(query: Query): void {
  if (query.broken === null) return;
  throw invalid(
    `${quoted(query.broken)} is not percent-encoded UTF-8; write a percent sign as %25 and others as UTF-8`,
  );
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

const keyParameter = 'apiKey=';

/**
 * Separates the `apiKey` parameter from a target, so that readers with different keys share an answer.
 * null when the key is written in a way that needs a full parse of the query.
 */
export function splitKey(target: string): { readonly target: string; readonly key: string | undefined } | null {
  const at = target.indexOf(keyParameter);
  if (at < 0) return { target, key: undefined };
  const before = target[at - 1];
  // Before the first question mark it belongs to the path
  if (!target.slice(0, at).includes('?')) return null;
  if ((before !== '?' && before !== '&') || target.includes(keyParameter, at + 1)) return null;
  const next = target.indexOf('&', at);
  const key = target.slice(at + keyParameter.length, next < 0 ? undefined : next);
  if (/[%+]/.test(key)) return null;
  const rest = next < 0 ? target.slice(0, at - 1) : target.slice(0, at) + target.slice(next + 1);
  return { target: rest, key };
}
