import { type DocsFacts, docsFiles } from '../documents/docs-pages.ts';
import { notFound, quoted } from '../errors.ts';
import { fileFrom } from '../pages/dashboard.ts';
import { contentOf } from '../pages/dashboard-routes.ts';
import { pageHeaders } from '../pages/page.ts';
import { type Router, reading } from '../server/router.ts';

/** Adds the pages of the documentation, which need no key and no scripts, and the index that the dashboard searches. */
export function addDocsRoutes(router: Router, facts: DocsFacts): void {
  const { index, pages } = docsFiles(facts);
  const indexFile = fileFrom('index.json', Buffer.from(index));
  router.add(reading, '/docs/pages/index.json', ({ request }) => contentOf(indexFile, request), { takesNoKey: true });
  router.add(
    reading,
    '/docs/pages/:file',
    ({ request: { url = '', headers } }) => {
      const name = /^[^?#]*\/([^?#]*)/.exec(url)?.[1] ?? '';
      const page = pages.get(name);
      if (page === undefined) throw notFound(`there is no page ${quoted(name)}; see /docs/pages/start.html`);
      return { headers: pageHeaders, body: page(`http://${headers.host ?? ''}`) };
    },
    { takesNoKey: true },
  );
}
