import { readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectors } from '../src/connectors/index.ts';
import { marketplaceWithSlug } from '../src/schema/index.ts';

const root = resolve(import.meta.dirname, '..');
const src = join(root, 'src');

type Row = {
  /** Folders of src it may import values from. */
  readonly from: readonly string[];
  /** Folders of src it may import types from. */
  readonly typesFrom?: readonly string[];
  readonly packages: readonly string[];
  readonly node?: boolean | readonly string[];
};

// The same rows stand in ARCHITECTURE.md
const table: Readonly<Record<string, Row>> = {
  schema: { from: [], packages: ['typebox'] },
  contract: { from: ['schema'], packages: ['typebox'], node: ['node:crypto'] },
  upstream: { from: ['schema', 'contract'], packages: ['typebox'] },
  connectors: { from: ['schema', 'contract'], packages: ['typebox'] },
  normalise: { from: ['schema'], packages: [] },
  book: { from: ['schema'], packages: [] },
  collect: {
    from: ['schema', 'contract', 'guarded'],
    packages: [
      'typebox',
      'ws',
      'centrifuge',
      'socket.io-client',
      'engine.io-client',
      'socket.io-parser',
      '@msgpack/msgpack',
      '#client',
    ],
    node: true,
  },
  store: { from: ['guarded', 'schema'], packages: ['chdb', '@clickhouse/client'], node: true },
  backup: { from: ['store'], packages: ['typebox', 's3mini'], node: true },
  stream: { from: ['schema'], packages: [], node: ['node:zlib'] },
  api: {
    from: ['guarded', 'schema'],
    typesFrom: ['book', 'store', 'collect', 'stream'],
    packages: ['typebox', 'fastify', 'ws'],
    node: true,
  },
  stage: { from: ['guarded', 'schema'], packages: ['ws'], node: true },
  service: {
    from: [
      'api',
      'backup',
      'book',
      'collect',
      'config',
      'connectors',
      'contract',
      'guarded',
      'log',
      'mcp',
      'normalise',
      'schema',
      'settings',
      'stage',
      'store',
      'stream',
      'upstream',
    ],
    packages: [],
    node: true,
  },
  mcp: { from: ['guarded'], typesFrom: ['api'], packages: ['#client', '@modelcontextprotocol/sdk', 'zod'] },
  cli: {
    from: ['backup', 'config', 'connectors', 'guarded', 'log', 'mcp', 'schema', 'service', 'settings', 'store'],
    typesFrom: ['api'],
    packages: ['ws', '#client', '@modelcontextprotocol/sdk'],
    node: true,
  },
};

type Import = { readonly file: string; readonly target: string; readonly isType: boolean };

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => file.endsWith('.ts') && statSync(file).isFile());

const importPattern = /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)/gm;

const importsOf = (file: string): Import[] =>
  [...readFileSync(file, 'utf8').matchAll(importPattern)].map(([, type, from, bare, dynamic]) => ({
    file,
    target: from ?? bare ?? dynamic ?? '',
    isType: type !== undefined,
  }));

const folderOf = (file: string): string => (relative(src, file).split('/')[0] ?? '').replace(/\.ts$/, '');

const packageOf = (target: string): string =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');

const isAllowed = (row: Row, { file, target, isType }: Import): boolean => {
  if (target.startsWith('.')) {
    const to = folderOf(resolve(dirname(file), target));
    return to === folderOf(file) || row.from.includes(to) || (isType && (row.typesFrom ?? []).includes(to));
  }
  if (builtinModules.includes(target.replace(/^node:/, ''))) {
    return row.node === true || (Array.isArray(row.node) && row.node.includes(target));
  }
  return row.packages.includes(packageOf(target));
};

const isShipped = (file: string): boolean => !file.endsWith('.test.ts') && !file.endsWith('contract/suite.ts');

/** Below connectors/: software that several marketplaces run. */
const families = 'families';

describe('the tree', () => {
  it('has a row in the import table for every folder', () => {
    const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());

    expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(table).sort());
  });

  it.each(Object.keys(table))('lets %s import only what its row allows', (folder) => {
    const imports = filesUnder(join(src, folder)).filter(isShipped).flatMap(importsOf);

    expect(imports.length).toBeGreaterThan(0);
    const forbidden = imports.filter((found) => !isAllowed(table[folder] as Row, found));
    expect(forbidden.map(({ file, target }) => `${relative(root, file)} imports ${target}`)).toEqual([]);
  });

  it('keeps connectors from importing one another, but for what their families share', () => {
    const files = filesUnder(join(src, 'connectors')).filter((file) => relative(src, file).split('/').length > 2);
    const crossing = files.flatMap(importsOf).filter(({ file, target }) => {
      const own = relative(src, file).split('/')[1];
      const path = relative(src, resolve(dirname(file), target)).split('/');
      return target.startsWith('.') && path[0] === 'connectors' && path[1] !== own && path[1] !== families;
    });

    expect(crossing).toEqual([]);
  });

  it('has one folder for each connector of the list, known to the registry', () => {
    const folders = readdirSync(join(src, 'connectors'), { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && entry.name !== families,
    );

    expect(connectors.map(({ slug }) => slug).sort()).toEqual(folders.map(({ name }) => name).sort());
    expect(connectors.map(({ slug }) => marketplaceWithSlug(slug).slug)).toEqual(connectors.map(({ slug }) => slug));
  });

  it('has no drawers', () => {
    const drawers = filesUnder(src).filter((file) =>
      /(^|\/)(utils?|helpers?|common|misc|types|constants)(\.ts|\/)/.test(file),
    );

    expect(drawers).toEqual([]);
  });

  it('is described folder by folder in ARCHITECTURE.md, with the same import table', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

    for (const [folder, row] of Object.entries(table)) {
      const line = text.split('\n').find((candidate) => candidate.startsWith(`| \`${folder}/\``));
      expect(line, `row of ${folder} in ARCHITECTURE.md`).toBeDefined();
      const said = [...(line ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => word).slice(1);
      const meant = [
        ...row.from,
        ...(row.typesFrom ?? []),
        ...row.packages,
        ...(Array.isArray(row.node) ? row.node : row.node === true ? ['node:*'] : []),
      ];
      expect(said.sort()).toEqual(meant.sort());
    }
  });
});
