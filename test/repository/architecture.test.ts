import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataSets } from '../../src/connectors/data-sets.ts';
import { connectors } from '../../src/connectors/index.ts';
import { marketplaceWithSlug } from '../../src/schema/index.ts';
import { functionLengths } from '../support/architecture/function-lengths.ts';

const root = resolve(import.meta.dirname, '..', '..');
const src = join(root, 'src');

type Row = {
  /** Folders of src from which it may import values. */
  readonly from: readonly string[];
  /** Folders of src from which it may import types. */
  readonly typesFrom?: readonly string[];
  readonly packages: readonly string[];
  readonly node?: boolean | readonly string[];
};

// ARCHITECTURE.md has the same rows
const table: Readonly<Record<string, Row>> = {
  schema: { from: [], packages: ['typebox'] },
  runtime: { from: [], packages: ['pino'] },
  text: { from: [], packages: [] },
  config: { from: ['schema', 'text'], packages: [], node: ['node:fs', 'node:path'] },
  names: { from: ['schema'], packages: ['csgo-fade-percentage-calculator'] },
  contract: { from: ['schema'], packages: ['typebox'], node: ['node:crypto'] },
  upstream: { from: ['contract', 'schema'], packages: ['typebox'] },
  connectors: { from: ['contract', 'schema'], packages: ['typebox'] },
  normalise: { from: ['names', 'schema'], typesFrom: ['runtime'], packages: [] },
  flags: { from: ['schema'], packages: [] },
  appraise: { from: ['contract', 'schema'], packages: [] },
  holdings: { from: ['names', 'schema'], packages: [] },
  book: { from: ['flags', 'names', 'schema', 'text'], typesFrom: ['runtime'], packages: [] },
  collect: {
    from: ['contract', 'runtime', 'schema'],
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
  store: {
    from: ['names', 'runtime', 'schema'],
    packages: ['@duckdb/node-api', '@clickhouse/client'],
    node: true,
  },
  tape: {
    from: ['runtime', 'schema'],
    packages: ['@nats-io/jetstream', '@nats-io/kv', '@nats-io/transport-node'],
    node: [
      'node:crypto',
      'node:fs',
      'node:fs/promises',
      'node:os',
      'node:path',
      'node:timers/promises',
      'node:util',
      'node:worker_threads',
      'node:zlib',
    ],
  },
  stream: { from: ['names', 'schema', 'tape', 'text'], typesFrom: ['runtime'], packages: [], node: ['node:zlib'] },
  sinks: {
    from: ['runtime'],
    typesFrom: ['config', 'schema', 'stream'],
    packages: ['@nats-io/jetstream', '@nats-io/transport-node', 'postgres'],
  },
  alerts: {
    from: ['holdings', 'names', 'runtime', 'schema', 'stream', 'tape'],
    typesFrom: ['book', 'config'],
    packages: ['nodemailer'],
    node: ['node:crypto', 'node:dns', 'node:fs/promises', 'node:http', 'node:https', 'node:net', 'node:path'],
  },
  api: {
    from: ['appraise', 'flags', 'front', 'holdings', 'names', 'runtime', 'schema', 'text'],
    typesFrom: ['alerts', 'book', 'collect', 'store', 'stream', 'tape'],
    packages: ['typebox', 'ws'],
    node: true,
  },
  front: {
    from: ['runtime', 'schema', 'stream'],
    typesFrom: ['config'],
    packages: [],
    node: true,
  },
  stage: { from: ['runtime', 'schema'], packages: ['ws', '@msgpack/msgpack'], node: true },
  service: {
    from: [
      'alerts',
      'api',
      'book',
      'collect',
      'config',
      'connectors',
      'contract',
      'front',
      'holdings',
      'mcp',
      'names',
      'normalise',
      'runtime',
      'schema',
      'sinks',
      'stage',
      'store',
      'stream',
      'tape',
      'text',
      'upstream',
    ],
    packages: ['@nats-io/jetstream', '@nats-io/kv', '@nats-io/transport-node', 's3mini', 'typebox'],
    node: true,
  },
  mcp: {
    from: ['api', 'schema'],
    typesFrom: ['runtime'],
    packages: ['#client', '@modelcontextprotocol/server', 'typebox'],
  },
  cli: {
    from: ['config', 'connectors', 'mcp', 'runtime', 'schema', 'service', 'store', 'text'],
    typesFrom: ['api'],
    packages: ['ws', '#client', '@modelcontextprotocol/server'],
    node: true,
  },
};

/**
 * Subfolders, and what each may import from its own folder: other subfolders, or files next to them. Also in
 * ARCHITECTURE.md.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'api/server': ['api/errors', 'api/query'],
  'api/lists': ['api/cache', 'api/errors', 'api/server', 'api/wire'],
  'api/pages': ['api/cache', 'api/errors', 'api/query', 'api/server'],
  'api/cache': ['api/keys', 'api/query', 'api/request-counts', 'api/require-key', 'api/usage'],
  'api/sessions': ['api/key-file', 'api/stored-keys'],
  'api/stream': [
    'api/cache',
    'api/errors',
    'api/keys',
    'api/metrics',
    'api/query',
    'api/require-key',
    'api/server',
    'api/source-flags',
    'api/wire',
  ],
  'api/metrics': ['api/cache', 'api/lists', 'api/lookups', 'api/request-counts', 'api/source-report', 'api/wire'],
  'api/shapes': [
    'api/contexts',
    'api/errors',
    'api/keys',
    'api/lists',
    'api/lookups',
    'api/parameters',
    'api/query',
    'api/require-key',
    'api/route',
    'api/routes',
    'api/server',
    'api/scope',
    'api/stream',
    'api/wire',
  ],
  'api/operator': [
    'api/cache',
    'api/documents',
    'api/errors',
    'api/failure-class',
    'api/key-file',
    'api/keys',
    'api/lists',
    'api/lookups',
    'api/metrics',
    'api/pages',
    'api/query',
    'api/request-counts',
    'api/require-key',
    'api/server',
    'api/sessions',
    'api/source-report',
    'api/unread',
    'api/usage',
    'api/wire',
  ],
  'api/routes': [
    'api/appraise',
    'api/cache',
    'api/conditions',
    'api/errors',
    'api/full-rows',
    'api/lists',
    'api/lookups',
    'api/parameters',
    'api/as-of',
    'api/route',
    'api/scope',
    'api/source-flags',
    'api/value',
    'api/wire',
  ],
  'api/documents': [
    'api/errors',
    'api/holdings',
    'api/pages',
    'api/parameters',
    'api/route',
    'api/routes',
    'api/stream',
    'api/wire',
  ],
  'api/appraise': ['api/errors', 'api/route', 'api/value', 'api/wire'],
  'api/wire': ['api/conditions', 'api/errors', 'api/failure-class', 'api/source-report'],
  'book/memory': [],
  'book/best': ['book/memory'],
  'book/search': ['book/memory'],
  'collect/feed': [
    'collect/poll',
    'collect/drift',
    'collect/request',
    'collect/schedule',
    'collect/decode',
    'collect/sink',
    'collect/error-text',
  ],
  'collect/poll': [
    'collect/drift',
    'collect/known-item',
    'collect/request',
    'collect/schedule',
    'collect/decode',
    'collect/sink',
    'collect/error-text',
  ],
  'collect/inventory': ['collect/request', 'collect/schedule'],
  'collect/drift': ['collect/known-item'],
  'collect/request': ['collect/schedule', 'collect/decode', 'collect/error-text'],
  'collect/schedule': ['collect/decode'],
  'collect/decode': ['collect/error-text'],
  'tape/fold': ['tape/change-line'],
  'tape/jetstream': ['tape/epoch', 'tape/snapshot', 'tape/tape'],
  'service/as-of': [],
  'service/backup': ['service/part', 'service/snapshots', 'service/tape', 'service/version'],
  'service/cluster': [
    'service/connectors',
    'service/metrics',
    'service/node',
    'service/parts',
    'service/schedule-memory',
    'service/snapshots',
    'service/sources',
    'service/tape',
    'service/version',
  ],
  'service/connectors': ['service/backup', 'service/rates', 'service/service-id', 'service/version'],
  'service/demo': ['service/service', 'service/version'],
  'service/live': ['service/connectors'],
  'service/metrics': [],
  'service/node': ['service/connectors', 'service/parts', 'service/snapshots', 'service/sources', 'service/tape'],
  'service/schedule-memory': [],
  'service/publish': ['service/backup', 'service/connectors', 'service/part', 'service/parts', 'service/version'],
  'service/rates': [],
  'service/snapshots': ['service/tape'],
  'service/sinks': ['service/cluster', 'service/part', 'service/parts', 'service/tape'],
  'service/sources': [
    'service/connectors',
    'service/part',
    'service/parts',
    'service/schedule-memory',
    'service/rates',
    'service/snapshots',
    'service/tape',
    'service/version',
  ],
  'service/tape': ['service/as-of'],
};

/** Folders whose rooms still import each other. The list only shrinks. */
const entangled: readonly string[] = ['stage'];

/** Modules that use NATS: loaded only if a setting names it, never as a side effect of another import. */
const onlyWithNats = ['tape/jetstream/', 'service/cluster/', 'sinks/nats-sink.ts'];

const maxFiles = 20;
const maxLines = 60;
const maxLinesOfTests = 80;

/** Functions that may be longer. The list only shrinks. */
const longFunctions: readonly string[] = [];

/** Words that are no names here, each with the word of the field. CONTRIBUTING.md explains those that are not self-evident. */
const retired: Readonly<Record<string, string>> = {
  aisle: 'gameBook',
  asker: 'standbyCollector',
  audience: 'group',
  desk: 'subscriber',
  door: 'endpoint',
  fewest: 'min',
  former: 'previous',
  heard: 'received',
  kept: 'stored, cached or retained',
  least: 'min',
  longest: 'max',
  most: 'max',
  offender: 'rejectedRow',
  patience: 'timeout',
  place: 'index, position or location',
  raiser: 'alertSink',
  seat: 'member',
  shelf: 'book',
  sight: 'scope',
  stall: 'marketBook',
  teller: 'publisher',
  tidier: 'maintenance',
  usual: 'default',
  wish: 'request, subscription or filter',
  wording: 'encoder',
};

/** Names with such a word that stay: of the public contract, of a column, of a placeholder, of a view in SQL, of an item. */
const staying = new Set([
  ...['Door', 'formerAsk', 'formerAskUSD', 'kept', 'keptTo', 'least', 'most', 'NO_LONGER_KEPT', 'place'],
  ...['asUsual', 'isNothingUsual', 'isUsualAsked', 'lowestUsual', 'underUsual', 'underUsualPercent', 'withinUsual'],
  ...['UsualBounds', 'UsualPrices', 'usual', 'usual-bounds', 'usual-prices', 'usual-prices.test', 'usualAsk'],
  ...['usualAskUSD', 'usualBoundOf', 'usualCosts', 'usualOf', 'usualUsd', 'usuals'],
]);

const idiom = /[iI]nPlace|[aA]t(?:Most|Least)/g;

/** Names that once stood for several things each. */
const unambiguous = ['Asked', 'Ended', 'Entry', 'Line', 'Place', 'Position', 'Setup'];

/** A fault of the stage's feeds, to be set by this name. */
const faultOfFeeds = 'stall';

type Import = { readonly file: string; readonly target: string; readonly isType: boolean };

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => file.endsWith('.ts') && statSync(file).isFile());

const sourcesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('/fixtures/'));

/** Comments and texts, which may contain any word. */
const prose = /\/\*[\s\S]*?\*\/|^\s*\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/gm;

const namesIn = (code: string): readonly string[] => [...new Set(code.replace(prose, '').match(/[A-Za-z_]\w*/g))];

const typeDeclaration = /^(?:export )?(?:type|interface|class) (\w+)/gm;

const exportedValue = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm;

const singular = (word: string): string => word.toLowerCase().replace(/s$/, '');

const retiredWords = new Set(Object.keys(retired).map(singular));

const isRetired = (name: string): boolean =>
  !staying.has(name) &&
  (name.replace(idiom, '').match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).some((word) => retiredWords.has(singular(word)));

/** A participle says what happened to a thing and not what it is. */
const participle =
  /^(?:[A-Z][a-z]*[^e]ed|Built|Cut|Drawn|Found|Given|Held|Kept|Known|Learnt|Lost|Made|Met|Put|Read|Retold|Seen|Sent|Shown|Sold|Stood|Stuck|Told|Written)$/;

const importPattern = /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)/gm;

/** Imports that run when a file is loaded; types are excluded. */
const staticImportPattern = /^(?:import|export)\s+(?!type\s)(?:[^'"]*?from\s+)?'([^']+)'/gm;

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

/** Folder below connectors/ for software that several marketplaces run. */
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

  it('lets connectors import nothing from one another, only from their families', () => {
    const files = filesUnder(join(src, 'connectors')).filter((file) => relative(src, file).split('/').length > 2);
    const crossing = files.flatMap(importsOf).filter(({ file, target }) => {
      const own = relative(src, file).split('/')[1];
      const path = relative(src, resolve(dirname(file), target)).split('/');
      return target.startsWith('.') && path[0] === 'connectors' && path[1] !== own && path[1] !== families;
    });

    expect(crossing).toEqual([]);
  });

  it('has exactly one registered folder for each connector and each data set of the lists', () => {
    const folders = readdirSync(join(src, 'connectors'), { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && entry.name !== families,
    );

    const all = [...connectors, ...dataSets];
    expect(all.map(({ slug }) => slug).sort()).toEqual(folders.map(({ name }) => name).sort());
    expect(connectors.map(({ slug }) => marketplaceWithSlug(slug).slug)).toEqual(connectors.map(({ slug }) => slug));
  });

  it.each(Object.keys(rooms))('lets %s import from its own folder only what its row allows', (room) => {
    const files = filesUnder(join(src, room)).filter(isShipped);
    const [folder = ''] = room.split('/');
    const forbidden = files.flatMap(importsOf).filter(({ file, target }) => {
      if (!target.startsWith('.')) return false;
      const to = relative(src, resolve(dirname(file), target)).split('/');
      const beside = to.slice(0, 2).join('/').replace(/\.ts$/, '');
      return to[0] === folder && beside !== room && !rooms[room]?.includes(beside);
    });

    expect(files.length).toBeGreaterThan(1);
    expect(forbidden.map(({ file, target }) => `${relative(root, file)} imports ${target}`)).toEqual([]);
  });

  it('has no two rooms of a folder that import each other', () => {
    const roomOf = (file: string): string => relative(src, file).split('/').slice(0, 2).join('/');
    const pairs = new Set(
      filesUnder(src)
        .filter(isShipped)
        .flatMap(importsOf)
        .filter(({ target }) => target.startsWith('.'))
        .map(({ file, target }) => [file, resolve(dirname(file), target)] as const)
        .filter(([file, to]) => folderOf(file) === folderOf(to) && !entangled.includes(folderOf(file)))
        .map(([file, to]) => [roomOf(file), roomOf(to)] as const)
        .filter(([from, to]) => from !== to)
        .map(([from, to]) => `${from} ${to}`),
    );
    const mutual = [...pairs].filter((pair) => pairs.has(pair.split(' ').reverse().join(' ')));

    expect(pairs.size).toBeGreaterThan(100);
    expect(mutual).toEqual([]);
  });

  it('loads modules that use NATS only where they are needed', () => {
    const isInside = (file: string): boolean => onlyWithNats.some((room) => relative(src, file).startsWith(room));
    const outside = filesUnder(src).filter((file) => isShipped(file) && !isInside(file));
    const loading = outside.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(staticImportPattern)]
        .map(([, from = '']) => from)
        .filter(
          (from) => from.startsWith('@nats-io/') || (from.startsWith('.') && isInside(resolve(dirname(file), from))),
        )
        .map((from) => `${relative(root, file)} loads ${from}`),
    );

    const samples = [
      "import { a } from '@nats-io/kv';",
      "import type { a } from '@nats-io/kv';",
      "import('@nats-io/kv')",
    ];
    expect(samples.map((text) => [...text.matchAll(staticImportPattern)].length)).toEqual([1, 0, 0]);
    expect(loading).toEqual([]);
  });

  it('has no import cycles, type imports included', () => {
    const files = [src, join(root, 'client/src'), join(root, 'dashboard/src'), join(root, 'bench')]
      .flatMap(sourcesUnder)
      .filter((file) => !file.endsWith('.test.ts'));
    const left = new Map(
      files.map((file) => [file, new Set(importsOf(file).map(({ target }) => resolve(dirname(file), target)))]),
    );
    // A file whose imports have all been removed is in no cycle
    for (let size = -1; size !== left.size; ) {
      size = left.size;
      for (const [file, targets] of left) if (![...targets].some((target) => left.has(target))) left.delete(file);
    }

    expect(files.length).toBeGreaterThan(300);
    expect([...left.keys()].map((file) => relative(root, file))).toEqual([]);
  });

  it('has no folder with more files than the limit', () => {
    const sources = ['src', 'client/src', 'dashboard/src', 'bench', 'tools', 'test']
      .map((folder) => join(root, folder))
      .flatMap(sourcesUnder);
    const tests = join(root, 'test');
    const counts = new Map<string, number>();
    for (const file of sources) {
      // A test beside what it tests is found with it
      if (file.startsWith(tests) || !file.endsWith('.test.ts'))
        counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    }
    const full = [...counts].filter(([, count]) => count > maxFiles);

    expect(full.map(([folder, count]) => `${relative(root, folder)}: ${count}`)).toEqual([]);
  });

  it('has no function longer than the limit, except for those listed, and no test longer than theirs', () => {
    const sources = ['src', 'client/src', 'dashboard/src', 'tools', 'bench', 'test'].flatMap((folder) =>
      sourcesUnder(join(root, folder)),
    );
    const long = sources.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const isOfTests = /\.test\.tsx?$/.test(file) || file.startsWith(join(root, 'test'));
      const max = isOfTests ? maxLinesOfTests : maxLines;
      // No function is longer than its file
      return (text.split('\n').length > max ? functionLengths(file, text) : [])
        .filter(({ lines }) => lines > max)
        .map(({ name }) => `${relative(root, file)}: ${name}`);
    });

    expect(sources.length).toBeGreaterThan(400);
    expect(long.sort()).toEqual(longFunctions);
  });

  it('counts the lines of every kind of function, but not of tables and of lists of tests', () => {
    const text = `
      class Book { constructor() {\n} #row() {\n} get rows() {\n} pages = () => {\n} }
      export function apply() {\n const row = async () => {\n}\n}
      const plain = () => ({ a: [\n] }), made = () => ({ a: () => {\n} }), element = () => (<p>\n</p>);
      call(function named() {\n}, () => {\n});
      describe.each([1])('', () => {\n needing('a').it('', () => {\n\n});\n});`;

    const counted = functionLengths('sample.tsx', text).filter(({ lines }) => lines > 1);
    expect(counted.map(({ name, lines }) => `${name} ${lines}`)).toEqual([
      'constructor 2',
      '#row 2',
      'rows 2',
      'pages 2',
      'apply 4',
      'row 2',
      'made 2',
      'a 2',
      'element 2',
      'named 2',
      ' 2',
      ' 3',
    ]);
  });

  it('uses no retired word as the name of a file or anything else', () => {
    const sources = [
      src,
      join(root, 'client/src'),
      join(root, 'dashboard/src'),
      join(root, 'bench'),
      join(root, 'test'),
    ]
      .flatMap(sourcesUnder)
      // Marketplaces use words of their own, in connectors and on the stage, and so do players
      .filter((file) => !/^(?:connectors\/|stage\/players\/|book\/search\/trade-words\.ts)/.test(relative(src, file)))
      .filter((file) => file !== import.meta.filename);
    const named = sources.flatMap((file) => {
      const path = relative(root, file);
      return [path.replace(/^.*\/|\.tsx?$/g, ''), ...namesIn(readFileSync(file, 'utf8'))]
        .filter((name) => isRetired(name) && !(path.startsWith('src/stage/') && name === faultOfFeeds))
        .map((name) => `${path}: ${name}`);
    });

    const sample = `const { book: shelf } = 'desk'; // aisle\nopen((stallOf) => /* wording */ shelf.tidier());`;
    expect(namesIn(sample).filter(isRetired)).toEqual(['shelf', 'aisle', 'stallOf', 'tidier']);
    const names = [
      'stallOf',
      'Shelf',
      'desk-of',
      'installed',
      'McpDoor',
      'doors',
      'isAtMost',
      'maxInPlace',
      'mostKept',
    ];
    expect(names.filter(isRetired)).toEqual(['stallOf', 'Shelf', 'desk-of', 'McpDoor', 'doors', 'mostKept']);
    expect(named).toEqual([]);
  });

  it('names no type with a participle', () => {
    const sources = ['src', 'dashboard/src', 'client/src']
      .flatMap((folder) => sourcesUnder(join(root, folder)))
      .filter((file) => !/\.test\.tsx?$|\/src\/connectors\/|\/stage\/players\/|\/generated\//.test(file));
    const named = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(typeDeclaration)]
        .filter(([, name = '']) => participle.test(name))
        .map(([, name]) => `${relative(root, file)}: ${name}`),
    );

    expect(['Found', 'Followed', 'Feed', 'FoundOffer'].filter((name) => participle.test(name))).toEqual([
      'Found',
      'Followed',
    ]);
    expect(named).toEqual([]);
  });

  it.each([['src', 'dashboard/src'], ['client/src']])('defines each unambiguous name once in %s', (...folders) => {
    const sources = folders
      .flatMap((folder) => sourcesUnder(join(root, folder)))
      // Marketplaces use words of their own, in connectors and on the stage
      .filter((file) => !/\.test\.tsx?$|\/src\/connectors\/|\/stage\/players\//.test(file));
    const defined = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(typeDeclaration)].map(([, name = '']) => ({
        name,
        file: relative(root, file),
      })),
    );
    const several = unambiguous
      .map((word) => defined.filter(({ name }) => name === word))
      .filter(({ length }) => length > 1);

    expect(defined.map(({ name }) => name)).toContain('Position');
    expect(several).toEqual([]);
  });

  it('exports no value that no other file uses', () => {
    const files = ['src', 'client/src', 'dashboard/src', 'bench', 'tools', 'test']
      .flatMap((folder) => sourcesUnder(join(root, folder)))
      .concat(join(root, 'vitest.config.ts'));
    // Names quoted in this file's own lists do not count as uses
    const own = readFileSync(import.meta.filename, 'utf8').replace(/'[^'\n]*'/g, '');
    const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')])).set(import.meta.filename, own);
    const naming = new Map<string, number>();
    for (const text of texts.values())
      for (const word of new Set(text.match(/\w+/g))) naming.set(word, (naming.get(word) ?? 0) + 1);
    const alone = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(exportedValue)]
        .filter(([, name = '']) => naming.get(name) === 1)
        .map(([, name]) => `${relative(root, file)}: ${name}`),
    );

    expect(alone).toEqual([]);
  });

  it('decompresses nothing without a limit on what it becomes', () => {
    const decompressing = /\b(?:gunzip|unzip|inflate(?:Raw)?|(?:brotli|zstd)Decompress)(?:Sync)?\(/g;
    const files = filesUnder(src).filter((file) => !file.endsWith('.test.ts'));
    const unlimited = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(decompressing)]
        .map(({ index }) => text.slice(index, text.indexOf('\n', index)))
        .filter((call) => !/maxOutputLength|bounded/.test(call))
        .map((call) => `${relative(root, file)}: ${call}`);
    });

    expect(unlimited).toEqual([]);
  });

  it('has no catch-all files such as utils or helpers', () => {
    const drawers = [src, join(root, 'test')]
      .flatMap(filesUnder)
      .filter((file) => /(^|\/)(utils?|helpers?|common|misc|types|constants)(\.ts|\/)/.test(file));

    expect(drawers).toEqual([]);
  });

  it('agrees with ARCHITECTURE.md on what each subfolder imports from its folder', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

    for (const [room, from] of Object.entries(rooms)) {
      const line = text.split('\n').find((candidate) => candidate.startsWith(`| \`${room}/\``));
      expect(line, `row of ${room} in ARCHITECTURE.md`).toBeDefined();
      const listed = [...(line ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => word).slice(1);
      expect(listed.sort()).toEqual([...from].sort());
    }
  });

  it('has every file that ARCHITECTURE.md names', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const named = [...text.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|json|md))`/g)].map(([, path = '']) => path);
    const missing = named.filter((path) => ![join(root, path), join(src, path)].some((file) => existsSync(file)));

    expect(named.length).toBeGreaterThan(15);
    expect(missing).toEqual([]);
  });

  it('has a row in the table of ARCHITECTURE.md for every folder, with the same imports', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

    for (const [folder, row] of Object.entries(table)) {
      const line = text.split('\n').find((candidate) => candidate.startsWith(`| \`${folder}/\``));
      expect(line, `row of ${folder} in ARCHITECTURE.md`).toBeDefined();
      const listed = [...(line ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => word).slice(1);
      const expected = [
        ...row.from,
        ...(row.typesFrom ?? []),
        ...row.packages,
        ...(Array.isArray(row.node) ? row.node : row.node === true ? ['node:*'] : []),
      ];
      expect(listed.sort()).toEqual(expected.sort());
    }
  });
});
