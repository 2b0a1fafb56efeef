import { marketplaces } from '../../schema/index.ts';
import { type ErrorCode, statusOf } from '../errors.ts';
import { escapeHtml, htmlPage } from '../pages/page.ts';
import { type BodyRoute, isBody, type Route } from '../route.ts';
import { routes } from '../routes/index.ts';
import { components } from '../wire/components.ts';
import { alertsSection } from './alerts-section.ts';
import { asyncapiDocument } from './asyncapi.ts';
import { failureMeanings } from './failure-meanings.ts';
import { figuresSection } from './figures-section.ts';
import { type Limit, limitsSection } from './limits-section.ts';
import { toOpenapiSchema } from './openapi.ts';
import { operatorSection } from './operator-section.ts';
import { originMark, quickStarts } from './quick-start.ts';
import { streamSection } from './stream-section.ts';
import { code, type Field, prose, row, shapeSection, table, typeText } from './tables.ts';

function tryForm(route: Route): string {
  const inputs = Object.entries(route.parameters).map(([name, { isRequired, example }]) => {
    const value = isRequired ? `value="${escapeHtml(example)}" required` : `placeholder="${escapeHtml(example)}"`;
    return `<label for="${route.id}-${name}">${code(name)}</label><input id="${route.id}-${name}" name="${name}" ${value}>`;
  });
  return `<form method="get" action="${route.path}">${inputs.join('')}
<label for="${route.id}-key">${code('apiKey')}</label><input id="${route.id}-key" name="apiKey" type="password" autocomplete="off" required><button>Try it</button></form>`;
}

const bodySection = ({ body, bodyExample }: BodyRoute): string =>
  `<p>Accepts ${typeText(toOpenapiSchema(body) as Field)} as JSON, such as:</p>
<pre tabindex="0">${escapeHtml(JSON.stringify(bodyExample, null, 2))}</pre>`;

function routeSection(route: Route): string {
  const parameters = Object.entries(route.parameters).map(([name, { description, isRequired, schema }]) => {
    const fallback = 'default' in schema ? String(schema.default) : '';
    return row(code(name), isRequired ? 'required' : 'optional', prose(description), fallback);
  });
  return `<h2 id="${route.id}">${isBody(route) ? 'POST' : 'GET'} ${route.path}</h2>
<p><strong>${escapeHtml(route.summary)}.</strong> ${prose(route.description)}</p>
${isBody(route) ? bodySection(route) : ''}
${parameters.length === 0 ? '<p>No parameters.</p>' : table(['Parameter', 'Required', 'Meaning', 'Default'], parameters)}
<p>Returns ${typeText(toOpenapiSchema(route.answer) as Field)}. Example with invented values:</p>
<pre tabindex="0">${escapeHtml(JSON.stringify(route.example, null, 2))}</pre>
${isBody(route) ? '' : tryForm(route)}`;
}

const quickStartSection = (): string => `<h2 id="start">Quick start</h2>
<p>${prose(
  'The service prints a key once, at its first start; `itemtape keys create NAME` creates another. Put it into the environment: `export ITEMTAPE_KEY=…`',
)}</p>
${quickStarts
  .map(
    ({ language, needs, code: text }) =>
      `<h3>${language}</h3><p>${prose(needs)}</p><pre tabindex="0" data-language="${language}">${escapeHtml(text)}</pre>`,
  )
  .join('\n')}`;

const failureSection = (): string => `<h2 id="failures">Errors</h2>
<p>Every error is <code>{"error": "what went wrong and how to fix it", "code": "…"}</code>, on the stream <code>{"type": "error", "message": "…", "code": "…"}</code>.</p>
${table(
  ['Code', 'Status', 'Meaning'],
  (Object.keys(statusOf) as ErrorCode[]).map((name) =>
    row(code(name), String(statusOf[name]), prose(failureMeanings[name])),
  ),
)}`;

const nameSection = (): string => `<h2 id="names">Names of marketplaces</h2>
<p>Case and punctuation do not matter. Not all of them are connected here: <a href="/v2/marketplaces">/v2/marketplaces</a> lists those that are.</p>
${table(
  ['Id', 'Name', 'Other names'],
  marketplaces.map(({ id, name, slug, aliases }) =>
    row(String(id), name, [slug, ...aliases].map(escapeHtml).join(', ')),
  ),
)}`;

const contents: readonly (readonly [anchor: string, text: string])[] = [
  ['start', 'Quick start'],
  ...routes.map(({ id, path, summary }) => [id, `${path}: ${summary}`] as const),
  ['stream', '/ws/v2/offers: every change, over WebSocket'],
  ['events', '/stream/offers: the same as server-sent events'],
  ['changes', '/tape/changes: past changes as NDJSON'],
  ['alerts', '/tape/alerts, /tape/watchlist: rules that notify a target, and watched items'],
  ['failures', 'Errors'],
  ['limits', 'Limits'],
  ['figures', 'How each figure is computed'],
  ['shapes', 'Schemas of REST'],
  ['stream-shapes', 'Schemas of the stream'],
  ['names', 'Names of marketplaces'],
  ['operation', 'For operators'],
  ['mcp', 'For assistants'],
  ['client', 'The client library'],
];

/** The documentation as one page without scripts; its forms are plain requests. Returns the page for a given origin. */
export function docsPage(facts: {
  readonly isPlayed: boolean;
  readonly version: string;
  readonly limits: readonly Limit[];
}): (origin: string) => string {
  const page = htmlPage({
    title: 'Itemtape: interfaces',
    isPlayed: facts.isPlayed,
    body: `<h1>REST interface and offer stream</h1>
<p>Version ${escapeHtml(facts.version)} · <a href="/">dashboard</a> · <a href="/openapi.json">openapi.json</a> · <a href="/asyncapi.json">asyncapi.json</a></p>
<div class="sided">
<nav aria-label="Contents"><ul>${contents.map(([anchor, text]) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`).join('')}</ul></nav>
<div>
${quickStartSection()}
<h2 id="rest">The REST interface</h2>
<p>Every request to <code>/v2/</code> and <code>/tape/</code> needs a key, either in the header <code>X-API-Key</code> or in the query parameter <code>apiKey</code>; the header takes precedence. Keys in URLs end up in browser histories and logs, so programs should use the header. Prices are plain numbers in four currencies, times are Unix seconds, and <code>null</code> means not known or not applicable. Answers are cached for some seconds; <code>ETag</code> with <code>If-None-Match</code>, gzip and brotli are supported.</p>
${routes.map(routeSection).join('\n')}
${streamSection(asyncapiDocument(facts.version), Object.keys(components))}
${alertsSection()}
${failureSection()}
${limitsSection(facts.limits)}
${figuresSection()}
<h2 id="shapes">Schemas of REST</h2>
${Object.entries(components)
  .map(([name, schema]) => shapeSection(name, toOpenapiSchema(schema, true)))
  .join('\n')}
${nameSection()}
${operatorSection()}
</div>
</div>`,
  });
  return (origin) => page.replaceAll(originMark, () => escapeHtml(origin));
}
