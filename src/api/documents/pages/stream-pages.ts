import { escapeHtml } from '../../pages/page.ts';
import { asyncapiDocument } from '../asyncapi.ts';
import type { Json } from '../schema-writer.ts';
import { block, code, type Field, nameOf, typeText } from '../tables.ts';
import { type DocsEntry, type DocsPage, fileOf, type Part } from './docs-page.ts';
import { originMark } from './quick-start.ts';
import { shapeParts } from './shape-parts.ts';

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
  readonly operations: Readonly<
    Record<
      string,
      {
        readonly action: string;
        readonly messages: readonly { readonly $ref?: string }[];
        readonly bindings?: { readonly http?: { readonly query: Field } };
      }
    >
  >;
  readonly components: {
    readonly messages: Readonly<Record<string, Message>>;
    readonly schemas: Readonly<Record<string, Json>>;
  };
};

const shapesId = 'stream-schemas';

function socketPage(
  { channels, operations, components }: StreamDescription,
  shapesOf: (name: string) => string,
): DocsPage {
  const received = Object.values(operations).flatMap(({ action, messages }) =>
    action === 'receive' ? messages.map(({ $ref }) => nameOf($ref)) : [],
  );
  const messages = Object.values(components.messages);
  const list = (isReceived: boolean): Part => ({
    entries: messages
      .filter(({ name }) => received.includes(name) === isReceived)
      .map(({ name, summary, payload }): DocsEntry => {
        const shape = nameOf(payload.$ref);
        return {
          id: `message.${name}`,
          name,
          notes: [`<a href="${shapesOf(shape)}">${escapeHtml(shape)}</a>`],
          text: summary,
        };
      }),
  });
  const first = code(JSON.stringify(components.messages['subscription']?.examples[0]?.payload));
  return {
    id: 'stream',
    group: 'Stream',
    title: channels.offers.address,
    about: channels.offers.description,
    parts: [
      `<p>A subscription needs two fields, ${code('subscribeTo')} and ${code('games')}: ${first}. The other fields are extensions of v2; without them the service sends only ${code('subscribed')}, ${code('offer')} and ${code('error')}.</p>`,
      { heading: 'Messages from clients', id: 'from-clients' },
      list(true),
      { heading: 'Messages from the service', id: 'from-service' },
      list(false),
    ],
    side: [
      '<h2>One of each</h2>\n<p class="quiet">With invented values.</p>',
      block(messages.map(({ examples: [one] }) => JSON.stringify(one?.payload)).join('\n')),
    ],
  };
}

const queryEntries = (query: Field = {}): DocsEntry[] =>
  Object.entries(query.properties ?? {}).map(([name, field]) => ({
    id: `parameter.${name}`,
    name,
    notes: [typeText(field, (shape) => `${fileOf(shapesId)}#${shape}`)],
    text: field.description ?? '',
  }));

/** The pages of the stream; schemas that `restShapes` has are shown there. */
export function streamPages(
  version: string,
  { id, shapes: known }: { readonly id: string; readonly shapes: object },
): DocsPage[] {
  // The document is typed only as JSON
  const description = asyncapiDocument(version) as unknown as StreamDescription;
  const { channels, components } = description;
  const shapesOf = (name: string): string => `${fileOf(name in known ? id : shapesId)}#${name}`;
  const own = Object.fromEntries(Object.entries(components.schemas).filter(([name]) => !(name in known)));
  const overHttp = (
    channel: 'offerEvents' | 'changes',
    operation: 'tellAsEvents' | 'tellAgain',
    { id: pageId, example }: { readonly id: string; readonly example: string },
  ): DocsPage => ({
    id: pageId,
    group: 'Stream',
    title: `GET ${channels[channel].address}`,
    about: channels[channel].description,
    parts: [
      { heading: 'Parameters', id: 'parameters' },
      { entries: queryEntries(description.operations[operation]?.bindings?.http?.query) },
    ],
    side: [
      '<h2>Example</h2>',
      block(`curl ${example.replace('ADDRESS', `${originMark}${channels[channel].address}`)}`),
    ],
  });
  return [
    socketPage(description, shapesOf),
    overHttp('offerEvents', 'tellAsEvents', {
      id: 'events',
      example: `-N -H "X-API-Key: $ITEMTAPE_KEY" 'ADDRESS?games=CS2&maxPriceUSD=100'`,
    }),
    overHttp('changes', 'tellAgain', {
      id: 'changes',
      example: `--compressed -H "X-API-Key: $ITEMTAPE_KEY" 'ADDRESS?games=CS2&events=Added,Updated,Removed'`,
    }),
    {
      id: shapesId,
      group: 'Reference',
      title: 'Schemas of the stream',
      anchor: 'stream-shapes',
      about: 'Every message that the stream sends and takes, field by field.',
      parts: shapeParts(own, (name) => shapesOf(name)),
    },
  ];
}
