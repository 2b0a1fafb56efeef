import { escapeHtml, htmlPage } from '../pages/page.ts';
import { components } from '../wire/components.ts';
import { toOpenapiSchema } from './openapi.ts';
import { alertsPage } from './pages/alerts-pages.ts';
import { articleOf, type DocsPage, fileOf, indexOf, pageGroups } from './pages/docs-page.ts';
import { figuresPage } from './pages/figures-pages.ts';
import { guidePages } from './pages/guide-pages.ts';
import { holdingsPage } from './pages/holdings-pages.ts';
import { type Limit, limitsPage } from './pages/limits-pages.ts';
import { operatorPages } from './pages/operator-pages.ts';
import { originMark } from './pages/quick-start.ts';
import { routePages } from './pages/route-pages.ts';
import { type SettingDescription, settingsPage } from './pages/settings-pages.ts';
import { shapeParts } from './pages/shape-parts.ts';
import { streamPages } from './pages/stream-pages.ts';

export type DocsFacts = {
  readonly isPlayed: boolean;
  readonly version: string;
  readonly limits: readonly Limit[];
  readonly settings: readonly SettingDescription[];
};

/** Every page, in the order of the contents within its group. */
function allPages({ version, limits, settings }: DocsFacts): DocsPage[] {
  const rest = {
    id: 'schemas',
    shapes: Object.fromEntries(
      Object.entries(components).map(([name, schema]) => [name, toOpenapiSchema(schema, true)]),
    ),
  };
  const restPage: DocsPage = {
    id: rest.id,
    group: 'Reference',
    title: 'Schemas of REST',
    anchor: 'shapes',
    about: 'Everything that a request answers or takes, field by field.',
    parts: shapeParts(rest.shapes),
  };
  const { start, requests, errors, names } = guidePages;
  return [
    ...[start, requests, errors, limitsPage(limits), figuresPage],
    ...routePages(rest),
    ...[holdingsPage, alertsPage, restPage],
    ...streamPages(version, rest),
    ...[settingsPage(settings), names],
    ...operatorPages,
  ];
}

const contents = (pages: readonly DocsPage[], current: DocsPage): string =>
  pageGroups
    .map((group) => {
      const links = pages
        .filter((page) => page.group === group)
        .map(({ id, title }) => {
          const here = id === current.id ? ' aria-current="page"' : '';
          return `<li><a href="${fileOf(id)}"${here}>${escapeHtml(title)}</a></li>`;
        });
      return `<h2>${group}</h2><ul>${links.join('')}</ul>`;
    })
    .join('\n');

/** The pages of the documentation as files, and what the dashboard reads to list and search them. */
export type DocsFiles = {
  readonly index: string;
  /** The list of pages for programs that read documentation (https://llmstxt.org), for a given origin. */
  readonly llms: (origin: string) => string;
  /** The complete page of each file for a given origin; they run no scripts, and their forms are plain requests. */
  readonly pages: ReadonlyMap<string, (origin: string) => string>;
};

const llmsSummary =
  'Prices, offers, buy orders, sales and price history of game items (CS2, Dota 2, Rust, TF2) on many marketplaces, from a self-hosted service. Reading needs a key in the header X-API-Key; the documents need none.';

function llmsText(pages: readonly DocsPage[], origin: string): string {
  const line = (title: string, path: string, about: string): string => `- [${title}](${origin}${path}): ${about}`;
  const machine = [
    line('openapi.json', '/openapi.json', 'the REST interface in OpenAPI 3.1'),
    line('asyncapi.json', '/asyncapi.json', 'the stream in AsyncAPI 3.1'),
    line('MCP', '/mcp', 'a Model Context Protocol server (streamable HTTP, POST), with the key as a bearer token'),
  ];
  const sections = indexOf(pages).map(({ title, pages: listed }) => [
    `## ${title}`,
    listed.map((page) => line(page.title, `/docs/pages/${fileOf(page.id)}`, page.about)).join('\n'),
  ]);
  return `${['# Itemtape', `> ${llmsSummary}`, '## Descriptions', machine.join('\n'), ...sections.flat()].join('\n\n')}\n`;
}

export function docsFiles(facts: DocsFacts): DocsFiles {
  const pages = allPages(facts);
  const write = (page: DocsPage): string =>
    htmlPage({
      title: `${page.title} · Itemtape`,
      isPlayed: facts.isPlayed,
      body: `<p>Itemtape ${escapeHtml(facts.version)} · <a href="/">dashboard</a> · <a href="/openapi.json">openapi.json</a> · <a href="/asyncapi.json">asyncapi.json</a></p>
<div class="sided">
${articleOf(page)}
<nav aria-label="Contents">${contents(pages, page)}</nav>
</div>`,
    });
  return {
    index: JSON.stringify({ version: facts.version, groups: indexOf(pages) }),
    llms: (origin) => llmsText(pages, origin),
    pages: new Map(
      pages.map((page) => {
        let html: string | null = null;
        // Written when it is first asked for: few starts are followed by a reader of every page
        const at = (origin: string): string => {
          html ??= write(page);
          return html.replaceAll(originMark, () => escapeHtml(origin));
        };
        return [fileOf(page.id), at] as const;
      }),
    ),
  };
}
