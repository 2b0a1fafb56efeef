import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toCoding } from '../cache/coding.ts';
import { type DashboardFile, dashboardHeaders } from './dashboard.ts';

/** Paths of the dashboard's views; all of them serve the same page, which reads the path itself. */
export const dashboardViews: readonly string[] = [
  '/',
  '/deals',
  '/ratio',
  '/offers',
  '/item',
  '/tape',
  '/sources',
  '/status',
  '/alerts',
  '/keys',
  '/settings',
];

const method = ['GET', 'HEAD'];

/** Serves the built dashboard; without one, `/` redirects to the documentation. */
export function addDashboardRoutes(app: FastifyInstance, files: ReadonlyMap<string, DashboardFile>): void {
  const page = files.get('/');
  if (page === undefined) {
    app.route({ method, url: '/', config: { takesNoKey: true }, handler: (_, reply) => reply.redirect('/docs') });
    return;
  }
  const icon = files.get('/icon.svg');
  const served = new Map([
    ...dashboardViews.map((view) => [view, page] as const),
    ...files,
    // Requested by programs that do not read the page, such as a list of bookmarks
    ...(icon === undefined ? [] : [['/favicon.ico', icon] as const]),
  ]);
  for (const [url, file] of served) {
    const handler = (request: FastifyRequest, reply: FastifyReply) => sendFile(file, request, reply);
    app.route({ method, url, config: { takesNoKey: true }, handler });
  }
}

async function sendFile(file: DashboardFile, { headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({
    ...dashboardHeaders,
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': file.isLasting ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (headers['if-none-match'] === file.etag) return reply.code(304).send();
  const coding = toCoding([headers['accept-encoding']].flat().join(','));
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.type(file.type).send(await file.body(coding));
}
