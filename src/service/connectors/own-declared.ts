import type { Connector, Evidence, Source } from '../../contract/connector.ts';
import { declarationFaults, requestFaults } from '../../contract/suite/declaration-faults.ts';
import { games, isObject, type RecordKind } from '../../schema/index.ts';

type DeclaredFields = Readonly<Record<string, unknown>>;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isFunction = (value: unknown): boolean => typeof value === 'function';

// As objects, so that the compiler reports missing keys
const keysOf = <Key extends string>(all: Readonly<Record<Key, true>>): readonly string[] => Object.keys(all);

const kinds = keysOf<Source['kind']>({ bulk: true, walk: true, lookup: true, feed: true });
const recordKinds = keysOf<RecordKind>({
  offer: true,
  quote: true,
  buyOrder: true,
  sale: true,
  pastPrice: true,
  item: true,
  repricing: true,
  withdrawal: true,
  cancellation: true,
});
const evidences = keysOf<Evidence>({ recorded: true, documented: true, inferred: true });

type DeclaredPart = readonly [is: (value: unknown) => boolean, what: string];

const connectorParts: Readonly<Record<string, DeclaredPart>> = {
  slug: [isText, 'the name of its folder'],
  games: [
    (value) => isList(value) && value.every((game) => games.includes(game as never)),
    `a list of ${games.join(', ')}`,
  ],
  credentials: [isList, 'a list, empty where no key is needed'],
  budgets: [isObject, 'an object of rate limits'],
  demands: [(value) => value === undefined || (isList(value) && value.every(isObject)), 'a list of objects'],
  sources: [(value) => isList(value) && value.length > 0 && value.every(isObject), 'a list of sources'],
};

const sourceParts: Readonly<Record<string, DeclaredPart>> = {
  kind: [
    (value) => kinds.includes(String(value)),
    `one of ${kinds.join(', ')}; create the source with the function of that name`,
  ],
  name: [isText, 'a string'],
  yields: [
    (value) => isList(value) && value.every((kind) => recordKinds.includes(String(kind))),
    `a list of ${recordKinds.join(', ')}`,
  ],
  evidence: [(value) => evidences.includes(String(value)), `one of ${evidences.join(', ')}`],
  budget: [isText, 'the name of a budget'],
  rowsAt: [(value) => typeof value === 'string' || isFunction(value), 'a path or a function'],
  row: [isObject, 'a schema made with Type'],
  parse: [isFunction, 'a function'],
};

const polledParts: Readonly<Record<string, DeclaredPart>> = {
  everySeconds: [(value) => typeof value === 'number', 'a number'],
  request: [isFunction, 'a function'],
};

const partsOfKind: Readonly<Record<string, Readonly<Record<string, DeclaredPart>>>> = {
  bulk: polledParts,
  walk: {
    ...polledParts,
    pages: [(value) => typeof value === 'number', 'a number'],
    cursorAt: [(value) => isText(value) || isFunction(value), 'a path or a function'],
  },
  lookup: { ...polledParts, replaces: [isList, 'a list'] },
  feed: {
    dialect: [isObject, 'an object'],
    url: [isText, 'an address'],
    join: [isFunction, 'a function'],
    silenceSeconds: [(value) => typeof value === 'number', 'a number'],
  },
};

const budgetParts: Readonly<Record<string, DeclaredPart>> = {
  requests: [(value) => typeof value === 'number' && value > 0, 'a number above 0'],
  perSeconds: [(value) => typeof value === 'number' && value > 0, 'a number above 0'],
  scope: [(value) => value === 'ip' || value === 'key', 'ip or key'],
};

const credentialParts: Readonly<Record<string, DeclaredPart>> = {
  env: [(value) => isText(value) && /^[A-Z][A-Z0-9_]*$/.test(value), 'the name of an environment variable'],
  about: [isText, 'a sentence for the operator'],
  carry: [(value) => isObject(value) && isText(value['in']), 'an object that says where the credential is sent'],
};

const missing = (fields: DeclaredFields, parts: Readonly<Record<string, DeclaredPart>>, where: string): string[] =>
  Object.entries(parts).flatMap(([name, [is, what]]) => (is(fields[name]) ? [] : [`${where}${name} must be ${what}`]));

/** Faults in the shape of a declaration, as sentences, for authors of JavaScript, which has no types. */
function shapeFaults(value: unknown): string[] {
  if (!isObject(value)) return ['it exports no connector; export one, or a function that returns one, as default'];
  const outer = missing(value, connectorParts, '');
  if (outer.length > 0) return outer;
  return [
    ...Object.entries(value['budgets'] as DeclaredFields).flatMap(([name, budget]) =>
      missing(isObject(budget) ? budget : {}, budgetParts, `budgets.${name}: `),
    ),
    ...(value['credentials'] as readonly unknown[]).flatMap((one, at) =>
      missing(isObject(one) ? one : {}, credentialParts, `credentials[${at}]: `),
    ),
    ...(value['sources'] as readonly DeclaredFields[]).flatMap((source, at) =>
      missing(source, { ...sourceParts, ...partsOfKind[String(source['kind'])] }, `sources[${at}]: `),
    ),
  ];
}

const sample = { item: 'AK-47 | Redline (Field-Tested)', marketplaceItemId: '33960' };

/** The value as a connector; throws all faults in its shape. */
export function shaped(value: unknown): Connector {
  const faults = shapeFaults(value);
  if (faults.length > 0) throw new Error(faults.join('; '));
  return value as Connector;
}

/** The connector, if it is valid for the folder with this name; throws all faults of its declaration. */
export function declared(connector: Connector, folderName: string): Connector {
  const faults = [
    ...declarationFaults(connector, folderName, [{ slug: connector.slug }]),
    ...connector.sources.flatMap((source) =>
      requestFaults(connector, source, sample).map((fault) => `${source.name}: ${fault}`),
    ),
  ];
  if (faults.length > 0) throw new Error(faults.join('; '));
  return connector;
}
