import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..', '..', '..');
const packages = join(root, 'node_modules');
const ofEngine = '@duckdb';

/** The compiled program as installed without the embedded database. */
export type Installed = {
  readonly program: string;
  /** Adds one of the packages of the embedded database, without the file that is nearly all of it. */
  readonly add: (name: string) => void;
  readonly remove: () => void;
};

export function installWithoutEngine(): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-without-engine-'));
  const installed = join(folder, 'node_modules');
  mkdirSync(installed);
  for (const name of readdirSync(packages))
    if (!name.startsWith('.') && name !== ofEngine) symlinkSync(join(packages, name), join(installed, name));
  for (const name of ['client', 'package.json']) symlinkSync(join(root, name), join(folder, name));
  // Not a link, as modules are resolved from where they really are
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  return {
    program: join(folder, 'dist', 'main.js'),
    add(name) {
      const filter = (path: string) => !/libduckdb\.(so|dylib)$/.test(path);
      cpSync(join(packages, ofEngine, name), join(installed, ofEngine, name), {
        recursive: true,
        dereference: true,
        filter,
      });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
