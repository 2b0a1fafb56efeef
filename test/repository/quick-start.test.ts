import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolNames } from '../../src/api/documents/pages/operator-pages.ts';
import { type Demo, startDemo } from '../support/processes/demo.ts';
import { killAll, readJson } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { needing, programFor } from '../support/runner/needs.ts';
import { until } from '../support/time/until.ts';

const root = resolve(import.meta.dirname, '..', '..');
const name = 'AK-47 | Redline (Field-Tested)';

const marks: Readonly<Record<string, string>> = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };

// Concurrent, since all of them wait for the same market
describe.concurrent('the quick start of the documentation', () => {
  const folder = testFolder('quick');
  let demo: Demo;
  let page: string;

  /** The example as copied from the page. */
  const copied = (language: string): string => {
    const [, text = ''] = new RegExp(`<pre tabindex="0" data-language="${language}">([^]*?)</pre>`).exec(page) ?? [];
    return text.replace(/&(quot|#39|lt|gt|amp);/g, (mark) => marks[mark] ?? mark);
  };

  const run = async (program: string, words: readonly string[]) => {
    const child = spawn(program, words, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ITEMTAPE_KEY: demo.key },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        out += data;
      });
    }
    const [code] = await once(child, 'close');
    return { code, out };
  };

  beforeAll(async () => {
    mkdirSync(join(folder, 'node_modules', '@itemtape'), { recursive: true });
    symlinkSync(join(root, 'client'), join(folder, 'node_modules', '@itemtape', 'client'));
    demo = await startDemo({ STREAM_CONNECTIONS_PER_KEY: '10' });
    page = await (await fetch(`${demo.origin}/docs/pages/start.html`)).text();
    const compare = `${demo.origin}/v2/items/compare?game=CS2&name=${encodeURIComponent(name)}`;
    await until('the item of the examples', () => readJson(compare, demo.key).catch(() => null));
  });
  afterAll(async () => {
    await demo?.stop();
    await killAll();
  });

  it.each(['curl', 'TypeScript', 'Python'])('has at most ten lines of %s, for the address of the page', (language) => {
    const text = copied(language);

    expect(text).toContain(demo.origin);
    expect(text.split('\n').length).toBeLessThanOrEqual(10);
  });

  needing('curl').it('works with curl', async () => {
    const { code, out } = await run('sh', ['-c', copied('curl')]);

    expect(out).toContain('[{"marketplace":"SkinPort","games":[{"game":"CS2"');
    // The one with the most offers comes first
    expect(out).toMatch(/\[\{"name":"[^"]*Redline \(Field-Tested\)","marketplace":"SkinPort"/);
    expect(out).toContain(`{"name":"${name}","marketplaces":[{"marketplace":"SkinPort","priceUSD":`);
    expect(out).toContain('data: {"type":"subscribed"');
    // curl's exit code for a timeout, which the last command sets
    expect(code).toBe(28);
  });

  it('is valid TypeScript', async () => {
    writeFileSync(join(folder, 'start.mts'), copied('TypeScript'));
    const compiler = join(root, 'node_modules', '.bin', 'tsc');
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];

    const checked = await run(compiler, ['--noEmit', '--strict', '--module', 'nodenext', ...types, 'start.mts']);

    expect(checked).toEqual({ code: 0, out: '' });
  });

  it('works with the client library', async () => {
    // The example has no type annotations, so it is JavaScript too
    writeFileSync(join(folder, 'start.mjs'), copied('TypeScript'));

    const { code, out } = await run(process.execPath, ['start.mjs']);

    expect(out).toMatch(/^SkinPort [\d.]+ \d+\n(Added|Updated) SkinPort .+ [\d.]+\n$/);
    expect(code).toBe(0);
  });

  needing('python3').it('works with Python', async () => {
    writeFileSync(join(folder, 'start.py'), copied('Python'));

    expect(await run(programFor('python3'), ['start.py'])).toEqual({
      code: 0,
      out: expect.stringMatching(/^SkinPort [\d.]+ \d+\n$/),
    });
  });

  needing('curl').it('works as README.md prints it', async () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const printed = [...readme.matchAll(/```sh\n([^`]*\$KEY[^`]*)```/g)].map(([, text = '']) => text).join('');
    const itemtape = `${process.execPath} ${join(root, 'dist/main.js')}`;
    const copied = printed
      .replace(/KEY=\S+/, `KEY=${demo.key}`)
      .replaceAll('http://127.0.0.1:7400', demo.origin)
      .replaceAll(/npx --no-install itemtape (.+)/g, `${itemtape} $1 --url ${demo.origin}`);

    const { code, out } = await run('sh', ['-c', copied]);

    expect(out).toContain(`{"name":"${name}","marketplaces":[{"marketplace":"SkinPort","priceUSD":`);
    expect(out).toContain('{"type":"subscribed","marketplaces":["SkinPort"],"games":["CS2"]');
    expect(out).toContain('{"type":"offer",');
    expect(code).toBe(0);
  });

  it('names only tools that assistants really have', async () => {
    const reply = await fetch(`${demo.origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${demo.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    const { result } = (await reply.json()) as { result: { tools: { name: string }[] } };

    expect(result.tools.map((tool) => tool.name).sort()).toEqual([...toolNames].sort());
  });
});
