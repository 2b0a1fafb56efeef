import { escapeHtml } from '../pages/page.ts';
import type { asyncapiDocument } from './asyncapi.ts';
import { originMark } from './quick-start.ts';
import type { Json } from './schema-writer.ts';
import { code, type Field, prose, row, shapeSection, table } from './tables.ts';

type Message = {
  readonly name: string;
  readonly summary: string;
  readonly payload: { readonly $ref: string };
  readonly examples: readonly { readonly payload: unknown }[];
};

type Described = {
  readonly channels: Readonly<
    Record<'offers' | 'offerEvents' | 'changes', { readonly address: string; readonly description: string }>
  >;
  readonly operations: Readonly<Record<string, { readonly action: string; readonly messages: readonly Field[] }>>;
  readonly components: {
    readonly messages: Readonly<Record<string, Message>>;
    readonly schemas: Readonly<Record<string, Json>>;
  };
};

const lastOf = (ref: string | undefined): string => ref?.split('/').at(-1) ?? '';

/** The offer stream on the page of documentation, read from its AsyncAPI document; shapes shown already are left out. */
export function streamSection(document: ReturnType<typeof asyncapiDocument>, shownShapes: readonly string[]): string {
  // The document is made of JSON on the spot, which has no type of its own
  const { channels, operations, components } = document as unknown as Described;
  const received = Object.values(operations).flatMap(({ action, messages }) =>
    action === 'receive' ? messages.map(({ $ref }) => lastOf($ref)) : [],
  );
  const messages = Object.values(components.messages);
  const list = (isReceived: boolean): string =>
    table(
      ['Message', 'Meaning'],
      messages
        .filter(({ name }) => received.includes(name) === isReceived)
        .map(({ name, summary, payload }) => row(`<a href="#${lastOf(payload.$ref)}">${name}</a>`, prose(summary))),
    );
  const examples = messages.map(({ examples: [first] }) => JSON.stringify(first?.payload)).join('\n');
  const shapes = Object.entries(components.schemas).filter(([name]) => !shownShapes.includes(name));
  return `<h2 id="stream">The offer stream: ${channels.offers.address}</h2>
<p>${prose(channels.offers.description)}</p>
<p>A subscription needs two fields: ${code(JSON.stringify(components.messages['subscription']?.examples[0]?.payload))}.
All others ask for more than v2 has; without them nothing but ${code('subscribed')}, ${code('offer')} and ${code('error')} is sent.</p>
<h3>What a client sends</h3>
${list(true)}
<h3>What the service sends</h3>
${list(false)}
<p>One of each, with made-up values:</p>
<pre tabindex="0">${escapeHtml(examples)}</pre>
<h2 id="events">The same as server-sent events: GET ${channels.offerEvents.address}</h2>
<p>${prose(channels.offerEvents.description)}</p>
<pre tabindex="0">${escapeHtml(`curl -N -H "X-API-Key: $ITEMTAPE_KEY" '${originMark}${channels.offerEvents.address}?games=CS2&maxPriceUSD=100'`)}</pre>
<h2 id="changes">What was told since: GET ${channels.changes.address}</h2>
<p>${prose(channels.changes.description)}</p>
<pre tabindex="0">${escapeHtml(`curl --compressed -H "X-API-Key: $ITEMTAPE_KEY" '${originMark}${channels.changes.address}?games=CS2&events=Added,Updated,Removed'`)}</pre>
<h2 id="stream-shapes">Shapes of the stream</h2>
${shapes.map(([name, shape]) => shapeSection(name, shape)).join('\n')}`;
}
