import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { connectorFolder, imported, importPath, playerFile } from './places.ts';
import type { Wanted } from './wanted.ts';

/** The first files of a marketplace, by path: a made-up price list with its declaration, parser and player. */
export function firstFiles(wanted: Wanted, today: string): ReadonlyMap<string, string> {
  const folder = connectorFolder(wanted.slug);
  return new Map(
    Object.entries({
      [`${folder}/index.ts`]: declaration(wanted),
      [`${folder}/facts.json`]: facts(today),
      [`${folder}/wire.ts`]: wire(),
      [`${folder}/parse.ts`]: parse(wanted),
      [`${folder}/NOTES.md`]: notes(wanted),
      [`${folder}/fixtures/SOURCES.md`]: sources(wanted),
      [`${folder}/fixtures/items-1.json`]: list(wanted),
      [`${folder}/fixtures/items-1.golden.json`]: golden(wanted),
      [`${folder}/fixtures/items-2.json`]: `{ "error": "maintenance" }\n`,
      [playerFile(wanted.slug)]: player(wanted),
    }),
  );
}

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

const facts = (today: string): string => {
  const standing = { state: 'doubtful', since: today, by: 'nobody so far' };
  const budgets = { list: { requests: 1, perSeconds: 60, scope: 'ip' } };
  const items = { evidence: 'inferred', permission: 'tolerated', budget: 'list', everySeconds: 300 };
  // Fees that are not known are left out, never 0
  return `${JSON.stringify({ standing, fees: [], budgets, sources: { items } }, null, 2)}\n`;
};

const declaration = ({ slug, variable, games, host }: Wanted): string => {
  const from = (path: string) => importPath(`${connectorFolder(slug)}/index.ts`, path);
  return `import Type from 'typebox';
import { type Connector, factsOf, sourcesOf } from '${from(imported.connector)}';
import { appIdOf } from '${from(imported.schema)}';
import facts from './facts.json' with { type: 'json' };
import { parseItem } from './parse.ts';
import { Item } from './wire.ts';

const { bulk } = sourcesOf(facts);

export const ${variable}: Connector = {
  slug: '${slug}',
  games: [${quoted(games)}],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'items',
      yields: ['quote'],
      request: ({ game }) => ({ url: 'https://${host}/v1/items', query: { app: appIdOf(game) } }),
      envelope: Type.Object({ items: Type.Array(Type.Unknown()) }),
      rowsAt: 'items',
      row: Item,
      parse: parseItem,
    }),
  ],
};
`;
};

const wire = (): string => `import Type, { type Static } from 'typebox';

/** One name with its lowest price. */
export const Item = Type.Object({
  name: Type.String({ minLength: 1 }),
  /** US cents. */
  price: Type.Integer({ minimum: 0 }),
  /** Offers on sale now. */
  count: Type.Integer({ minimum: 0 }),
});
export type Item = Static<typeof Item>;
`;

const parse = ({ slug }: Wanted): string => {
  const from = (path: string) => importPath(`${connectorFolder(slug)}/parse.ts`, path);
  return `import type { About } from '${from(imported.connector)}';
import { moneyOrNone } from '${from(imported.money)}';
import type { Quote } from '${from(imported.schema)}';
import type { Item } from './wire.ts';

export const parseItem = (row: Item, { game }: About): Quote => ({
  kind: 'quote',
  game,
  name: row.name,
  phase: null,
  lowest: row.count === 0 ? null : moneyOrNone(row.price, 'USD', 100),
  offerCount: row.count,
  purchaseLink: null,
  marketplaceItemId: null,
  thumbnail: null,
});
`;
};

const notes = ({ name, host, games }: Wanted): string => `# ${name}

Nothing is known yet: the call, its rows and their units are made up, so the source is \`inferred\` and off. Each line
below needs a fact and its source; what is not known is null in the records.

| call | returns | key | limit | evidence |
| --- | --- | --- | --- | --- |
| \`GET ${host}/v1/items?app=\` | one row per name | none | none stated | made up |

## Fields

| ours | theirs | evidence |
| --- | --- | --- |
| quote.name | \`name\` | made up |
| quote.lowest | \`price\`, US cents; nothing is on sale while \`count\` is 0 | made up |
| quote.offerCount | \`count\` | made up |
| purchaseLink, thumbnail, phase | null: not in the rows | – |

## Fees

None is known. Each needs its side, percentage, date and source, and an entry in \`fees\` of facts.json.

## What one gets

Nothing is known. What a seller ends up with, holds and what paying in and out costs need a date, a source and an entry in \`terms\` of facts.json.

## Unsure

- Everything: whether the marketplace is in business (\`standing\`), which games it has (${games.join(', ')} were named), and what its rate limits are.

## Golden rows that deserve a look

1. items-1, first: cents become thousandths.
2. items-1, second: with nothing on sale there is no price.
3. items-1, rejected: a price given as text can be in another unit.
`;

const sources = ({ name, games }: Wanted): string => `# Fixtures of ${name}

All were written for this project, in a made-up shape.

| file | kind | game | item | item id | expects | what it shows |
| --- | --- | --- | --- | --- | --- | --- |
| items-1.json | synthetic | ${games[0]} | | | read, 1 rejected | a price, nothing on sale, a price that is not a number |
| items-2.json | synthetic | ${games[0]} | | | retry | an error under a good status |
`;

const itemsOf = ({ games: [game = 'CS2'] }: Wanted): readonly string[] => [liquidNames[game], 'Another Item'];

const list = (wanted: Wanted): string => {
  const [name, other] = itemsOf(wanted);
  const items = [
    { name, price: 1234, count: 3 },
    { name: other, price: 99, count: 0 },
    { name, price: '12.34', count: 1 },
  ];
  return `${JSON.stringify({ items }, null, 2)}\n`;
};

const golden = (wanted: Wanted): string => {
  const [game] = wanted.games;
  const rest = { phase: null, purchaseLink: null, thumbnail: null };
  const [name, other] = itemsOf(wanted);
  const lowest = { amount: 12_340, currency: 'USD' };
  const records = [
    { game, kind: 'quote', lowest, marketplaceItemId: null, name, offerCount: 3, ...rest },
    { game, kind: 'quote', lowest: null, marketplaceItemId: null, name: other, offerCount: 0, ...rest },
  ];
  return `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`;
};

const player = ({ name, slug, variable, games, host }: Wanted): string => {
  const from = (path: string) => importPath(playerFile(slug), path);
  return `import { appIdOf, type Game } from '${from(imported.schema)}';
import type { Player } from '${from(imported.player)}';
import { answerBy, type Route } from '${from(imported.routes)}';

const slug = '${slug}';
const games: readonly Game[] = [${quoted(games)}];

const items: Route['answer'] = ({ query }, world) => {
  const game = games.find((sold) => String(appIdOf(sold)) === query.get('app'));
  if (game === undefined) return null;
  const rows = world.items(game).map((item) => {
    const listings = world.listings(slug, item);
    return {
      name: item.name,
      price: Math.round((listings[0]?.priceUsd ?? item.basePrice) * 100),
      count: listings.length,
    };
  });
  return { body: { items: rows } };
};

/** ${name}: a list of prices, one row for each name. */
export const ${variable}: Player = {
  slug,
  hosts: ['${host}'],
  answer: answerBy([{ method: 'GET', path: /^\\/v1\\/items$/, answer: items }]),
};
`;
};
