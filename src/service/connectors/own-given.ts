import type { Connector } from '../../contract/connector.ts';
import { kit } from '../../contract/kit.ts';
import { shaped } from './own-declared.ts';

/** The connector that a module exports; an exported function is called with the kit. Throws if it is not a declaration. */
export const givenBy = async (module: {
  readonly default?: unknown;
  readonly connector?: unknown;
}): Promise<Connector> => {
  const given = module.default ?? module.connector;
  return shaped(typeof given === 'function' ? await given(kit) : given);
};

// Names are written into messages and CSV as they are, and separated by commas in requests
const unquotable = /[",\\\p{C}]/u;
const maxNameLength = 64;

export type RegistryEntry = { readonly name: string; readonly aliases: readonly string[]; readonly id: number | null };

/** Reads the export `marketplace` of a module; throws if it is not an entry. */
export function registryEntry(slug: string, entry: unknown): RegistryEntry {
  const such = `export const marketplace = { name: 'MyShop' }`;
  if (typeof entry !== 'object' || entry === null)
    throw new Error(`the registry does not know "${slug}", and the file has no entry for it; add ${such}`);
  const { name, id, aliases } = entry as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name.trim() === '')
    throw new Error(`its marketplace has no name; write it as in ${such}`);
  if (unquotable.test(name.trim()) || name.trim().length > maxNameLength)
    throw new Error(
      `the name of its marketplace must have at most ${maxNameLength} characters, and no comma, quotation mark, backslash or control character`,
    );
  if (id !== undefined && typeof id !== 'number') throw new Error('the id of its marketplace must be a number');
  if (aliases !== undefined && !(Array.isArray(aliases) && aliases.every((alias) => typeof alias === 'string')))
    throw new Error('the aliases of its marketplace must be a list of strings');
  return { name: name.trim(), id: id ?? null, aliases: aliases ?? [] };
}
