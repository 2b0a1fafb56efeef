import { isBody, type Route } from '../../route.ts';
import { routes } from '../../routes/index.ts';
import { toOpenapiSchema } from '../openapi.ts';
import { type Field, jsonBlock, typeText } from '../tables.ts';
import { type DocsEntry, type DocsPage, fileOf, type Part, type TryIt } from './docs-page.ts';
import { answerParts, type ShapePage } from './shape-parts.ts';

/** The endpoints of each group by id, in the order of the contents. */
const groups: readonly (readonly [DocsPage['group'], readonly string[]])[] = [
  ['Markets', ['listMarketplaces', 'readItem', 'compareItem', 'listBuyOrders', 'listPrices', 'listTerms', 'listRates']],
  ['Items', ['searchItems', 'findItems', 'listItems', 'listCatalogue']],
  ['Trading', ['readBest', 'listDeals', 'readRatio', 'findOffers', 'valueItems', 'appraiseItem', 'listMovers']],
  ['History', ['readHistory', 'readPriceHistory', 'listCandles', 'listSales', 'findSales', 'listConditions']],
];

const groupOf = (id: string): DocsPage['group'] => {
  const found = groups.find(([, ids]) => ids.includes(id));
  if (found === undefined) throw new Error(`the documentation has no group for the endpoint ${id}`);
  return found[0];
};

const order = groups.flatMap(([, ids]) => ids);

const parameterEntries = (route: Route): DocsEntry[] =>
  Object.entries(route.parameters).map(([name, { description, isRequired, schema }]) => ({
    id: `parameter.${name}`,
    name,
    notes: [
      ...(isRequired ? ['required'] : []),
      ...('default' in schema && schema.default !== '' ? [`default ${String(schema.default)}`] : []),
    ],
    text: description,
  }));

const choicesOf = (schema: unknown): readonly string[] | null => {
  const { enum: words } = toOpenapiSchema(schema) as Field;
  return words === undefined ? null : words.map(String);
};

const tryItOf = (route: Route): TryIt => ({
  method: isBody(route) ? 'POST' : 'GET',
  path: route.path,
  parameters: Object.entries(route.parameters).map(([name, { isRequired, example, schema }]) => ({
    name,
    isRequired,
    example,
    choices: choicesOf(schema),
  })),
  body: isBody(route) ? JSON.stringify(route.bodyExample, null, 2) : null,
});

function requestParts(route: Route, rest: ShapePage): Part[] {
  if (isBody(route)) {
    const shape = typeText(toOpenapiSchema(route.body) as Field, (name) => `${fileOf(rest.id)}#${name}`);
    return [{ heading: 'Body', id: 'body' }, `<p>Accepts ${shape} as JSON.</p>`, jsonBlock(route.bodyExample)];
  }
  const entries = parameterEntries(route);
  return entries.length === 0 ? ['<p>No parameters.</p>'] : [{ heading: 'Parameters', id: 'parameters' }, { entries }];
}

const pageOf = (route: Route, rest: ShapePage): DocsPage => ({
  id: route.path.slice(1).replaceAll('/', '-'),
  group: groupOf(route.id),
  title: `${isBody(route) ? 'POST' : 'GET'} ${route.path}`,
  anchor: route.id,
  about: `${route.summary}. ${route.description}`,
  parts: requestParts(route, rest),
  more: answerParts(toOpenapiSchema(route.answer) as Field, rest),
  side: ['<h2>Example</h2>\n<p class="quiet">With invented values.</p>', jsonBlock(route.example)],
  tryIt: tryItOf(route),
});

/** One page for each endpoint. */
export const routePages = (rest: ShapePage): DocsPage[] =>
  [...routes].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id)).map((route) => pageOf(route, rest));
