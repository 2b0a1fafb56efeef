import { parseArgs } from 'node:util';
import { Script } from 'node:vm';
import { firstOwnId, type Game, gameNamed, games, marketplaceNamed, marketplaces } from '../../src/schema/index.ts';
import { players } from '../../src/stage/players/index.ts';

/** A marketplace as it was asked for. */
export type Wanted = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** The slug as the name of a variable. */
  readonly variable: string;
  readonly games: readonly Game[];
  /** Which answers for the marketplace. */
  readonly host: string;
};

export const usage = `npm run new-marketplace <slug> -- [--name "Skin Depot"] [--games CS2,Rust] [--host api.skin-depot.com]

<slug>   name of its folder, in kebab-case
--name   its public name; the slug in one word unless said
--games  out of ${games.join(', ')}; CS2 unless said
--host   which answers for it; api.<slug>.example unless said
`;

/** Throws where npm has taken an option for itself, as it does with those that stand before the two hyphens. */
export function refuseTaken(environment: Readonly<Record<string, string | undefined>>): void {
  const taken = Object.keys(options).find((option) => environment[`npm_config_${option}`] !== undefined);
  if (taken !== undefined)
    throw new Error(`npm has taken --${taken} for itself; write -- between the slug and the options`);
}

const options = { name: { type: 'string' }, games: { type: 'string' }, host: { type: 'string' } } as const;

/** What the words of a command line ask for; throws a sentence when that cannot be. */
export function wanted(words: readonly string[]): Wanted {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options,
  });
  const [slug, ...more] = positionals;
  if (slug === undefined) throw new Error('the slug is missing');
  if (more.length > 0) throw new Error(`"${more[0]}" is one word too many; a name with a blank stands in quotes`);
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

/** Checks the slug by the way. */
function variableOf(slug: string): string {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(slug))
    throw new Error(`the slug "${slug}" is not kebab-case: small letters, digits and single hyphens, a letter first`);
  const taken = marketplaceNamed(slug);
  if (taken !== null) throw new Error(`"${slug}" already means ${taken.name} (${taken.slug}, ${taken.id})`);
  const variable = slug.replace(/-./g, (part) => part.slice(1).toUpperCase());
  try {
    new Script(`'use strict'; async () => { const ${variable} = 0; }`);
  } catch {
    throw new Error(`the slug "${slug}" is a word of JavaScript; choose another, such as ${slug}-market`);
  }
  return variable;
}

function nameOf(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9]*(?:[ .-][A-Za-z0-9]+)*$/.test(name))
    throw new Error(`the name "${name}" must be letters and digits, with single blanks, dots or hyphens between them`);
  const taken = marketplaceNamed(name);
  if (taken !== null) throw new Error(`"${name}" already means ${taken.name} (${taken.slug}, ${taken.id})`);
  return name;
}

function gamesOf(text: string): readonly Game[] {
  const named = text.split(',').map((word) => {
    const game = gameNamed(word);
    if (game === null) throw new Error(`the game "${word.trim()}" is not known; there are ${games.join(', ')}`);
    return game;
  });
  return games.filter((game) => named.includes(game));
}

function hostOf(host: string): string {
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host))
    throw new Error(`"${host}" is not the name of a host, such as api.example.com`);
  const owner = players.find(({ hosts }) => hosts.includes(host));
  if (owner !== undefined)
    throw new Error(`the host ${host} is played for ${owner.slug}; give another and have that player answer later`);
  return host;
}

/** Behind every id ever given out, below those that operators give. */
function nextId(): number {
  const id = Math.max(...marketplaces.map((one) => one.id).filter((one) => one < firstOwnId)) + 1;
  if (id >= firstOwnId) throw new Error(`there is no id left below ${firstOwnId}`);
  return id;
}
