type Json = Readonly<Record<string, unknown>>;

type Parameter = { readonly name: string; readonly in: string; readonly required: boolean; readonly example: unknown };

type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
};

/** The folder of the collection for Bruno (https://www.usebruno.com). */
export const brunoFolder = 'docs/bruno';

const settings = {
  'bruno.json': `${JSON.stringify({ version: '1', name: 'Itemtape', type: 'collection' }, null, 2)}\n`,
  'collection.bru': `auth {
  mode: apikey
}

auth:apikey {
  key: X-API-Key
  value: {{key}}
  placement: header
}
`,
  'environments/local.bru': `vars {
  address: http://127.0.0.1:7400
}

vars:secret [
  key
]
`,
};

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');

const block = (name: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n${name} {\n${indented(lines.join('\n'))}\n}\n`;

/** Parameters without which a request is complete are written, but switched off. */
function requestText(method: string, path: string, operation: Operation, index: number): string {
  const { operationId, summary, description = '', parameters = [], requestBody } = operation;
  const body = requestBody?.content['application/json'];
  const query = parameters.filter((one) => one.in === 'query');
  const sent = query.filter(({ required }) => required).map(({ name, example }) => `${name}=${example}`);
  const url = `{{address}}${path}${sent.length === 0 ? '' : `?${sent.join('&')}`}`;
  return [
    `meta {\n  name: ${operationId}\n  type: http\n  seq: ${index + 1}\n}\n`,
    block(method, [`url: ${url}`, `body: ${body === undefined ? 'none' : 'json'}`, 'auth: inherit']),
    block(
      'params:query',
      query.map(({ name, required, example }) => `${required ? '' : '~'}${name}: ${example}`),
    ),
    body === undefined ? '' : block('body:json', [JSON.stringify(body.example ?? {}, null, 2)]),
    block('settings', ['encodeUrl: true']),
    block('docs', [`${summary}.`, ...(description === '' ? [] : ['', description])]),
  ].join('');
}

/** A collection of all requests of the REST interface, with the address and the key as variables, by path. */
export function brunoFiles(openapi: Json): [path: string, content: string][] {
  const paths = openapi['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation], at): [string, string] => [
      `${operation.tags[0]?.replaceAll(' ', '-')}/${operation.operationId}.bru`,
      requestText(method, path, operation, at),
    ]),
  );
  return [...Object.entries(settings), ...requests].map(([path, content]) => [`${brunoFolder}/${path}`, content]);
}
