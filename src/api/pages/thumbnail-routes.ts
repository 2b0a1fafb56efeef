import { gameNamed } from '../../schema/index.ts';
import { invalid } from '../errors.ts';
import { readQuery, requireReadable } from '../query.ts';
import { type Router, reading } from '../server/router.ts';
import type { Thumbnails } from './thumbnails.ts';

// A picture cannot run anything, and only pages of this service can use it
const pictureHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** Serves pictures for the dashboard, which loads nothing from other hosts. Like its pages, they need no key. */
export function addThumbnailRoute(router: Router, thumbnails: Thumbnails | null): void {
  router.add(
    reading,
    '/thumbnails',
    async ({ request, headers: shared }) => {
      const query = readQuery(request.url ?? '');
      requireReadable(query);
      const game = gameNamed(query.values.get('game')?.[0] ?? '');
      const name = query.values.get('name')?.[0] ?? '';
      if (game === null || name === '') throw invalid('name an item, such as ?game=CS2&name=Kilowatt Case');
      const picture = (await thumbnails?.of(game, name)) ?? null;
      delete shared['access-control-allow-origin'];
      const cachedFor = (seconds: number) => ({ ...pictureHeaders, 'cache-control': `private, max-age=${seconds}` });
      // Not an error, because a page shows many: most items have no picture before their marketplaces were read
      if (picture === null) return { status: 204, headers: cachedFor(60) };
      return { headers: { ...cachedFor(86_400), 'content-type': picture.type }, body: picture.body };
    },
    { takesNoKey: true },
  );
}
