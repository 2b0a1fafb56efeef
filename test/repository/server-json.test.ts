import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandNamed } from '../../src/cli/commands.ts';
import { settings } from '../../src/config/settings.ts';

const root = resolve(import.meta.dirname, '..', '..');
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

type Argument = { readonly type: string; readonly name?: string; readonly value?: string; readonly default?: string };

describe('server.json, which describes the MCP server to registries', () => {
  const server = read('server.json');
  const manifest = read('package.json');

  it('has the name and the versions of the package', () => {
    const [{ registryType, identifier, version }] = server.packages;

    expect(server.name).toBe(manifest.mcpName);
    expect([server.version, version]).toEqual([manifest.version, manifest.version]);
    expect([registryType, identifier, server.packages.length]).toEqual(['npm', manifest.name, 1]);
    expect(manifest.files).toContain('server.json');
  });

  it('keeps to what the schema that it names allows', () => {
    expect(server.$schema).toMatch(/\/schemas\/\d{4}-\d\d-\d\d\/server\.schema\.json$/);
    expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(server.description.length).toBeLessThanOrEqual(100);
    expect(server.title.length).toBeLessThanOrEqual(100);
  });

  it('starts the command that serves MCP, with flags that it has and the address of a service as it starts', async () => {
    const [{ transport, packageArguments, environmentVariables }] = server.packages;
    const [word, ...flags]: readonly Argument[] = packageArguments;
    const command = await commandNamed(word?.value ?? '');

    expect([transport.type, word?.type]).toEqual(['stdio', 'positional']);
    expect(flags.map(({ name = '' }) => name.slice(2)).filter((name) => !(name in (command?.flags ?? {})))).toEqual([]);
    expect(flags[0]?.default).toBe(`http://${settings['http.host'].default}:${settings['http.port'].default}`);
    expect(environmentVariables).toMatchObject([{ name: 'ITEMTAPE_KEY', isRequired: true, isSecret: true }]);
  });

  it('names the same server over HTTP, with its key as a secret', () => {
    expect(server.remotes).toMatchObject([
      {
        type: 'streamable-http',
        url: 'https://{host}/mcp',
        variables: { host: { isRequired: true } },
        headers: [{ name: 'X-API-Key', isRequired: true, isSecret: true }],
      },
    ]);
  });
});
