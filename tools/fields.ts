type Schema = { readonly [key: string]: unknown };
type Described = { readonly title: string; readonly schemas: Readonly<Record<string, Schema>> };

/** One field of a shape; the name of a nested field contains the path to it. */
type Field = { readonly name: string; readonly type: string; readonly unit: string; readonly meaning: string };

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const partsOf = (schema: Schema): Schema[] =>
  [schema['anyOf'], schema['oneOf']].flat().concat(schema['items']).filter(isObject);

const typesOf = (schema: Schema): string[] => [schema['type']].flat().filter((type) => typeof type === 'string');

const isNumber = (schema: Schema): boolean =>
  typesOf(schema).some((type) => type === 'number' || type === 'integer') || partsOf(schema).some(isNumber);

const describedAs = (schema: Schema): string | null => {
  const { description, const: only } = schema;
  if (typeof description === 'string') return description;
  if (only !== undefined) return `Always \`${only}\``;
  for (const part of partsOf(schema)) if (describedAs(part) !== null) return describedAs(part);
  return null;
};

const refOf = (schema: Schema): string | null =>
  typeof schema['$ref'] === 'string' ? (schema['$ref'].split('/').at(-1) ?? null) : null;

const currencies: Readonly<Record<string, string>> = {
  USD: 'US dollars',
  EUR: 'euros',
  CNY: 'Chinese yuan',
  RUB: 'Russian roubles',
};

const ofCurrency = 'units of `currency`';

/** Units of numbers by field name; the first match counts. */
const units: readonly (readonly [RegExp, string])[] = [
  [/(At|Since|heldUntil)$/, 'Unix seconds'],
  [/Seconds$/, 'seconds'],
  [/^hours$/, 'hours'],
  [/Milliseconds$/, 'milliseconds'],
  [/^milliseconds$/, 'milliseconds'],
  [/(^days|Days|TradeLocked)$/, 'days'],
  [/([bB]ytes)$/, 'bytes'],
  [/[pP]ercent$/, 'percent'],
  [
    /^(price|bid|total|totalAfterFees|open|high|low|close|volume|afterFees|profit|minProfit|maxPrice|spread|othersAsk|stickersAsk|ask|formerAsk|usualAsk|change|lowest|highest|covered|lowestAsk|worth|cost|fee|proceeds|realised)$/,
    ofCurrency,
  ],
  [/^amount$/, ofCurrency],
  [/^metal$/, 'refined metal'],
  [/^(perUSD|rate)$/, 'units for one US dollar'],
  [/^(fade|minFade|maxFade)$/, 'percent'],
  [/^(float|minFloat|maxFloat|wear|maxStickerWear|share|coverage|probability)$/, 'share, 0 to 1'],
  [/^exchangeRate$/, 'units of `currency` for one of the transaction'],
  [/^liquidity$/, 'points, 0 to 100'],
  [/^ratio$/, 'received for one paid'],
  [/^salesPerDay$/, 'sales per day'],
  [/^speed$/, 'times as fast'],
  [/^(above|below|value)$/, 'US dollars or percent, as the figure'],
  [/^status$/, 'no unit'],
  [
    /(Count|Quantity|^count|asking|bidding|quantity|skipped|requests|rows|rowsWaiting|rowsGivenUp|rejected|used|limit|recordsWaiting|pending|wanted|running|restarts|kept|hung|complete|partial|missing)$/,
    'count',
  ],
  // `from` and `to` are marketplaces here; instants of these names say their unit in their description
  [
    /^(paintIndex|paintSeeds?|pattern|craftNumber|crateSeries|slot|id|rank|games|subscribeTo|from|to|unsubscribe|attempt)$/,
    'no unit',
  ],
  [/^(sequence|first|last)$/, 'place on the tape'],
];

function unitOf(name: string, schema: Schema, meaning: string): string | null {
  if (!isNumber(schema)) return '–';
  const [, currency] = /(USD|EUR|CNY|RUB)$/.exec(name) ?? [];
  if (/[pP]rice/.test(name) && currency !== undefined) return currencies[currency] ?? null;
  if (/Unix time in seconds|Unix seconds/.test(`${meaning} ${JSON.stringify(schema)}`)) return 'Unix seconds';
  if (/Unix milliseconds|Unix time in milliseconds/.test(`${meaning} ${JSON.stringify(schema)}`))
    return 'Unix milliseconds';
  if (/ in US dollars/.test(meaning)) return 'US dollars';
  if (/ in `currency`/.test(meaning)) return ofCurrency;
  return units.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** Lists the fields of a shape; throws for a field without a description or unit. */
function fieldsOf(shape: string, schema: Schema, schemas: Described['schemas'], within = ''): Field[] {
  const { properties, required } = schema;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const present = Object.entries(isObject(properties) ? properties : {}).filter((entry): entry is [string, Schema] =>
    isObject(entry[1]),
  );
  return present.flatMap(([name, property]) => {
    const path = `${within}${name}`;
    const meaning = meaningOf(property, schemas);
    if (meaning === null) throw new Error(`${shape}.${path} has no description; give its schema one`);
    const found = unitOf(name, property, meaning);
    // Shapes of the stream have no field `currency`
    const unit = found === ofCurrency && !hasCurrency(schemas) ? 'US dollars' : found;
    if (unit === null) throw new Error(`the unit of ${shape}.${path} is not known; add it in tools/fields.ts`);
    const type = `${typeText(property)}${needed.includes(name) ? '' : ', may be absent'}`;
    const inner = [property, ...partsOf(property)].find((part) => isObject(part['properties']));
    return [
      { name: path, type, unit, meaning },
      ...(inner === undefined ? [] : fieldsOf(shape, inner, schemas, `${path}.`)),
    ];
  });
}

const hasCurrency = (schemas: Described['schemas']): boolean =>
  Object.values(schemas).some(({ properties }) => isObject(properties) && 'currency' in properties);

function meaningOf(property: Schema, schemas: Described['schemas']): string | null {
  const reference = [property, ...partsOf(property)].map(refOf).find((ref) => ref !== null) ?? '';
  const meaning = describedAs(property) ?? describedAs(schemas[reference] ?? {});
  const { default: fallback } = property;
  if (meaning === null || fallback === undefined || /default/i.test(meaning)) return meaning;
  return `${meaning}. Default: \`${fallback}\``;
}

function typeText(schema: Schema): string {
  const reference = refOf(schema);
  if (reference !== null) return `[${reference}](#${reference.toLowerCase()})`;
  const choices = [schema['anyOf'], schema['oneOf']].flat().filter(isObject);
  if (choices.length > 0) return [...new Set(choices.map(typeText))].join(' or ');
  const { enum: words, const: only, items } = schema;
  if (only !== undefined) return `\`${only}\``;
  const types = typesOf(schema);
  const named = Array.isArray(words)
    ? words.map((word) => (word === null ? 'null' : `\`${word}\``)).join(' or ')
    : null;
  if (named !== null) return named;
  return types.map((type) => (type === 'array' && isObject(items) ? `list of ${typeText(items)}` : type)).join(' or ');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The version in which each field appeared, by shape and name, from the former edition of the page. */
function knownSince(page: string): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  let shape = '';
  for (const line of page.split('\n')) {
    if (line.startsWith('### ')) shape = line.slice(4);
    const [, name, since] = /^\| `([^`]+)` \|.*\| (\d+\.\d+\.\d+) \|[^|]*\|$/.exec(line.replaceAll('\\|', '')) ?? [];
    if (name !== undefined && since !== undefined) known.set(`${shape}.${name}`, since);
  }
  return known;
}

const head = `<!-- Generated from openapi.json and asyncapi.json by \`npm run docs\` -->

# Every field

Every field of REST responses and stream messages, with its type, its unit, the version in which it appeared, and its meaning. The types of the client library have the same names and are generated from the same descriptions. A field that is null is not known or does not apply.
`;

/** The page of all fields. Versions come from the page \`former\`; fields that are not in it are new in this version. */
export function fieldsPage(documents: readonly Described[], previous: string, version: string): string {
  const since = knownSince(previous);
  const sections = documents.map(({ title, schemas }) => {
    const tables = Object.entries(schemas).map(([shape, schema]) => tableOf(shape, schema, schemas, since, version));
    return `## ${title}\n\n${tables.filter((table) => table !== '').join('\n')}`;
  });
  return `${head}\n${sections.join('\n')}`;
}

function tableOf(
  shape: string,
  schema: Schema,
  schemas: Described['schemas'],
  since: ReadonlyMap<string, string>,
  version: string,
): string {
  const fields = fieldsOf(shape, schema, schemas);
  if (fields.length === 0) return '';
  // A `Full…` shape extends the plain one
  const plain = shape.startsWith('Full') ? shape.slice('Full'.length) : '';
  const known =
    plain in schemas ? fieldsOf(plain, schemas[plain] as Schema, schemas).map((field) => JSON.stringify(field)) : [];
  const own = fields.filter((field) => !known.includes(JSON.stringify(field)));
  const rows = own.map(
    ({ name, type, unit, meaning }) =>
      `| \`${name}\` | ${cell(type)} | ${unit} | ${since.get(`${shape}.${name}`) ?? version} | ${cell(meaning)} |`,
  );
  const base = known.length === 0 ? '' : `All of [${plain}](#${plain.toLowerCase()}), and\n\n`;
  return `### ${shape}\n\n${base}| Field | Type | Unit | Since | Meaning |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}
