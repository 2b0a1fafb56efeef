import type { FastifyInstance } from 'fastify';
import { gameNamed } from '../../schema/index.ts';
import { invalid } from '../errors.ts';
import { readQuery, requireReadable } from '../query.ts';
import type { Thumbnails } from './thumbnails.ts';

// A picture cannot run anything, and only pages of this service can use it
const pictureHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** Serves pictures for the dashboard, which loads nothing from other hosts. Like its pages, they need no key. */
export function addThumbnailRoute(app: FastifyInstance, thumbnails: Thumbnails | null): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/thumbnails',
    config: { takesNoKey: true },
    handler: async ({ raw }, reply) => {
      const query = readQuery(raw.url ?? '');
      requireReadable(query);
      const game = gameNamed(query.values.get('game')?.[0] ?? '');
      const name = query.values.get('name')?.[0] ?? '';
      if (game === null || name === '') throw invalid('name an item, such as ?game=CS2&name=Kilowatt Case');
      const picture = (await thumbnails?.of(game, name)) ?? null;
      reply.removeHeader('access-control-allow-origin').headers(pictureHeaders);
      // Not an error, because a page shows many: most items have no picture before their marketplaces were read
      if (picture === null) return reply.code(204).header('cache-control', 'private, max-age=60').send();
      return reply.type(picture.type).header('cache-control', 'private, max-age=86400').send(picture.body);
    },
  });
}
