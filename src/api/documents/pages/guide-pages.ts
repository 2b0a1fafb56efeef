import { marketplaces } from '../../../schema/index.ts';
import { type ErrorCode, statusOf } from '../../errors.ts';
import { escapeHtml } from '../../pages/page.ts';
import { block, prose, row, table } from '../tables.ts';
import type { DocsPage } from './docs-page.ts';
import { failureMeanings } from './failure-meanings.ts';
import { quickStarts } from './quick-start.ts';

const startPage: DocsPage = {
  id: 'start',
  group: 'Guide',
  title: 'Quick start',
  about:
    'The service prints a key once, at its first start; `itemtape keys create NAME` creates another. Put it into the environment: `export ITEMTAPE_KEY=…`',
  parts: quickStarts.flatMap(({ language, needs, code }) => [
    { heading: language, id: `start-${language.toLowerCase()}` },
    `<p>${prose(needs)}</p>`,
    block(code, language),
  ]),
};

const requestsPage: DocsPage = {
  id: 'requests',
  group: 'Guide',
  title: 'Requests and answers',
  anchor: 'rest',
  about: 'What is the same for every request to `/v2/` and `/tape/`.',
  parts: [
    {
      entries: [
        {
          id: 'requests.key',
          name: 'key',
          text: 'Every request needs one, either in the header `X-API-Key` or in the query parameter `apiKey`; the header takes precedence. Keys in URLs end up in browser histories and logs, so programs should use the header.',
        },
        { id: 'requests.prices', name: 'prices', text: 'Plain numbers in four currencies: USD, EUR, CNY and RUB.' },
        { id: 'requests.times', name: 'times', text: 'Unix seconds.' },
        { id: 'requests.null', name: 'null', text: 'Not known or not applicable; never 0 instead.' },
        {
          id: 'requests.caching',
          name: 'caching',
          text: 'Answers are cached for some seconds; `ETag` with `If-None-Match`, gzip and brotli are supported.',
        },
      ],
    },
    `<p>For programs: <a href="/openapi.json">openapi.json</a>, <a href="/asyncapi.json">asyncapi.json</a>.</p>`,
  ],
};

const errorsPage: DocsPage = {
  id: 'errors',
  group: 'Guide',
  title: 'Errors',
  anchor: 'failures',
  about:
    'Every error is `{"error": "what went wrong and how to fix it", "code": "…"}`, on the stream `{"type": "error", "message": "…", "code": "…"}`.',
  parts: [
    {
      entries: (Object.keys(statusOf) as ErrorCode[]).map((name) => ({
        id: name,
        name,
        notes: [String(statusOf[name])],
        text: failureMeanings[name],
      })),
    },
  ],
};

const namesPage: DocsPage = {
  id: 'names',
  group: 'Reference',
  title: 'Names of marketplaces',
  about:
    'Case and punctuation do not matter. Not all of them are connected here: `/v2/marketplaces` lists those that are.',
  parts: [
    table(
      ['Id', 'Name', 'Other names'],
      marketplaces.map(({ id, name, slug, aliases }) =>
        row(String(id), name, [slug, ...aliases].map(escapeHtml).join(', ')),
      ),
    ),
  ],
};

export const guidePages = { start: startPage, requests: requestsPage, errors: errorsPage, names: namesPage };
