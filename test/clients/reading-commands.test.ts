import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOperatorToken } from '../../src/service/operator-token.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { callCommand } from '../support/processes/called.ts';
import { killAll, readJson, runCommand, startCommand } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { needing, programFor } from '../support/runner/needs.ts';
import { createScriptedServer } from '../support/servers/scripted-server.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { until } from '../support/time/until.ts';

const item = liquidNames.CS2;

let markets: PlayedMarkets;
beforeAll(async () => {
  // More marketplaces would only take longer to become live
  markets = await startPlayedMarkets({
    atLeastSeconds: 60,
    config: { 'collect.only': ['skinport', 'csfloat', 'dmarket'], 'collect.games': ['CS2'] },
  });
  await until('offers and a price history', async () => {
    const { status, body } = await markets.client.get('/v2/items', { marketplace: 'CSFloat', game: 'CS2', name: item });
    const past = await markets.client.get('/v2/price-history', { marketplace: 'CSFloat', game: 'CS2', name: item });
    return status === 200 && body.offers.length > 0 && past.body.history.length > 0;
  });
});
afterAll(async () => {
  await killAll();
  await markets?.close();
});

const call = (...words: string[]) =>
  callCommand([...words, '--url', markets.service.origin], { ITEMTAPE_KEY: markets.key });
const json = async (...words: string[]) => {
  const { code, out, err } = await call(...words, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
};

/** Retries a command until REST answers the same before and after it, as marketplaces are read all the time. */
const beside = async <Found>(path: string, query: Readonly<Record<string, string>>, find: () => Promise<Found>) =>
  await until('an answer that does not change for a moment', async () => {
    const before = await markets.client.get(path, query);
    const found = await find();
    const { body } = await markets.client.get(path, query);
    return JSON.stringify(before.body) === JSON.stringify(body) && { found, body };
  });

describe('commands that read a running service', () => {
  it('search finds items by words of their names, each with its cheapest marketplace', async () => {
    const found = await json('search', 'redline', '--game', 'CS2', '--limit', '2');
    const { code, out } = await call('search', 'redline', '--game', 'CS2', '--limit', '2');
    const { body: rows } = await markets.client.get('/v2/items/search', { game: 'CS2', query: 'redline' });

    expect(found.map(({ name }: { name: string }) => name)).toHaveLength(2);
    for (const { name, priceUSD, marketplace, marketplaceCount } of found) {
      const own = rows.filter((row: { name: string }) => row.name === name);
      expect(marketplaceCount).toBe(own.length);
      expect(own.find((row: { marketplace: string }) => row.marketplace === marketplace)).toMatchObject({ priceUSD });
      const prices = own.flatMap((row: { priceUSD: number | null }) => row.priceUSD ?? []);
      expect(priceUSD).toBe(Math.min(...prices));
    }
    expect(code).toBe(0);
    expect(out.split('\n')[0]).toMatch(/^ *USD +cheapest on +marketplaces +offers +changed +game +item$/);
    expect(out.trimEnd().split('\n')).toHaveLength(3);
  });

  it('search and others skip games that the key may not see, if none is named', async () => {
    const { text } = await markets.service.keys.create({ name: 'guest', websocketAccess: false, games: ['CS2'] });
    const asGuest = (...words: string[]) =>
      callCommand([...words, '--url', markets.service.origin], { ITEMTAPE_KEY: text });

    expect(await asGuest('search', 'redline')).toMatchObject({ code: 0, err: '' });
    expect((await asGuest('item', 'no such thing')).err).toContain('no collected marketplace has "no such thing"');
    expect((await asGuest('search', 'redline', '--game', 'Rust')).err).toContain('this key has no access to Rust');
  });

  it('search suggests a similar name if it finds none', async () => {
    const { code, out, err } = await call('search', 'redllyen', '--game', 'CS2');

    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/; did you mean "[^"]*Redline[^"]*"/);
  });

  it('search says so if the names that it finds only resemble the words', async () => {
    const { code, out, err } = await call('search', 'redlien', '--game', 'CS2', '--limit', '2');

    expect([code, err]).toEqual([
      0,
      'no collected marketplace has a name with all the words of "redlien"; these are similar:\n',
    ]);
    expect(out).toContain('Redline');
  });

  it('best shows the lowest asks and highest bids as REST does, in the chosen currency', async () => {
    const query = { game: 'CS2', name: item, currency: 'EUR' };
    const { found: best, body } = await beside('/tape/best', query, () => json('best', item, '--currency', 'eur'));
    const { out } = await call('best', item);

    expect(best).toEqual(body);
    expect(best.currency).toBe('EUR');
    expect(out).toContain('lowest ask');
    expect(out).toContain(best.best[0].ask.marketplace);
  });

  it.each(['best', 'all'])('deals lists the same as REST, with doubtful ones marked: %s pairs', async (pairs) => {
    // The best pair of each item is what it lists if not told otherwise
    const words = ['deals', '--limit', '5', '--without', 'thin', ...(pairs === 'best' ? [] : ['--pairs', pairs])];
    const query = { game: 'CS2', limit: '5', without: 'thin', pairs };
    const { found, body } = await beside('/tape/deals', query, async () => ({
      parsed: await json(...words),
      out: (await call(...words)).out,
    }));

    expect(found.parsed).toEqual(body);
    expect(found.out).toContain('after known fees');
    expect(found.out).toMatch(/buy on +for +seen +sell on +way +brings +seen +held +item/);
    const names = found.parsed.deals.map(({ name }: { name: string }) => name);
    for (const name of names) expect(found.out).toContain(name);
    if (pairs === 'best') expect(names).toEqual([...new Set(names)]);
  });

  it('movers lists the same as REST, and the instants compared', async () => {
    const query = { game: 'CS2', limit: '3', hours: '1', direction: 'down' };
    const { found, body } = await beside('/tape/movers', query, () =>
      json('movers', '--limit', '3', '--direction', 'down'),
    );
    const { out } = await call('movers');

    expect(found).toEqual(body);
    expect(out).toContain('lowest asks of marketplaces that pay out money against');
  });

  it('offers shows the same as REST, and how to get the next page', async () => {
    const query = { game: 'CS2', query: 'redline', maxFloat: '0.3', limit: '2' };
    const { found, body } = await beside('/tape/offers', query, () =>
      json('offers', 'redline', '--max-float', '0.3', '--limit', '2'),
    );
    const { out } = await call('offers', '--limit', '1');

    expect(found).toEqual(body);
    expect(out).toContain('stickers are valued at their own lowest asks');
  });

  it('prices writes the whole list as of one instant, also into a file', async () => {
    const folder = testFolder('prices');
    const file = join(folder, 'prices.csv');
    const { code, out } = await call('prices', '--format', 'ndjson', '--marketplace', 'CSFloat');
    const saved = await call('prices', '--to', file, '--currency', 'eur');
    const rows = out.trimEnd().split('\n');

    expect([code, saved.code, saved.out]).toEqual([0, 0, '']);
    expect(rows.map((row) => JSON.parse(row).name)).toContain(item);
    expect(saved.err).toMatch(/prices\.csv, as of [^:]+:\d+\n$/);
    expect(readFileSync(file, 'utf8')).toMatch(
      /^name,itemPhase,marketplace,priceEUR,offerCount,bidEUR,buyOrderCount,seenAt,unusualEffect\r\n/,
    );
    expect(await call('prices', '--to', folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is a folder; name a file in it'),
    });
    expect(readdirSync(folder)).toEqual(['prices.csv']);
  });

  it('value shows what a file of items is worth, and which names are unknown', async () => {
    const folder = testFolder('value');
    const file = join(folder, 'items.csv');
    writeFileSync(file, `name,count\n${item},3\nNo such thing at all,1\n`);
    const found = await json('value', file, '--side', 'ask');
    const { out } = await call('value', file, '--side', 'ask');

    expect(found).toMatchObject({ side: 'ask', valuedCount: 1, unknownCount: 1 });
    expect(found.lines[0]).toMatchObject({ name: item, count: 3, isKnown: true });
    expect(out).toContain('not known');
    expect(out).toMatch(/CS2, USD, ask: [\d.]+ \(1 of 2 lines\)/);
    expect((await call('value')).code).not.toBe(0);
  });

  it('history shows candles, of one marketplace or over all', async () => {
    const found = await json(
      'history',
      item,
      '--game',
      'CS2',
      '--candles',
      '--interval',
      '5m',
      '--marketplace',
      'CSFloat',
    );
    const { code, out } = await call('history', item, '--game', 'CS2', '--candles');
    const bids = await until('a bid to be stored', async () => {
      const printed = await call('history', item, '--game', 'CS2', '--candles', '--of', 'bid', '--interval', '5m');
      return printed.code === 0 && printed;
    });

    expect(found).toMatchObject({ marketplace: 'CSFloat', interval: '5m', of: 'ask' });
    expect(found.candles.at(-1).count).toBeGreaterThan(0);
    expect(code).toBe(0);
    expect(out).toContain(`${item} on all marketplaces, lowest ask, USD`);
    expect(bids.out).toMatch(/on all marketplaces, highest buy order, USD\n.*\n\d{4}-/);
    expect(out).toMatch(/from \(UTC\) +open +high +low +close +count +volume/);
  });

  it('compare shows the marketplaces as REST does, cheapest first', async () => {
    const compared = await json('compare', item);
    const { body } = await markets.client.get('/v2/items/compare', { game: 'CS2', name: item });
    const { out } = await call('compare', item);

    expect(compared).toEqual(body);
    expect(out.split('\n')[2]?.startsWith(compared.marketplaces[0].marketplace)).toBe(true);
  });

  it("compare and item show REST's additional fields with --full only", async () => {
    const { found: compared, body } = await beside(
      '/v2/items/compare',
      { game: 'CS2', name: item, fields: 'full' },
      () => json('compare', item, '--full'),
    );
    const full = await call('compare', item, '--full');
    const plain = await call('compare', item);
    const found = await call('item', item, '--full', '--limit', '2');

    expect(compared).toEqual(body);
    expect(full.out).toMatch(/liquidity \d+\)\n.*native +seen +flags/);
    expect(plain.out).not.toContain('flags');
    expect(found.out).toMatch(/liquidity \d+, /);
  });

  it('item shows offers and buy orders of the cheapest marketplace, or of the one named', async () => {
    const found = await json('item', item, '--marketplace', 'csfloat');
    const { code, out } = await call('item', item, '--limit', '2');

    expect(found).toMatchObject({ name: item, marketplace: 'CSFloat' });
    expect(found.offers.length).toBeGreaterThan(0);
    expect(code).toBe(0);
    expect(out).toContain(`${item}\nCS2 on `);
  });

  it('history draws what its JSON lists', async () => {
    const past = await json('history', item, '--marketplace', 'csfloat', '--days', '1');
    const { code, out } = await call('history', item, '--marketplace', 'csfloat', '--days', '1');

    expect(past.history.length).toBeGreaterThan(0);
    expect(code).toBe(0);
    expect(out).toContain('on csfloat, lowest price in USD over 1 day (UTC)\n');
    expect(out).toMatch(/ ┤[\u2800-\u28ff]+/);
  });

  it('sources shows states, of all or of one marketplace', async () => {
    const all = await json('sources');
    const some = await json('sources', 'SkinPort');
    const { out } = await call('sources', 'skinport');

    expect(new Set(all.map(({ slug }: { slug: string }) => slug))).toEqual(new Set(['skinport', 'csfloat', 'dmarket']));
    expect(new Set(some.map(({ slug }: { slug: string }) => slug))).toEqual(new Set(['skinport']));
    expect(out).toMatch(/^skinport\/items +CS2 +live/m);
  });

  it("conditions shows the condition of the sources' days", async () => {
    const noted = async () => (await json('conditions', 'skinport')).sources;
    const [source] = await until('the conditions of the first days', async () => {
      const sources = await noted();
      return sources.length > 0 && sources;
    });
    const { out } = await call('conditions', 'skinport', '--days', '2');

    expect(source).toMatchObject({ marketplace: 'SkinPort', days: [{ condition: 'partial' }], gaps: [] });
    expect(out).toMatch(/^SkinPort +items +CS2 +0 +1 +0 +[\d.]+ % /m);
  });

  it('status shows the service at a glance', async () => {
    const status = await json('status');
    const { out } = await call('status');

    expect(status).toMatchObject({ ready: true, sources: { live: expect.any(Number) }, unread: null });
    expect(status.stream.head).toBeLessThanOrEqual(status.stream.sequence + 1);
    for (const part of ['process', 'heap', 'buffers', 'database']) expect(status.memory[part]).toBeGreaterThan(0);
    expect(status.disk.tables).toMatchObject({ pricePoints: expect.any(Number), sales: expect.any(Number) });
    expect(out).toMatch(/^sources +live +\d+$/m);
    expect(out).toMatch(/^memory +database +[\d.]+ MiB$/m);
    expect(out).toMatch(/^disk +pricePoints +[\d.]+ MiB$/m);
  });

  it('a misspelt name is answered with the right one, and with code 1', async () => {
    const { code, out, err } = await call('compare', 'AK-47 | Redlin (Field-Tested)');

    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`did you mean "${item}"?`);
  });

  it.each([
    [['deals', '--min-profit', '9999999', '--payout', 'any'], 'no known deal matches'],
    [
      ['deals', '--min-profit', '9999999'],
      'no known deal matches; only those that end in money are listed unless --payout says otherwise',
    ],
    [['movers', '--min-price', '9999999'], 'no matching price is known to have changed'],
    [['offers', 'nosuchthing'], 'no known offer matches'],
    [['best', item, '--phase', 'Ruby'], 'no ask and no bid for it is known'],
    [['alerts'], 'there are no rules; `itemtape alerts create <file>` creates one'],
  ])('%j finds nothing, and says so', async (words, explanation) => {
    const { code, err } = await call(...words);

    expect([code, err]).toEqual([0, `${explanation}\n`]);
  });

  it.each([
    [['sources', 'skinprt'], 'did you mean SkinPort?'],
    [['sources', '--state', 'nosuch'], '; states are '],
  ])('%j means no source, and is told which there are', async (words, hint) => {
    const { code, out, err } = await call(...words);

    expect([code, out, err]).toEqual([1, '', expect.stringContaining(hint)]);
  });

  it.each([
    [['search'], 'give words to search for'],
    [['item'], 'give the full name of an item'],
    [['compare', item, '--game', 'chess'], '"chess" is not a game'],
    [['deals', 'Rust'], 'unexpected argument "Rust"'],
    [['status', 'extra', 'words'], 'unexpected argument "extra words"'],
    [['watch', '--count', '0'], '--count is "0", but must be a whole number from 1'],
    [['replay', '--from', 'oldest', '--count', '0'], '--count is "0", but must be a whole number from 1'],
    [['history', item, '--days', 'week'], '--days is "week", but must be a whole number from 1'],
  ])('%j is a usage error, reported with code 2', async (words, problem) => {
    const { code, out, err } = await call(...words);

    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(problem);
  });

  it('all of them say what to do without a key, or with a wrong one', async () => {
    const keyless = await callCommand(['compare', item, '--url', markets.service.origin]);
    const wrong = await callCommand(['compare', item, '--url', markets.service.origin, '--key', 'it_wrong']);
    const unreached = ['--url', 'http://127.0.0.1:9', '--key', 'it_x'];
    const nowhere = await Promise.all(
      [['sources'], ['status'], ['deals'], ['prices'], ['replay', '--from', '-1h'], ['watch']].map((words) =>
        callCommand([...words, ...unreached]),
      ),
    );

    expect([keyless.code, keyless.err]).toEqual([2, expect.stringContaining('itemtape keys create')]);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('this key is not known')]);
    for (const { code, err } of nowhere)
      expect([code, err]).toEqual([1, expect.stringMatching(/^\w+:\/\/127\.0\.0\.1:9\S* cannot be reached: /)]);
  });
});

needing('bash').describe('commands that are interrupted', () => {
  const main = join(import.meta.dirname, '..', '..', 'dist', 'main.js');

  it.each([
    ['prices --game CS2', ''],
    ['export quotes', `${JSON.stringify({ file: 'quotes.csv', bytes: 1_000_000_000 })}\n`],
  ])('%s exits quietly when its output is no longer read', async (words, head) => {
    // More output than anything reads
    const server = await createScriptedServer();
    server.play(() => ({
      write: (response) => {
        response.setHeader('content-type', 'text/csv');
        response.write(head);
        const writing = setInterval(() => response.write('a line\n'.repeat(1000)), 20);
        response.on('close', () => clearInterval(writing));
      },
    }));
    const line = `"${process.execPath}" "${main}" ${words} --url ${server.origin} | head -1`;
    const environment = { PATH: process.env['PATH'] ?? '', ITEMTAPE_KEY: 'k' };
    // The exit code of the program rather than that of head
    const bash = ['--norc', '-o', 'pipefail', '-c', line];
    const output = await promisify(execFile)(programFor('bash'), bash, { env: environment });
    await server.close();

    expect(output).toEqual({ stdout: 'a line\n', stderr: '' });
  });

  it('a backup that is interrupted does not report the service as gone', async () => {
    const server = await createScriptedServer();
    const connected = new Promise<void>((resolve) => server.play(() => ({ write: () => resolve() })));
    const words = ['backup', join(tmpdir(), 'itemtape-never-made'), '--url', server.origin, '--key', 'k'];
    const command = startCommand(words);
    await connected;
    command.child.kill('SIGINT');

    expect((await command.ended).code).toBe(1);
    expect(command.err()).toBe('This operation was aborted\n');
    await server.close();
  });
});

describe('with the data folder of a running service', () => {
  const beside = () => ({ DATA_FOLDER: markets.folder, HTTP_PORT: new URL(markets.service.origin).port });

  it.each([
    [['search', 'redline']],
    [['item', item]],
    [['compare', item]],
    [['history', item, '--days', '1']],
    [['sources']],
    [['status']],
    [['watch', '--snapshot', '--count', '1']],
    [['export', 'quotes']],
  ])('%j needs neither key nor address', async (words) => {
    const { code, out, err } = await runCommand(words, beside());

    expect([code, err.replace(/^quotes.*\n/gm, '')]).toEqual([0, '']);
    expect(out.length).toBeGreaterThan(10);
  });

  it('a new address of the dashboard can be printed, which opens it as the operator, once', async () => {
    const { code, out, err } = await callCommand(['dashboard'], beside());
    const [, token = ''] = /#token=(.+)\n$/.exec(out) ?? [];
    const open = () => readJson(`${markets.service.origin}/operator/session`, token, { method: 'POST' });

    expect([code, err]).toEqual([0, expect.stringContaining('once')]);
    expect(out).toBe(`${markets.service.origin}/#token=${token}\n`);
    expect(await open()).toMatchObject({ isOperator: true });
    await expect(open()).rejects.toThrow('401');
  });

  it('the settings name the same service to all commands, and each says what it lacks', async () => {
    const empty = testFolder('no-folder');
    const elsewhere = { ...beside(), DATA_FOLDER: empty };
    const admin = await markets.service.keys.create({ name: 'exporter', websocketAccess: false, admin: true });

    const keyless = await callCommand(['sources'], elsewhere);
    const refused = await callCommand(['export', 'quotes'], elsewhere);
    const exported = await runCommand(['export', 'quotes'], { ...elsewhere, ITEMTAPE_KEY: admin.text });

    expect([keyless.code, keyless.err]).toEqual([2, expect.stringContaining('--data-folder')]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('a key is needed')]);
    expect(exported).toMatchObject({ code: 0, out: expect.stringContaining(',priceUSD,') });
  });

  it('the token of another folder is not used as a key, nor its service taken for this one', async () => {
    const other = testFolder('other-folder');
    openOperatorToken(other);
    const elsewhere = { ...beside(), DATA_FOLDER: other };

    // No service uses that folder, so its token is not sent
    const unused = await callCommand(['sources'], elsewhere);
    writeFileSync(join(other, 'owner.json'), '{"pid":1,"startedAt":null,"since":""}');
    // Sources are public, items are not
    const used = await callCommand(['search', 'redline'], elsewhere);
    const copied = await callCommand(['export', 'quotes'], elsewhere);

    const why = `a key is needed, as no service appears to run in the data folder ${other}:`;
    expect([unused.code, unused.err]).toEqual([2, expect.stringContaining(why)]);
    for (const { code, err } of [used, copied]) {
      expect([code, err]).toEqual([1, expect.stringContaining(`uses a different data folder from ${other}`)]);
    }
  });

  it('a key of the environment that lacks the right admin is said to have been used in place of the token', async () => {
    const { code, err } = await callCommand(['dashboard'], { ...beside(), ITEMTAPE_KEY: markets.key });

    expect([code, err]).toEqual([1, expect.stringContaining('without --key and ITEMTAPE_KEY, this command uses')]);
  });

  it('the token is not sent to an address given on the command line', async () => {
    const { code, err } = await callCommand(['sources', '--url', markets.service.origin], beside());

    expect([code, err]).toEqual([2, expect.stringContaining('a key is needed')]);
  });
});

describe('completion', () => {
  it('knows every command and the flags of each, in bash', async () => {
    const { out, code } = await callCommand(['completion', 'bash']);

    expect(code).toBe(0);
    expect(out).toContain('complete -o default -F _itemtape itemtape');
    expect(out).toMatch(/ {4}history\) COMPREPLY=.*--days .*--http-port/);
  });

  it.each(['zsh', 'fish'])('is available for %s', async (shell) => {
    const { out, code } = await callCommand(['completion', shell]);

    expect(code).toBe(0);
    for (const name of ['search', 'watch', 'keys']) expect(out).toContain(name);
  });

  it('rejects other shells', async () => {
    expect(await callCommand(['completion', 'cmd'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('supported shells are bash, zsh, fish'),
    });
  });
});
