import { given } from '../../schema/index.ts';
import type { Parameters } from '../parameters.ts';
import { type AnswerRoute, type BodyRoute, isBody, isList, type ListRoute, type Route } from '../route.ts';
import { routes } from '../routes/index.ts';
import { components } from '../wire/components.ts';
import { alertPaths, type OwnedPath } from './alert-paths.ts';
import { holdingPaths } from './holding-paths.ts';
import { operatorPaths } from './operator-paths.ts';
import { type Json, type JsonObject, schemaWriter } from './schema-writer.ts';
import { failureRefs, headerRefs, sharedHeaders, sharedResponses } from './shared-responses.ts';

/** Converts a schema to OpenAPI 3.1, with references to named schemas. */
export const toOpenapiSchema = schemaWriter(components);

const listHeaders = ['ETag', 'Cache-Control', 'X-Tape-Epoch', 'X-Tape-Sequence'] as const;
const answerHeaders = [...listHeaders, 'X-Tape-Lineage'] as const;

const answered = (route: AnswerRoute): Json => ({
  description: 'The answer; cached for up to 10 seconds',
  headers: {
    ...headerRefs(answerHeaders),
    ...Object.fromEntries(
      Object.entries(route.headers).map(([name, { description, example }]) => [
        name,
        { description, schema: { type: 'string' }, example },
      ]),
    ),
  },
  content: { 'application/json': { schema: toOpenapiSchema(route.answer), example: route.example as Json } },
});

const unchanged = (headers: typeof listHeaders | typeof answerHeaders): Json => ({
  description: 'Unchanged since the answer with the given ETag',
  headers: headerRefs(headers),
});

const bodyAnswered = ({ answer, example }: BodyRoute): Json => ({
  description: 'The answer',
  content: { 'application/json': { schema: toOpenapiSchema(answer), example: example as Json } },
});

const listed = ({ types: [first, ...others], answer, example }: ListRoute): Json => ({
  description: 'The list as of one position of the stream',
  headers: headerRefs(listHeaders),
  content: {
    [first ?? 'application/json']: { schema: toOpenapiSchema(answer), example: example as Json },
    ...Object.fromEntries(others.map((type) => [type, { schema: { type: 'string' } }])),
  },
});

const keys = [{ header: [] }, { query: [] }];

const parametersOf = (parameters: Parameters): Json[] =>
  Object.entries(parameters).map(([name, { description, schema, isRequired, example }]) => ({
    name,
    in: 'query',
    required: isRequired,
    description,
    schema: toOpenapiSchema(schema),
    example:
      typeof schema === 'object' && 'default' in schema && typeof schema.default !== 'string'
        ? (JSON.parse(example) as Json)
        : example,
  }));

const operation = (route: Route): Json => ({
  operationId: route.id,
  tags: ['market data'],
  summary: route.summary,
  description: route.description,
  // No key is required when `http.openStatus` is true
  ...(route.isStatus === true && { security: [{}, ...keys] }),
  parameters: parametersOf(route.parameters),
  ...(isBody(route) && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toOpenapiSchema(route.body), example: route.bodyExample as Json } },
    },
  }),
  responses: {
    '200': isBody(route) ? bodyAnswered(route) : isList(route) ? listed(route) : answered(route),
    ...(isBody(route) ? {} : { '304': unchanged(isList(route) ? listHeaders : answerHeaders) }),
    ...failureRefs(isBody(route)),
  },
});

const operatorOperation = ({ id, summary, type, answer, isMetric }: (typeof operatorPaths)[number]): Json => ({
  operationId: id,
  tags: ['operation'],
  summary,
  // No key is required unless `http.openMetrics` is false
  security: isMetric ? [{}, ...keys] : [],
  responses: {
    '200': { description: summary, content: { [type]: { schema: toOpenapiSchema(answer) } } },
    ...(id === 'isReady' ? { '503': { $ref: '#/components/responses/Failure503' } } : {}),
  },
});

const ownedOperation = (
  tag: string,
  { method, id, summary, description, parameters = {}, body, bodyExample, status, answer }: OwnedPath,
): Json => ({
  operationId: id,
  tags: [tag],
  summary,
  description,
  parameters: parametersOf(parameters),
  ...(body !== undefined && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toOpenapiSchema(body), ...given({ example: bodyExample as Json }) } },
    },
  }),
  responses: {
    [status]: {
      description: summary,
      ...(answer !== null && { content: { 'application/json': { schema: toOpenapiSchema(answer) } } }),
    },
    ...failureRefs(method !== 'get'),
  },
});

const ownedEntries = (tag: string, paths: readonly OwnedPath[]) =>
  [...new Set(paths.map(({ path }) => path))].map((path) => {
    const methods = paths.filter((one) => one.path === path);
    return [path, Object.fromEntries(methods.map((one) => [one.method, ownedOperation(tag, one)]))] as const;
  });

/** The OpenAPI 3.1 document of the REST interface. */
export function openapiDocument(version: string): JsonObject {
  return {
    openapi: '3.1.2',
    info: {
      title: 'Itemtape',
      version,
      summary: 'Prices, offers, buy orders, sales and price history of game items on many marketplaces.',
      description:
        'Prices are plain numbers in four currencies, times are Unix seconds, and null means not known or not applicable. Every error is `{"error": …, "code": …}`. Answers are cached for up to 10 seconds.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: keys,
    tags: [
      { name: 'market data', description: 'Requires a key' },
      { name: 'alerts', description: 'Requires a key; rules, logs and watchlists belong to their key' },
      { name: 'holdings', description: 'Requires a key; transactions belong to their key' },
      { name: 'operation', description: 'Requires no key by default' },
    ],
    paths: Object.fromEntries([
      ...routes.map((route) => [route.path, { [isBody(route) ? 'post' : 'get']: operation(route) }] as const),
      ...ownedEntries('alerts', alertPaths),
      ...ownedEntries('holdings', holdingPaths),
      ...operatorPaths.map((entry) => [entry.path, { get: operatorOperation(entry) }] as const),
    ]),
    components: {
      securitySchemes: {
        header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        query: { type: 'apiKey', in: 'query', name: 'apiKey' },
      },
      responses: sharedResponses,
      headers: sharedHeaders,
      schemas: Object.fromEntries(
        Object.entries(components).map(([name, schema]) => [name, toOpenapiSchema(schema, true)]),
      ),
    },
  };
}
