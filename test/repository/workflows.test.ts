import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../src/config/settings.ts';

const root = resolve(import.meta.dirname, '..', '..');
const folder = join(root, '.github', 'workflows');

type Step = { readonly uses?: string; readonly run?: string };
type Permissions = Readonly<Record<string, string>> | string;
type Job = { readonly permissions?: Permissions; readonly steps: readonly Step[] };
type Update = {
  readonly 'package-ecosystem': string;
  readonly directory?: string;
  readonly directories?: readonly string[];
  readonly schedule: { readonly interval: string };
  readonly cooldown: { readonly 'default-days': number };
  readonly groups: object;
};
type Workflow = { readonly permissions?: Permissions; readonly jobs: Readonly<Record<string, Job>> };

const texts = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const jobs = texts.flatMap(({ name, text }) => {
  const workflow: Workflow = parse(text);
  return Object.entries(workflow.jobs).map(([job, { steps, permissions = workflow.permissions }]) => ({
    name: `${name} ${job}`,
    steps,
    permissions,
  }));
});
const commands = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => (run === undefined ? [] : [run])));

describe('the workflows', () => {
  it('name every action by a commit, with its version beside it, and one action always by the same', () => {
    const uses = texts.flatMap(({ text }) => text.match(/\buses:.*$/gm) ?? []);

    expect(uses.length).toBeGreaterThan(10);
    expect(uses.filter((use) => !/^uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(use))).toEqual([]);
    const actions = new Set(uses.map((use) => use.replace(/@.*/, '')));
    expect(new Set(uses).size).toBe(actions.size);
  });

  it('grant no more than reading unless a job says what it needs', () => {
    for (const { text } of texts) expect((parse(text) as Workflow).permissions).toEqual({ contents: 'read' });
    expect(jobs.filter(({ permissions }) => typeof permissions === 'string')).toEqual([]);
  });

  it('install and build nothing in a job that can identify itself as this project', () => {
    const trusted = jobs.filter(
      ({ permissions }) => typeof permissions === 'object' && permissions['id-token'] === 'write',
    );

    expect(trusted.map(({ name }) => name).sort()).toEqual([
      'release.yml package',
      'release.yml python',
      'site.yml site',
    ]);
    for (const { name, steps } of trusted) {
      expect(
        steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@')),
        name,
      ).toEqual([]);
      const runs = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
      expect(runs.filter((run) => !/^npm publish "\.\/[^"]+\.tgz" --ignore-scripts /.test(run))).toEqual([]);
    }
  });

  it('release everything under one version', () => {
    const versionIn = (path: string): string | undefined =>
      /^(?:version = | {2}"version": )"([\d.]+)"/m.exec(readFileSync(join(root, path), 'utf8'))?.[1];

    const version = versionIn('package.json');
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    for (const path of ['client/package.json', 'clients/python/pyproject.toml', 'server.json'])
      expect([path, versionIn(path)]).toEqual([path, version]);
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`[${version}]`);
  });

  it('run no install scripts of dependencies', () => {
    const installing = [...commands, readFileSync(join(root, '.ci', 'run'), 'utf8')].flatMap(
      (text) => text.match(/^.*\bnpm (?:ci|i|install)\b.*$/gm) ?? [],
    );

    expect(installing.length).toBeGreaterThan(2);
    expect(
      installing.filter((line) => !/--ignore-scripts|\bnpm_config_ignore_scripts=true npm ci\b/.test(line)),
    ).toEqual([]);
  });

  it('propose later dependencies of every kind once a week, together, and none that has just appeared', () => {
    const { updates }: { updates: readonly Update[] } = parse(
      readFileSync(join(root, '.github/dependabot.yml'), 'utf8'),
    );

    const kinds = updates.map((update) => update['package-ecosystem']);
    expect(kinds).toEqual(['npm', 'github-actions', 'docker', 'docker-compose']);
    for (const { directory, directories = [directory], schedule, cooldown, groups } of updates) {
      for (const path of directories) expect(existsSync(join(root, path ?? ''))).toBe(true);
      expect(schedule.interval).toBe('weekly');
      expect(cooldown['default-days']).toBeGreaterThanOrEqual(7);
      expect(Object.keys(groups).length).toBeGreaterThan(0);
    }
  });

  it('check the dependencies for known vulnerabilities, apart from the checks that everybody runs', () => {
    expect(commands.filter((run) => run.startsWith('npm audit'))).toEqual(['npm audit --package-lock-only']);
    expect(readFileSync(join(root, '.ci', 'run'), 'utf8')).not.toContain('npm audit');
  });
});

describe('the development container', () => {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');

  it('has the Node of the project and every program that the tests ask for', () => {
    const image = read('.devcontainer/Dockerfile');
    const { build, forwardPorts, updateContentCommand } = JSON.parse(read('.devcontainer/devcontainer.json'));
    const [, programs = ''] = /for package in ([^;]+); do/.exec(read('.ci/run')) ?? [];

    expect(build.dockerfile).toBe('Dockerfile');
    expect(image).toMatch(new RegExp(`^FROM node:${read('.nvmrc').trim()}-`));
    expect(programs.split(' ').length).toBeGreaterThan(5);
    expect(programs.split(' ').filter((name) => !image.includes(` ${name} `))).toEqual([]);
    expect(forwardPorts).toEqual([settings['http.port'].default]);
    expect(updateContentCommand).toBe('npm ci --ignore-scripts');
  });
});
