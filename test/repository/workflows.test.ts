import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '..', '..');
const folder = join(root, '.github', 'workflows');

type Step = { readonly uses?: string; readonly run?: string };
type Permissions = Readonly<Record<string, string>> | string;
type Job = { readonly permissions?: Permissions; readonly steps: readonly Step[] };
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

    expect(trusted.map(({ name }) => name).sort()).toEqual(['release.yml package', 'site.yml site']);
    for (const { name, steps } of trusted) {
      expect(
        steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@')),
        name,
      ).toEqual([]);
      const runs = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
      expect(runs.filter((run) => !/^npm publish "\.\/[^"]+\.tgz" --ignore-scripts /.test(run))).toEqual([]);
    }
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

  it('check the dependencies for known vulnerabilities, apart from the checks that everybody runs', () => {
    expect(commands.filter((run) => run.startsWith('npm audit'))).toEqual(['npm audit --package-lock-only']);
    expect(readFileSync(join(root, '.ci', 'run'), 'utf8')).not.toContain('npm audit');
  });
});
