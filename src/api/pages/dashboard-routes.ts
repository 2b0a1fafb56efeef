import type { IncomingMessage } from 'node:http';
import { toCoding } from '../cache/coding.ts';
import { type Content, type Handler, type Router, reading } from '../server/router.ts';
import { type DashboardFile, dashboardHeaders } from './dashboard.ts';

/** Paths of the dashboard's views; all of them serve the same page, which reads the path itself. */
export const dashboardViews: readonly string[] = [
  '/',
  '/deals',
  '/ratio',
  '/offers',
  '/item',
  '/tape',
  '/holdings',
  '/sources',
  '/status',
  '/design',
  '/alerts',
  '/keys',
  '/settings',
  '/docs',
  '/docs/:page',
];

/** Serves the built dashboard; without one, `/` redirects to the documentation. */
export function addDashboardRoutes(router: Router, files: ReadonlyMap<string, DashboardFile>): void {
  const add = (path: string, handle: Handler): void => router.add(reading, path, handle, { takesNoKey: true });
  const page = files.get('/');
  if (page === undefined) {
    add('/', () => ({ status: 302, headers: { location: '/docs' } }));
    add('/docs', () => ({ status: 302, headers: { location: '/docs/pages/start.html' } }));
    return;
  }
  const icon = files.get('/icon.svg');
  const served = new Map([
    ...dashboardViews.map((view) => [view, page] as const),
    ...files,
    // Requested by programs that do not read the page, such as a list of bookmarks
    ...(icon === undefined ? [] : [['/favicon.ico', icon] as const]),
  ]);
  for (const [path, file] of served) add(path, ({ request }) => contentOf(file, request));
}

/** A file as the client accepts it, or 304 if it has it. */
export async function contentOf(file: DashboardFile, { headers }: IncomingMessage): Promise<Content> {
  const about = {
    ...dashboardHeaders,
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': file.isLasting ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  if (headers['if-none-match'] === file.etag) return { status: 304, headers: about };
  const coding = toCoding([headers['accept-encoding']].flat().join(','));
  const coded = coding !== 'identity' && { 'content-encoding': coding };
  return { headers: { ...about, ...coded, 'content-type': file.type }, body: await file.body(coding) };
}
