type Schema = { readonly [key: string]: unknown };

/** Schemas of an API description by name. */
export type Definitions = Readonly<Record<string, Schema>>;

// Types whose fields depend on the game have it as a parameter: what `x-games` says of a field or of a whole schema

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const partsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isSchema(value) ? Object.values(value) : [];

const nameIn = (schema: Schema): string | null => {
  const { $ref: ref } = schema;
  return typeof ref === 'string' ? ref.replace(/^.*\//, '') : null;
};

const gamesIn = (schema: Schema | undefined): string | null => {
  const games = schema?.['x-games'];
  return Array.isArray(games) ? games.map((game) => `'${game}'`).join(' | ') : null;
};

/** The names of all schemas with a part that depends on the game; a schema of some games alone does not. */
function dependentOn(definitions: Definitions): ReadonlySet<string> {
  const known = new Map<string, boolean>();
  const depends = (value: unknown): boolean => {
    if (!isSchema(value)) return partsOf(value).some(depends);
    const name = nameIn(value);
    if (name !== null) return gamesIn(definitions[name]) !== null || isDependent(name);
    return gamesIn(value) !== null || partsOf(value).some(depends);
  };
  const isDependent = (name: string): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, false);
    const found = gamesIn(definitions[name]) === null && partsOf(definitions[name]).some(depends);
    known.set(name, found);
    return found;
  };
  return new Set(Object.keys(definitions).filter(isDependent));
}

/** Prepares schemas for a conversion to types, and adds the parameter to the text that it makes. */
export function createGameTypes(definitions: Definitions) {
  const dependent = dependentOn(definitions);
  /** A reference to a schema; the type of one of some games counts only for these. */
  const named = (name: string, schema: Schema): Schema => {
    const games = gamesIn(definitions[name]);
    if (games !== null) return { tsType: `(InGame extends ${games} ? ${name} : never)` };
    return dependent.has(name) ? { tsType: `${name}<InGame>` } : schema;
  };
  const part = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => part(one, ''));
    return isSchema(value) ? write(value, key) : value;
  };
  const write = ({ description, 'x-games': games, ...schema }: Schema, key: string): Schema => {
    const told = description === undefined ? {} : { description };
    const name = nameIn(schema);
    if (name !== null) return { ...told, ...named(name, schema) };
    if (key === 'game' && 'enum' in schema) return { ...told, tsType: 'InGame' };
    const parts = Object.fromEntries(Object.entries(schema).map(([of, value]) => [of, part(value, of)]));
    if (games === undefined) return { ...told, ...parts };
    return { ...told, allOf: [parts, { tsType: `KnownIn<InGame, ${gamesIn({ 'x-games': games })}>` }] };
  };
  return {
    definitions: Object.fromEntries(
      Object.entries(definitions).map(([name, schema]) => [name, dependent.has(name) ? write(schema, '') : schema]),
    ),
    withParameters: (text: string): string =>
      text.replace(/^export interface (\w+) {$/gm, (line, name) =>
        dependent.has(name) ? `export interface ${name}<InGame extends Game = Game> {` : line,
      ),
  };
}
