import { dirname, relative } from 'node:path';

/** Paths of the lists that name every marketplace. */
export const lists = {
  registry: 'src/schema/marketplace.ts',
  connectors: 'src/connectors/index.ts',
  players: 'src/stage/players/index.ts',
} as const;

/** Paths of the modules that the files of a marketplace import. */
export const imported = {
  schema: 'src/schema/index.ts',
  connector: 'src/contract/connector.ts',
  money: 'src/contract/money.ts',
  text: 'src/contract/text.ts',
  player: 'src/stage/player.ts',
  routes: 'src/stage/players/routes.ts',
} as const;

export const connectorFolder = (slug: string): string => `src/connectors/${slug}`;

export const playerFile = (slug: string): string => `src/stage/players/lists/${slug}.ts`;

export const conformance = 'src/connectors/conformance.test.ts';

/** The path by which one file of the repository imports another. */
export const importPath = (from: string, to: string): string => {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
};
