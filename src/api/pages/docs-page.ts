import { marketplaces } from '../../schema/index.ts';
import { statusOf } from '../errors.ts';
import type { Route } from '../route.ts';
import { routes } from '../routes/all.ts';
import { components } from '../wire/components.ts';
import { asyncapiDocument } from './asyncapi.ts';
import { toOpenapiSchema } from './openapi.ts';
import { escapeHtml, htmlPage } from './page.ts';
import { streamSection } from './stream-section.ts';
import { code, type Field, row, shapeSection, table, typeText } from './tables.ts';

function tryForm(route: Route): string {
  const inputs = Object.entries(route.parameters).map(([name, { isRequired, example }]) => {
    const value = isRequired ? `value="${escapeHtml(example)}" required` : `placeholder="${escapeHtml(example)}"`;
    return `<label for="${route.id}-${name}">${code(name)}</label><input id="${route.id}-${name}" name="${name}" ${value}>`;
  });
  return `<form method="get" action="${route.path}">${inputs.join('')}
<label for="${route.id}-key">${code('apiKey')}</label><input id="${route.id}-key" name="apiKey" type="password" autocomplete="off" required><button>Try it</button></form>`;
}

function routeSection(route: Route): string {
  const parameters = Object.entries(route.parameters).map(([name, { description, isRequired, schema }]) => {
    const fallback = 'default' in schema ? String(schema.default) : '';
    return row(code(name), isRequired ? 'mandatory' : 'optional', escapeHtml(description), fallback);
  });
  return `<h2 id="${route.id}">GET ${route.path}</h2>
<p><strong>${escapeHtml(route.summary)}.</strong> ${escapeHtml(route.description)}</p>
${parameters.length === 0 ? '<p>No parameters.</p>' : table(['Parameter', '', 'Meaning', 'Default'], parameters)}
<p>Answers ${typeText(toOpenapiSchema(route.answer) as Field)}. Example, with made-up values:</p>
<pre>${escapeHtml(JSON.stringify(route.example, null, 2))}</pre>
${tryForm(route)}`;
}

/** The documentation as one page without scripts; its forms are plain requests. */
export const docsPage = (facts: { readonly isPlayed: boolean; readonly version: string }): string =>
  htmlPage({
    title: 'Itemtape: interfaces',
    isPlayed: facts.isPlayed,
    body: `<h1>REST interface and offer stream</h1>
<p>Version ${escapeHtml(facts.version)} · <a href="/">dashboard</a> · <a href="/openapi.json">openapi.json</a> · <a href="/asyncapi.json">asyncapi.json</a></p>
<p>Every request to <code>/v2/</code> needs a key: in the header <code>X-API-Key</code>, or as the query parameter <code>apiKey</code>; the header wins. A key in an address ends up in histories and logs, so programs should use the header. Prices are plain numbers in four currencies, times are Unix seconds, and what is not known is <code>null</code>. Answers stay the same for 10 seconds; <code>ETag</code> with <code>If-None-Match</code>, gzip and brotli work.</p>
<ul>${routes.map(({ id, path, summary }) => `<li><a href="#${id}">${path}</a>: ${escapeHtml(summary)}</li>`).join('')}<li><a href="#stream">/ws/v2/offers</a>: every change as it is seen, over WebSocket</li><li><a href="#events">/stream/offers</a>: the same as server-sent events</li></ul>
${routes.map(routeSection).join('\n')}
<h2 id="failures">Failures</h2>
<p>Every failure is <code>{"error": "what was found and what to do", "code": "…"}</code>.</p>
${table(
  ['Code', 'Status'],
  Object.entries(statusOf).map(([name, status]) => row(code(name), String(status))),
)}
<h2 id="shapes">Shapes</h2>
${Object.entries(components)
  .map(([name, schema]) => shapeSection(name, toOpenapiSchema(schema, true)))
  .join('\n')}
${streamSection(asyncapiDocument(facts.version), Object.keys(components))}
<h2 id="names">Names of marketplaces</h2>
<p>Case and punctuation do not matter. Not every one is read here: <a href="/v2/marketplaces">/v2/marketplaces</a> lists those that are.</p>
${table(
  ['Id', 'Name', 'Also'],
  marketplaces.map(({ id, name, slug, aliases }) =>
    row(String(id), name, [slug, ...aliases].map(escapeHtml).join(', ')),
  ),
)}`,
  });
