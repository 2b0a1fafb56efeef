/** The package's `itemtape/connector-suite` export: the tests of this repository's connectors, for connectors outside it. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { OwnModule } from './contract/own-connector.ts';
import { conforms as conformsIn } from './contract/suite.ts';
import { marketplaceNamed } from './schema/index.ts';
import { givenBy, registryEntry } from './service/connectors/own-given.ts';

/**
 * Declares the tests of a connector. `folder` is the connector's folder, which contains `fixtures/SOURCES.md`.
 * Await it at the top level of a test file: vitest collects tests before it runs them.
 */
export async function conforms(module: OwnModule, folder: string | URL): Promise<void> {
  const path = (typeof folder === 'string' ? folder : fileURLToPath(folder)).replace(/[\\/]+$/, '');
  const connector = await givenBy(module);
  const list = join(path, 'fixtures', 'SOURCES.md');
  if (!existsSync(list)) throw new Error(`${list} is missing; it names the answers that the tests read`);
  describe(`the marketplace of ${basename(path)}`, () => {
    it('has names of its own', () => {
      const { name, aliases } = registryEntry(connector.slug, module.marketplace);
      const taken = [connector.slug, name, ...aliases].filter((word) => marketplaceNamed(word) !== null);
      expect(taken).toEqual([]);
    });
  });
  conformsIn(connector, path, { known: [connector], hasNotes: false });
}
