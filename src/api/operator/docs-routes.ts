import { dayMs } from '../../schema/index.ts';
import { type DocsFacts, docsFiles } from '../documents/docs-pages.ts';
import { notFound, quoted } from '../errors.ts';
import { fileFrom } from '../pages/dashboard.ts';
import { contentOf } from '../pages/dashboard-routes.ts';
import { pageHeaders } from '../pages/page.ts';
import { type Call, type Content, type Router, reading } from '../server/router.ts';

export type PublicFacts = {
  /** Address at which readers reach the service; empty where it is not known. */
  readonly address: string;
  /** Mail or web address for whoever finds a vulnerability; empty where none is set. */
  readonly securityContact: string;
};

const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' };

const securityPath = '/.well-known/security.txt';

/** Adds the pages of the documentation, which need no key and no scripts, and the index that the dashboard searches. */
export function addDocsRoutes(
  router: Router,
  facts: DocsFacts & { readonly now: () => number; readonly reached: PublicFacts },
): void {
  const { index, llms, pages } = docsFiles(facts);
  const { address } = facts.reached;
  const originFor = ({ request: { headers } }: Call): string => address || `http://${headers.host ?? ''}`;
  const indexFile = fileFrom('index.json', Buffer.from(index));
  router.add(reading, '/docs/pages/index.json', ({ request }) => contentOf(indexFile, request), { takesNoKey: true });
  router.add(
    reading,
    '/docs/pages/:file',
    (call) => {
      const name = /^[^?#]*\/([^?#]*)/.exec(call.request.url ?? '')?.[1] ?? '';
      const page = pages.get(name);
      if (page === undefined) throw notFound(`there is no page ${quoted(name)}; see /docs/pages/start.html`);
      return { headers: pageHeaders, body: page(originFor(call)) };
    },
    { takesNoKey: true },
  );
  router.add(reading, '/llms.txt', (call) => ({ headers: plain, body: llms(originFor(call)) }), { takesNoKey: true });
  router.add(reading, securityPath, () => securityText(facts.reached, facts.now()), { takesNoKey: true });
}

// RFC 9116 recommends less than a year
const validDays = 180;

/** The file by which a service says where to report vulnerabilities (RFC 9116). */
function securityText({ securityContact: contact, address }: PublicFacts, now: number): Content {
  if (contact === '')
    throw notFound(
      'the operator has set neither http.securityContact nor collect.contact; SECURITY.md says where to report a vulnerability of Itemtape itself',
    );
  const expiresAt = (Math.floor(now / dayMs) + validDays) * dayMs;
  const lines = [
    `Contact: ${/^[a-z][a-z0-9+.-]*:/i.test(contact) ? contact : `mailto:${contact}`}`,
    `Expires: ${new Date(expiresAt).toISOString()}`,
    'Preferred-Languages: en',
    ...(address === '' ? [] : [`Canonical: ${address}${securityPath}`]),
  ];
  return { headers: plain, body: `${lines.join('\n')}\n` };
}
