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

type StreamDescription = {
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

/** Documents the offer stream from its AsyncAPI document; omits schemas that the page already shows. */
export function streamSection(document: ReturnType<typeof asyncapiDocument>, shownShapes: readonly string[]): string {
  // The document is typed only as JSON
  const { channels, operations, components } = document as unknown as StreamDescription;
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
<p>A subscription needs two fields, ${code('subscribeTo')} and ${code('games')}: ${code(JSON.stringify(components.messages['subscription']?.examples[0]?.payload))}.
The other fields are extensions of v2; without them the service sends only ${code('subscribed')}, ${code('offer')} and ${code('error')}.</p>
<h3>Messages from clients</h3>
${list(true)}
<h3>Messages from the service</h3>
${list(false)}
<p>One of each, with invented values:</p>
<pre tabindex="0">${escapeHtml(examples)}</pre>
<h2 id="events">The same as server-sent events: GET ${channels.offerEvents.address}</h2>
<p>${prose(channels.offerEvents.description)}</p>
<pre tabindex="0">${escapeHtml(`curl -N -H "X-API-Key: $ITEMTAPE_KEY" '${originMark}${channels.offerEvents.address}?games=CS2&maxPriceUSD=100'`)}</pre>
<h2 id="changes">Past changes: GET ${channels.changes.address}</h2>
<p>${prose(channels.changes.description)}</p>
<pre tabindex="0">${escapeHtml(`curl --compressed -H "X-API-Key: $ITEMTAPE_KEY" '${originMark}${channels.changes.address}?games=CS2&events=Added,Updated,Removed'`)}</pre>
<h2 id="stream-shapes">Schemas of the stream</h2>
${shapes.map(([name, shape]) => shapeSection(name, shape)).join('\n')}`;
}
