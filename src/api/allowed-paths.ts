import { nearest } from '../text/nearest.ts';
import { routes } from './routes/index.ts';

/** Paths whose descendants are endpoints, too. */
const folders = [
  ...['/operator', '/shapes/csgotrader', '/shapes/market-csgo', '/shapes/udf'],
  ...['/tape/alerts', '/tape/holdings', '/tape/watchlist'],
];

/** Every path that takes a key, without parameters. */
export const pathsWithKey: readonly string[] = [
  ...routes.map(({ path }) => path),
  '/ws/v2/offers',
  '/stream/offers',
  '/tape/changes',
  '/mcp',
  '/metrics',
  '/health/sources',
  ...folders,
];

const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

/** Whether a path is an endpoint, or contains or can contain one. */
const isKnown = (path: string): boolean =>
  pathsWithKey.some((known) => path === known || isBelow(known, path)) || folders.some((one) => isBelow(path, one));

/** Throws if a new key is to be limited to a path at and below which no endpoint takes a key. */
export function requireKnownPaths(paths: readonly string[]): void {
  for (const path of paths) {
    if (isKnown(path.replace(/\/+$/, ''))) continue;
    const near = nearest(path.toLowerCase(), pathsWithKey, (known) => [known]);
    const hint = near === null ? 'paths are such as /v2, /v2/items or /tape/best' : `did you mean ${near}?`;
    throw new Error(`no endpoint at "${path.slice(0, 64)}" or below it takes a key; ${hint}`);
  }
}
