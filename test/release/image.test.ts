import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { operatorPaths } from '../../src/api/documents/operator-paths.ts';
import { commandNames } from '../../src/cli/commands.ts';
import { environmentName, settingKeys, shortEnvironmentName } from '../../src/config/settings.ts';

const root = resolve(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const manifest: { scripts: Record<string, string>; engines: { node: string } } = JSON.parse(read('package.json'));
// As in `npm start`
const [, program = ''] = / node (\S+) serve$/.exec(manifest.scripts['start'] ?? '') ?? [];

// Variables that are not settings: Node's, and glibc's for its allocator
const readByOthers = ['NODE_ENV', 'MALLOC_MMAP_THRESHOLD_'];
const settingNames = [
  ...settingKeys.flatMap((key) => [environmentName(key), shortEnvironmentName(key)]),
  ...readByOthers,
];

const namesOf = (assignments: string): string[] =>
  assignments.split(/\s+/).map((assignment) => assignment.split('=', 1)[0] ?? '');

describe('the Docker image', () => {
  // An instruction may continue on the next line
  const instructions = read('deploy/Dockerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ word: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
  const restOf = (word: string): string[] => instructions.filter((one) => one.word === word).map(({ rest }) => rest);
  const ignored = read('deploy/Dockerfile.dockerignore').trim().split('\n');

  it('copies only paths that exist and are not ignored', () => {
    const sources = restOf('COPY')
      .filter((rest) => !rest.startsWith('--from='))
      .flatMap((rest) => rest.split(' ').slice(0, -1));

    expect(sources.length).toBeGreaterThan(6);
    for (const source of sources) {
      expect(existsSync(join(root, source)), source).toBe(true);
      expect(ignored).toContain(`!${source.replace(/^\.\//, '')}`);
    }
  });

  it('copies every configuration file that compiling needs', () => {
    const configs = [...(manifest.scripts['build:all'] ?? '').matchAll(/tsc -p (\S+\.json)/g)].map(([, file]) => file);
    const copied = restOf('COPY').flatMap((rest) => rest.split(' '));

    expect(configs).toContain('tsconfig.types.json');
    expect([...configs, 'vite.config.ts'].filter((file) => !copied.includes(file ?? ''))).toEqual([]);
  });

  it('copies from other stages only what they create', () => {
    const taken = restOf('COPY').filter((rest) => rest.startsWith('--from='));

    expect(taken.map((rest) => rest.split(' ')[1])).toEqual(['/app/node_modules', '/app/dist', '/app/client/dist']);
    const build = restOf('RUN').join('\n');
    for (const [, script = ''] of build.matchAll(/npm run ([\w:]+)/g)) expect(manifest.scripts).toHaveProperty(script);
    expect(build).toContain('npm ci --omit=dev');
  });

  it("starts the package's program as an unprivileged user, and stops it with the signal that it handles", () => {
    const entry: string[] = JSON.parse(restOf('ENTRYPOINT')[0] ?? '[]');
    const [command]: string[] = JSON.parse(restOf('CMD')[0] ?? '[]');

    expect(entry).toEqual(['node', join('/app', program)]);
    expect(commandNames).toContain(command);
    expect(restOf('USER')).toEqual(['node']);
    expect(instructions.findIndex(({ word }) => word === 'USER')).toBeLessThan(
      instructions.findIndex(({ word }) => word === 'ENTRYPOINT'),
    );
    expect(restOf('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(Number(/node:(\d+)/.exec(restOf('ARG')[0] ?? '')?.[1])).toBeGreaterThanOrEqual(
      Number(/\d+/.exec(manifest.engines.node)?.[0]),
    );
  });

  it('says what it is, from which source and revision, with what the release gives', () => {
    const label = restOf('LABEL').join(' ');
    const labels = Object.fromEntries(
      [...label.matchAll(/org\.opencontainers\.image\.(\w+)=(?:"([^"]*)"|(\S+))/g)].map(([, name, quoted, word]) => [
        name,
        quoted ?? word,
      ]),
    );

    expect(labels).toMatchObject({
      title: 'Itemtape',
      description: expect.stringContaining('game items'),
      licenses: JSON.parse(read('package.json')).license,
      source: '$SOURCE',
      version: '$VERSION',
      revision: '$REVISION',
    });
    const { jobs } = parse(read('.github/workflows/release.yml'));
    const build = jobs.image.steps.find(({ uses = '' }: { readonly uses?: string }) =>
      uses.startsWith('docker/build-push-action@'),
    );
    const given = String(build.with['build-args'])
      .trim()
      .split('\n')
      .map((line) => line.split('=', 1)[0] ?? '');
    const taken = restOf('ARG').flatMap(namesOf);
    expect(given.sort()).toEqual(['NODE', 'REVISION', 'SOURCE', 'VERSION']);
    expect(given.filter((name) => !taken.includes(name))).toEqual([]);
    // Of the last stage, without which they would be empty there
    const names = instructions.map(({ word, rest }) => `${word} ${rest}`);
    expect(names.findIndex((line) => line.startsWith('ARG SOURCE'))).toBeGreaterThan(
      names.lastIndexOf(names.filter((line) => line.startsWith('FROM')).at(-1) ?? ''),
    );
  });

  it('sets only known settings, and has a health check on an existing path', () => {
    const health = restOf('HEALTHCHECK')[0] ?? '';
    const [program, flag, code = ''] = JSON.parse(health.slice(health.indexOf('['))) as string[];

    for (const name of restOf('ENV').flatMap(namesOf)) expect(settingNames).toContain(name);
    expect([program, flag]).toEqual(['node', '-e']);
    expect(() => new Function(code)).not.toThrow();
    const [, path] = /\}(\/\w+)`/.exec(code) ?? [];
    expect(operatorPaths.map((one) => one.path)).toContain(path);
  });
});

describe('the Compose file', () => {
  const compose = read('deploy/compose.yaml');

  it('mounts and builds only from files that exist', () => {
    const mounted = [...compose.matchAll(/^\s+- (\.\/[\w./-]+):/gm)].map(([, path = '']) => path);
    const dockerfile = /dockerfile: (\S+)/.exec(compose)?.[1] ?? '';

    expect(mounted).toHaveLength(4);
    for (const path of mounted) expect(existsSync(join(root, 'deploy', path)), path).toBe(true);
    expect(existsSync(join(root, dockerfile))).toBe(true);
    expect(existsSync(join(root, dirname(dockerfile), 'prometheus', 'alerts.json'))).toBe(true);
    expect(read('deploy/prometheus/prometheus.yml')).toContain('/etc/prometheus/alerts.json');
  });

  it('publishes ports only on this machine, and writes only to volumes', () => {
    for (const [, ports = ''] of compose.matchAll(/ports: \[(.+)\]/g)) expect(ports).toMatch(/^"127\.0\.0\.1:/);
    expect(compose).toContain('read_only: true');
    expect(compose).toContain('volumes: ["data:/data"]');
  });
});

describe('the systemd unit', () => {
  const unit = read('deploy/itemtape.service');
  const valuesOf = (name: string): string[] =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

  it("starts the package's program with write access only to its data", () => {
    const folder = valuesOf('WorkingDirectory')[0] ?? '';

    expect(valuesOf('ExecStart')).toEqual([`/usr/bin/node ${join(folder, program)} serve`]);
    expect(valuesOf('Environment').join(' ')).toContain(`DATA_FOLDER=/var/lib/${valuesOf('StateDirectory')[0]}`);
    for (const name of valuesOf('Environment').flatMap(namesOf)) expect(settingNames).toContain(name);
    expect(valuesOf('ProtectSystem')).toEqual(['strict']);
  });

  it('does not restart the service after the exit code of wrong settings', () => {
    const main = join(root, program);
    const ends = (environment: Readonly<Record<string, string>>): unknown => {
      try {
        execFileSync(process.execPath, [main, 'serve'], { env: environment, stdio: 'pipe' });
        return 0;
      } catch (error) {
        return (error as { status: unknown }).status;
      }
    };

    expect(valuesOf('RestartPreventExitStatus')).toEqual([String(ends({ ITEMTAPE_HTTP_PORT: 'eighty' }))]);
  });
});

describe('a release', () => {
  const workflow = read('.github/workflows/release.yml');
  const lines = [...workflow.matchAll(/^ +- run: (.+)$/gm)].map(([, line = '']) => line);
  const shell = (line: string, environment: Readonly<Record<string, string>>): string =>
    execFileSync('sh', ['-c', line], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', ...environment },
    });

  it('is refused if the tag differs from the version of the package', () => {
    const check = lines.find((line) => line.startsWith('test ')) ?? 'true';
    const { version } = JSON.parse(read('package.json'));

    expect(() => shell(check, { GITHUB_REF_NAME: `v${version}` })).not.toThrow();
    expect(() => shell(check, { GITHUB_REF_NAME: 'v0.0.0' })).toThrow();
  });

  it('has its own section of the changelog as release notes, and no other', () => {
    const notes = lines.find((line) => line.startsWith('awk '))?.replace('> notes.md', '') ?? '';
    const releaseNotes = shell(notes, { GITHUB_REF_NAME: 'v0.1.0' });

    expect(releaseNotes).toContain('### Added');
    expect(releaseNotes).not.toContain('\n## ');
    expect(read('CHANGELOG.md').split('## [0.1.0]')[1]).toContain(releaseNotes.trim());
    expect(shell(notes, { GITHUB_REF_NAME: 'v0.0.0' })).toBe('');
  });

  it('runs the same checks as every contributor before anything is published', () => {
    expect(lines.some((line) => line.endsWith('.ci/run'))).toBe(true);
    expect(workflow.match(/^ {4}needs: (proof|package|\[proof, pack\])$/gm)).toHaveLength(3);
    const { version } = JSON.parse(read('package.json'));
    const publish = lines.find((line) => line.startsWith('npm publish ')) ?? '';
    expect(shell(publish.replace('npm publish', 'echo'), { GITHUB_REF_NAME: `v${version}` })).toBe(
      `./itemtape-${version}.tgz --ignore-scripts --provenance --access public\n`,
    );
    expect(workflow).toMatch(/platforms: linux\/amd64,linux\/arm64\n +provenance: mode=max\n +sbom: true\n/);
  });
});
