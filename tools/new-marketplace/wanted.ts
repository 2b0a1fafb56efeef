import { parseArgs } from 'node:util';
import { Script } from 'node:vm';
import { firstOwnId, type Game, gameNamed, games, marketplaceNamed, marketplaces } from '../../src/schema/index.ts';
import { players } from '../../src/stage/players/index.ts';

/** A new marketplace, from the command line. */
export type Wanted = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** The slug as the name of a variable. */
  readonly variable: string;
  readonly games: readonly Game[];
  /** Host of the API of the marketplace. */
  readonly host: string;
};

export const usage = `npm run new-marketplace <slug> -- [--name "Skin Depot"] [--games CS2,Rust] [--host api.skin-depot.com]

<slug>   name of its folder, in kebab-case
--name   its public name (default: the slug in one word)
--games  any of ${games.join(', ')}, comma-separated (default: CS2)
--host   host of its API (default: api.<slug>.example)
`;

/** Throws when npm has taken an option for itself, as it does with options before the two hyphens. */
export function refuseTaken(environment: Readonly<Record<string, string | undefined>>): void {
  const taken = Object.keys(options).find((option) => environment[`npm_config_${option}`] !== undefined);
  if (taken !== undefined)
    throw new Error(`npm has taken --${taken} for itself; write -- between the slug and the options`);
}

const options = { name: { type: 'string' }, games: { type: 'string' }, host: { type: 'string' } } as const;

/** The marketplace that command-line arguments describe; throws when they are not valid. */
export function wanted(words: readonly string[]): Wanted {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options,
  });
  const [slug, ...more] = positionals;
  if (slug === undefined) throw new Error('the slug is missing');
  if (more.length > 0) throw new Error(`unexpected argument "${more[0]}"; put a name with spaces in quotes`);
  const variable = variableOf(slug);
  return {
    id: nextId(),
    slug,
    name: nameOf(values.name ?? capital(variable)),
    variable,
    games: gamesOf(values.games ?? 'CS2'),
    host: hostOf(values.host ?? `api.${slug}.example`),
  };
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The slug as a variable name; throws when the slug is not valid or is in use. */
function variableOf(slug: string): string {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(slug))
    throw new Error(
      `the slug "${slug}" is not kebab-case: lower-case letters, digits and single hyphens, starting with a letter`,
    );
  const taken = marketplaceNamed(slug);
  if (taken !== null) throw new Error(`"${slug}" already means ${taken.name} (${taken.slug}, ${taken.id})`);
  const variable = slug.replace(/-./g, (part) => part.slice(1).toUpperCase());
  try {
    new Script(`'use strict'; async () => { const ${variable} = 0; }`);
  } catch {
    throw new Error(`the slug "${slug}" is a reserved word of JavaScript; choose another, such as ${slug}-market`);
  }
  return variable;
}

function nameOf(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9]*(?:[ .-][A-Za-z0-9]+)*$/.test(name))
    throw new Error(`the name "${name}" must be letters and digits, with single spaces, dots or hyphens between them`);
  const taken = marketplaceNamed(name);
  if (taken !== null) throw new Error(`"${name}" already means ${taken.name} (${taken.slug}, ${taken.id})`);
  return name;
}

function gamesOf(text: string): readonly Game[] {
  const named = text.split(',').map((word) => {
    const game = gameNamed(word);
    if (game === null) throw new Error(`the game "${word.trim()}" is not known; games are ${games.join(', ')}`);
    return game;
  });
  return games.filter((game) => named.includes(game));
}

function hostOf(host: string): string {
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host))
    throw new Error(`"${host}" is not the name of a host, such as api.example.com`);
  const owner = players.find(({ hosts }) => hosts.includes(host));
  if (owner !== undefined)
    throw new Error(
      `the host ${host} belongs to the player of ${owner.slug}; give another host, and let that player answer for both later`,
    );
  return host;
}

/** The id after all existing ones, below those of operators' own marketplaces. */
function nextId(): number {
  const id = Math.max(...marketplaces.map((one) => one.id).filter((one) => one < firstOwnId)) + 1;
  if (id >= firstOwnId) throw new Error(`there is no id left below ${firstOwnId}`);
  return id;
}
