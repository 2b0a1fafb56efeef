import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTape } from '../../client/src/create-tape.ts';
import { WireFigureWhen } from '../../src/api/wire/tape/alert.ts';
import { allCommands } from '../../src/cli/commands.ts';
import { flagName, settingKeys, settings } from '../../src/config/settings.ts';
import { alertFigures } from '../../src/schema/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

function files(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path) && !/(^|\/)(node_modules|dist|fixtures)\//.test(path))
    .map((path) => join(folder, path));
}

/** Rules cited in comments: `U14`, or `U14, U15` or `U14 and U15`. */
const citedIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /^\s*(\/\*\*|\*|\/\/)/.test(line))
    .flatMap((line) => line.match(/\bU\d{1,2}\b/g) ?? []);

/** The id that Markdown gives to a heading. */
const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const headingsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => idOf(heading));

describe('the documents', () => {
  it('define every rule that a comment cites, each once and in order', () => {
    const defined = [...read('docs/contract.md').matchAll(/^\| (U\d+) \|/gm)].map(([, rule]) => rule);
    const cited = ['src', 'client/src', 'dashboard/src', 'test']
      .flatMap((folder) => files(folder, /\.tsx?$/))
      .flatMap((path) => citedIn(read(path)));

    expect(defined).toEqual(Array.from({ length: defined.length }, (_, at) => `U${at + 1}`));
    expect(cited.length).toBeGreaterThan(5);
    expect(cited.filter((rule) => !defined.includes(rule))).toEqual([]);
  });

  it('list every decision by its title', () => {
    const list = read('docs/decisions/README.md');
    const decisions = files('docs/decisions', /^\d{4}-.*\.md$/);

    expect(decisions.length).toBeGreaterThan(5);
    for (const path of decisions) {
      const [, number, title] = /^# (\d+)\. (.+)\n/.exec(read(path)) ?? [];
      const file = path.split('/').at(-1) ?? '';
      expect(list).toContain(`| [${number?.padStart(4, '0')}](${file}) | ${title} |`);
    }
  });

  it('describe no setting that the service does not read', () => {
    const code = files('src', /(?<!\.test)\.ts$/)
      .filter((path) => path !== 'src/config/settings.ts')
      .map(read)
      .join('\n');
    // `fees.${side}` names the settings of both sides
    const isNamed = (key: string): boolean =>
      code.includes(`'${key}'`) || code.includes(`\`${key.replace(/\.\w+$/, '.$')}{`);

    expect(Object.keys(settings).filter((key) => !isNamed(key))).toEqual([]);
  });

  it.each(['CONTRIBUTING.md', 'src/connectors/README.md', 'src/stage/README.md'])(
    'name only files and folders that exist in %s',
    (path) => {
      const named =
        read(path).match(/(?<![\w./-])(?:src|client|dashboard|test|docs|tools)\/[\w./-]*\w\/?(?![\w<*/-])/g) ?? [];
      const missing = named.filter((name) => !existsSync(join(root, name)));

      expect(named.length).toBeGreaterThan(0);
      expect([...new Set(missing)]).toEqual([]);
    },
  );

  it.each(['CONTRIBUTING.md', 'src/connectors/README.md', 'src/stage/README.md'])(
    'call files by the end of their path in %s',
    (path) => {
      const known = ['.github', 'src', 'client', 'dashboard', 'docs', 'test', 'tools']
        .flatMap((folder) => files(folder, /./))
        .concat(readdirSync(root));
      // Among fixtures, which are left out above
      const own = /(?:SOURCES\.md|golden\.json)$/;
      const called = [...read(path).matchAll(/`(?:\.\.?\/)*([\w./*-]+\.(?:tsx?|mjs|json|md))`/g)].map(
        ([, name = '']) => name,
      );
      const isKnown = (name: string): boolean => {
        const end = new RegExp(`(?:^|/)${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
        return known.some((file) => end.test(file));
      };

      expect(called.length).toBeGreaterThan(3);
      expect(called.filter((name) => !own.test(name) && !isKnown(name))).toEqual([]);
    },
  );

  it('link to files that exist', () => {
    const atTop = readdirSync(root).filter((name) => name.endsWith('.md'));
    const below = ['docs', 'client', 'src/connectors', 'src/stage', 'deploy', 'examples'].flatMap((folder) =>
      files(folder, /\.md$/),
    );
    const dead = [...atTop, ...below]
      .flatMap((path) =>
        [...read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, link]) => ({ path, link })),
      )
      .filter(({ path, link }) => !existsSync(join(root, path, '..', link ?? '')));

    expect(dead).toEqual([]);
  });

  it('link to headings that exist', () => {
    const links = ['README.md', ...files('docs', /\.md$/)].flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:)([^)#]*\.md)?#([^)]+)\)/g)].map(([, file, heading = '']) => ({
        path,
        target: file === undefined ? path : join(path, '..', file),
        heading,
      })),
    );

    expect(links.length).toBeGreaterThan(20);
    expect(links.filter(({ target, heading }) => !headingsIn(read(target)).includes(heading))).toEqual([]);
  });

  it('call commands only with flags that they have', async () => {
    const flagsOf = new Map(
      (await allCommands()).map(({ name, flags }) => [
        name,
        new Set([...settingKeys.map(flagName), ...Object.keys(flags), 'config']),
      ]),
    );
    const called = ['README.md', 'CHANGELOG.md', 'client/README.md', ...files('docs', /\.md$/)].flatMap((path) =>
      [...read(path).matchAll(/\bitemtape ([a-z]+)( [^\n`|#]*)/g)].flatMap(([, name = '', words = '']) =>
        [...words.matchAll(/ --([a-z][a-z-]*)/g)].map(([, flag = '']) => ({ path, name, flag })),
      ),
    );

    expect(called.length).toBeGreaterThan(40);
    expect(called.filter(({ name, flag }) => flagsOf.get(name)?.has(flag) !== true)).toEqual([]);
  });

  it('name only existing files and folders where words are explained', () => {
    const named = [...read('docs/glossary.md').matchAll(/`((?:src|client|dashboard)\/[^`]+)`/g)].map(
      ([, path = '']) => path,
    );

    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('name every method of the client library', () => {
    const methods = Object.keys(createTape({ url: 'http://127.0.0.1:7400', key: 'it_made-up' }));
    const named = new Set(read('client/README.md').match(/(?<=`|tape\.)[a-zA-Z]+/g));

    expect(methods.length).toBeGreaterThan(20);
    expect(methods.filter((name) => !named.has(name))).toEqual([]);
  });

  it('describe every figure that an alert rule can watch', () => {
    const { description = '' } = WireFigureWhen.properties.figure as { readonly description?: string };
    const guide = read('docs/alerts.md');

    expect(alertFigures.filter((figure) => !new RegExp(`\\b${figure}\\b`).test(description))).toEqual([]);
    expect(alertFigures.filter((figure) => !guide.includes(`\`${figure}\``))).toEqual([]);
  });

  it('state the actual default of every setting', () => {
    const figures = ['README.md', ...files('docs', /\.md$/)].flatMap((path) =>
      [...read(path).matchAll(/`([a-z]+\.[A-Za-z.]+)`(?: \(|, )(\d[\d,]*)(?: unless set|\))/g)].map(
        ([, name = '', figure = '']) => ({ path, name, figure: figure.replaceAll(',', '') }),
      ),
    );
    const defaults = new Map<string, unknown>(Object.entries(settings).map(([name, facts]) => [name, facts.default]));

    expect(figures.length).toBeGreaterThan(8);
    expect(figures.filter(({ name, figure }) => String(defaults.get(name)) !== figure)).toEqual([]);
  });

  it('have a workflow that runs what everybody can run, on the oldest supported Node', () => {
    const workflow = read('.github/workflows/ci.yml');
    const oldest = /\d+\.\d+/.exec(JSON.parse(read('package.json')).engines.node)?.[0];

    expect(workflow).toContain('.ci/run');
    expect(workflow).toContain(`"${oldest}"`);
    expect(workflow).toContain(`"${read('.nvmrc').trim()}"`);
  });
});
