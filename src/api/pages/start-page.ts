import { marketplaceWithId } from '../../schema/index.ts';
import type { Availability } from '../lookups.ts';
import { escapeHtml, htmlPage } from './page.ts';

const example = `curl -G http://HOST/v2/items \\
  -H 'X-API-Key: YOUR_KEY' \\
  --data-urlencode 'marketplace=MARKETPLACE' \\
  --data-urlencode 'game=CS2' \\
  --data-urlencode 'name=AK-47 | Redline (Field-Tested)'`;

const watchCommand = `ITEMTAPE_KEY=YOUR_KEY itemtape watch --url http://HOST --game CS2`;

/** What somebody sees who opens the service in a browser. */
export function startPage(facts: {
  readonly isPlayed: boolean;
  readonly host: string;
  readonly version: string;
  readonly availability: readonly Availability[];
}): string {
  const rows = facts.availability.map(({ marketplaceId, games }) => {
    const covered = games.map(({ game }) => game).join(', ');
    return `<tr><td>${escapeHtml(marketplaceWithId(marketplaceId).name)}</td><td>${covered}</td></tr>`;
  });
  const first = facts.availability[0];
  const marketplace = first === undefined ? 'SkinPort' : marketplaceWithId(first.marketplaceId).name;
  const command = example.replace('HOST', () => facts.host).replace('MARKETPLACE', () => marketplace);
  return htmlPage({
    title: 'Itemtape',
    isPlayed: facts.isPlayed,
    body: `<h1>Itemtape</h1>
<p>The consolidated tape for game items: prices, offers, buy orders, sales and price history of many marketplaces. Version ${escapeHtml(facts.version)}.</p>
<h2>A first request</h2>
<pre>${escapeHtml(command)}</pre>
<p>A key is made with <code>itemtape keys create NAME</code>.</p>
<h2>The offer stream</h2>
<p>Every change as it is seen: a WebSocket at <code>/ws/v2/offers</code>, the same as server-sent events at <code>/stream/offers</code>; <a href="/docs#stream">how</a>. In a terminal:</p>
<pre>${escapeHtml(watchCommand.replace('HOST', () => facts.host))}</pre>
<h2>Pages</h2>
<table>
<tr><td><a href="/docs">/docs</a></td><td>every endpoint, with parameters, examples and a form to try it</td></tr>
<tr><td><a href="/openapi.json">/openapi.json</a></td><td>the same for programs (OpenAPI 3.1)</td></tr>
<tr><td><a href="/asyncapi.json">/asyncapi.json</a></td><td>the offer stream for programs (AsyncAPI 3.0)</td></tr>
<tr><td><a href="/registry.json">/registry.json</a></td><td>marketplaces, their numeric ids and aliases</td></tr>
<tr><td><a href="/health">/health</a>, <a href="/health/sources">/health/sources</a></td><td>how the service and each of its sources are</td></tr>
<tr><td><a href="/ready">/ready</a>, <a href="/metrics">/metrics</a></td><td>for load balancers and Prometheus</td></tr>
</table>
<h2>Marketplaces read here</h2>
<table><tr><th>Marketplace</th><th>Games</th></tr>
${rows.join('\n')}
</table>`,
  });
}
