import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTape } from '#client';
import { pythonEnvironment } from '../support/client/python.ts';
import { type Demo, startDemo } from '../support/processes/demo.ts';
import { killAll } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { needing, programFor } from '../support/runner/needs.ts';
import { createScriptedServer } from '../support/servers/scripted-server.ts';
import { until } from '../support/time/until.ts';

const examples = join(import.meta.dirname, '..', '..', 'examples');
const folder = testFolder('examples');

type Output = { readonly code: number; readonly out: string; readonly err: string };

// Concurrent, since all of them wait for the same market
describe.concurrent('the examples', () => {
  let demo: Demo;
  let items: readonly string[];

  beforeAll(async () => {
    demo = await startDemo({
      COLLECT_ONLY: 'SkinPort,BitSkins',
      STREAM_CONNECTIONS_PER_KEY: '10',
      STAGE_TICK_SECONDS: '2',
      STAGE_ITEMS: '1000',
    });
    const tape = createTape({ url: demo.origin, key: demo.key });
    await until('items with offers on both marketplaces', async () => {
      const offers = new Map<string, number>();
      for await (const { name, marketplaces } of tape.all({ game: 'CS2' }))
        if (marketplaces.length === 2) offers.set(name, Math.min(...marketplaces.map((one) => one.offerCount)));
      items = [...offers].sort(([, a], [, b]) => b - a).map(([name]) => name);
      return items.length > 20;
    });
  });
  afterAll(async () => {
    await demo?.stop();
    await killAll();
  });

  const run = async (
    command: string,
    file: string,
    words: readonly string[],
    environment: NodeJS.ProcessEnv = {},
  ): Promise<Output> =>
    await new Promise((settle) => {
      execFile(
        command,
        [resolve(examples, file), ...words],
        {
          cwd: folder,
          env: { ...process.env, ITEMTAPE_URL: demo.origin, ITEMTAPE_KEY: demo.key, ...environment },
        },
        (error, out, err) => settle({ code: error === null ? 0 : Number(error.code), out, err }),
      );
    });

  it('are all named in their list, and tested here', () => {
    const listed = readFileSync(join(examples, 'README.md'), 'utf8');
    const tried = readFileSync(import.meta.filename, 'utf8');

    for (const name of readdirSync(examples).filter((one) => /\.(mjs|py)$/.test(one))) {
      expect(listed).toContain(`(${name})`);
      expect(tried).toContain(`'${name}'`);
    }
  });

  it('find offers that are cheaper than elsewhere', async () => {
    const { code, out, err } = await run(process.execPath, 'sniper.mjs', ['--percent=-100', '--count=2']);

    const watching = 'watching offers of CS2 that are at least -100 % under all other marketplaces\n';
    expect({ code, err }).toEqual({ code: 0, err: watching });
    const lines = out.trim().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const found = /^(.+) for \$([\d.]+) on (SkinPort|BitSkins), (-?[\d.]+) % under \$([\d.]+) elsewhere https:/.exec(
        line,
      );
      const [, name, price, , percent, usual] = found ?? [];
      const known = await createTape({ url: demo.origin, key: demo.key }).compare({ game: 'CS2', name: name ?? '' });
      expect(known.marketplaces.length).toBeGreaterThan(0);
      expect(Number(percent)).toBeCloseTo(100 * (1 - Number(price) / Number(usual)), 0);
    }
  });

  it('keep a copy of what is on sale', async () => {
    const { code, out, err } = await run(process.execPath, 'mirror.mjs', ['--seconds=1', '--count=3']);

    expect({ code, err }).toEqual({ code: 0, err: '' });
    const counts = out
      .trim()
      .split('\n')
      .map((line) => Number(/^live: (\d+) offers on [12] marketplaces, /.exec(line)?.[1]));
    expect(counts).toHaveLength(3);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  it('write a file of all prices', async () => {
    const { code, out, err } = await run(process.execPath, 'price-file.mjs', ['--to=all.csv.gz']);

    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [heading, ...rows] = gunzipSync(readFileSync(join(folder, 'all.csv.gz')))
      .toString()
      .trimEnd()
      .split('\r\n');
    expect(heading).toBe('name,marketplace,priceUSD,priceEUR,priceCNY,priceRUB,offerCount,updatedAt');
    expect(out).toBe(`all.csv.gz: ${rows.length} prices of CS2\n`);
    const named = new Set(rows.map((row) => /^"((?:[^"]|"")+)","(?:SkinPort|BitSkins)",/.exec(row)?.[1]));
    for (const name of items) expect(named).toContain(name.replaceAll('"', '""'));
  });

  it('post offers to a webhook, and retry after a pause when it rate-limits them', async () => {
    const discord = await createScriptedServer();
    try {
      discord.play((_, index) => (index === 0 ? { status: 429, body: { retry_after: 0.05 } } : { status: 204 }));
      const output = await run(
        process.execPath,
        'discord-webhook.mjs',
        ['--max-price=100000', '--count=1', ...items.slice(0, 50)],
        {
          DISCORD_WEBHOOK: `${discord.origin}/api/webhooks/1/made-up`,
        },
      );

      expect(output).toEqual({
        code: 0,
        out: expect.stringMatching(/^posted .+ [\d.]+ (SkinPort|BitSkins)\n$/),
        err: '',
      });
      expect(discord.requests).toHaveLength(2);
      const [refused, taken] = discord.requests.map(({ body }) => JSON.parse(body));
      expect(taken).toEqual(refused);
      expect(taken).toEqual({
        content: expect.stringMatching(/^.+: \$[\d.]+ on (SkinPort|BitSkins)/),
        allowed_mentions: { parse: [] },
      });
    } finally {
      await discord.close();
    }
  });

  it('say what a webhook lacks', async () => {
    const { code, err } = await run(process.execPath, 'discord-webhook.mjs', [], { DISCORD_WEBHOOK: '' });

    expect({ code, err }).toEqual({
      code: 2,
      err: 'set DISCORD_WEBHOOK to the URL of a webhook, and name the items to look for\n',
    });
  });

  needing('python3-websockets').it('stand in the README of the client in Python, and run to their end', async () => {
    const readme = readFileSync(join(examples, '..', 'clients', 'python', 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code = '']) => code);
    const outputs = await Promise.all(
      blocks.map((code, at) => {
        const file = join(folder, `readme-${at}.py`);
        writeFileSync(file, code);
        return run(programFor('python3-websockets'), file, [], pythonEnvironment);
      }),
    );

    const offers = /^((SkinPort|BitSkins) [\d.]+\n)+(SkinPort|BitSkins) .+ [\d.]+\n$/;
    const positions = /^messages after Position\(.*\) are gone; .* continue from Position\(.*\)\nnext: .+\n$/;
    expect(outputs).toEqual([offers, positions].map((out) => ({ code: 0, out: expect.stringMatching(out), err: '' })));
  });

  needing('python3-websockets').it('follow the stream in Python, and resume where it stopped', async () => {
    const follow = async () => {
      const output = await run(programFor('python3-websockets'), 'stream.py', ['CS2'], {
        ITEMTAPE_COUNT: '3',
      });
      expect(output).toEqual({
        code: 0,
        out: expect.stringMatching(/^(\d+ (SkinPort|BitSkins) .+ [\d.]+\n){3}$/),
        err: '',
      });
      return output.out
        .trim()
        .split('\n')
        .map((line) => Number.parseInt(line, 10));
    };
    const stored = () => JSON.parse(readFileSync(join(folder, 'position.json'), 'utf8')).sequence as number;
    const first = await follow();
    expect(stored()).toBe(first.at(-1));
    const second = await follow();

    // The messages missed in between come first
    const received = [...first, ...second];
    expect(received).toEqual([...received].sort((a, b) => a - b));
    expect(new Set(received).size).toBe(6);

    const refused = await run(programFor('python3-websockets'), 'stream.py', ['CS2'], { ITEMTAPE_KEY: 'it_wrong key' });
    expect(refused).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^the service refuses the key: .*401.*\n$/),
    });
  });
});
