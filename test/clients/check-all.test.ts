import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectors } from '../../src/connectors/index.ts';
import { runsUnasked } from '../../src/contract/connector.ts';
import { games } from '../../src/schema/index.ts';
import type { CheckedSource, CheckReport } from '../../src/service/connectors/check-sources.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { callCommand } from '../support/processes/called.ts';
import { playedCredentials } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { stageItems } from '../support/stage/stage-items.ts';

const root = testFolder('check');
const world = createWorld({ seed: 3, startedAt: Date.now(), items: stageItems });
const only = ['skinport', 'c5game', 'waxpeer', 'loot-farm', 'white-market', 'skin-land'];
const credentials = playedCredentials();

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ world, players, now: Date.now });
});
afterEach(() => stage.clearFaults());
afterAll(async () => {
  await stage.close();
});

const check = (words: readonly string[], environment: Readonly<Record<string, string>> = credentials) =>
  callCommand(['check', '--all', '--seconds', '1', ...words], {
    COLLECT_RELAY: stage.origin,
    COLLECT_ONLY: only.join(),
    ...environment,
  });
const reportOf = (out: string): CheckReport => JSON.parse(out);
const nameOf = ({ marketplace, source }: CheckedSource): string => `${marketplace}/${source}`;

describe('itemtape check --all', () => {
  it('asks every source that is on once, and names the one broken marketplace first, in a table and in a file', async () => {
    const before = only.map((slug) => stage.requests(slug).count);
    stage.setFault('waxpeer', { kind: 'garbled' });
    const to = join(root, 'report.json');
    const { code, out, err } = await check(['--to', to]);
    const report = reportOf(readFileSync(to, 'utf8'));
    const on = connectors
      .filter(({ slug }) => only.includes(slug))
      .flatMap(({ slug, sources }) => sources.filter(runsUnasked).map(({ name }) => `${slug}/${name}`));

    expect(report.sources.map(nameOf).sort()).toEqual(on.sort());
    expect(only.filter((slug, at) => stage.requests(slug).count === before[at])).toEqual([]);
    const failed = report.sources.slice(0, report.failed);
    expect(new Set(failed.map(({ marketplace }) => marketplace))).toEqual(new Set(['waxpeer']));
    expect(failed[0]).toMatchObject({ outcome: 'changed', status: 200 });
    expect([report.read + report.failed + report.notAsked + report.off, report.off]).toEqual([on.length, 0]);
    expect(code).toBe(1);
    expect(out).toMatch(/^source +game +outcome /);
    expect(out.split('\n')[1]).toMatch(/^waxpeer\//);
    expect(out).toMatch(/^\d+ sources: \d+ failed: waxpeer; \d+ read, \d+ not asked, 0 off$/m);
    expect(err).toContain(`1 of ${on.length}: `);
    expect(err).toContain(to);
  });

  it('reports the rows, their shape and age, and what read them, with code 0 when nothing failed', async () => {
    const first = await check(['--json', '--game', 'CS2', '--collect-only', 'skinport']);
    const again = await check(['--json', '--game', 'CS2', '--collect-only', 'skinport']);
    const report = reportOf(first.out);
    const items = report.sources.find((one) => nameOf(one) === 'skinport/items');

    expect([first.code, report.failed]).toEqual([0, 0]);
    expect(report).toMatchObject({ report: 'itemtape check', node: process.version, isRelayed: true });
    expect(Date.parse(report.at)).toBeGreaterThan(Date.now() - 900_000);
    expect(items).toMatchObject({ game: 'CS2', kind: 'bulk', evidence: 'recorded', outcome: 'read', rejected: 0 });
    expect(items).toMatchObject({ ageSeconds: 300, shape: expect.stringMatching(/^[0-9a-f]{16}$/), words: '' });
    expect(items?.rows).toBe(items?.records['quote']);
    expect(reportOf(again.out).sources.find((one) => nameOf(one) === 'skinport/items')?.shape).toBe(items?.shape);
  });

  it('says which credentials are missing, which is no failure', async () => {
    const { code, out } = await check(['--json', '--collect-only', 'c5game'], {});

    expect(code).toBe(0);
    expect(reportOf(out).sources.map(({ outcome, words }) => `${outcome} ${words}`)).toEqual(
      Array(3).fill('off needs C5GAME_KEY'),
    );
  });

  it('asks nothing more of a marketplace that turns it away', async () => {
    stage.setFault('csfloat', { kind: 'html', status: 403 });
    const before = stage.requests('csfloat').count;
    const { out } = await check(['--json', '--collect-only', 'csfloat']);
    const [first, ...others] = reportOf(out).sources;

    expect(stage.requests('csfloat').count - before).toBe(1);
    expect(first).toMatchObject({ outcome: 'blocked', status: 403, words: 'answered 403' });
    expect(others.length).toBeGreaterThan(2);
    for (const { outcome, words } of others)
      expect([outcome, words]).toEqual(['not asked', 'the marketplace turned an earlier request away']);
  });

  it('does not wait for a budget that the marketplace has closed for long', async () => {
    stage.setFault('skinport', { kind: 'limited', retryAfterSeconds: 3_600 }, 1);
    const { out } = await check(['--json', '--collect-only', 'skinport']);
    const outcomes = Object.fromEntries(reportOf(out).sources.map((one) => [one.source, one]));

    expect(outcomes['items']).toMatchObject({ outcome: 'limited', status: 429, words: 'answered 429' });
    expect(outcomes['sales-history']).toMatchObject({ outcome: 'not asked', words: expect.stringContaining('budget') });
    expect(outcomes['sale-feed']).toMatchObject({ outcome: 'read' });
  });

  it('does not wait for it with one marketplace either, unless a larger budget is granted', async () => {
    const environment = { COLLECT_RELAY: stage.origin, ...credentials };
    const ordinary = await callCommand(['check', 'c5game'], environment);
    const granted = await callCommand(['check', 'c5game', '--collect-granted', 'c5game/offers'], environment);

    expect(ordinary.out).toMatch(/^offers {2}CS2 +read /m);
    expect(ordinary.out).toMatch(/^offers {2}Dota2 +not asked +its budget allows no request for \d+ s$/m);
    expect(granted.out).toMatch(/^offers {2}TF2 +read /m);
  });

  it('leaves a second between two requests to a marketplace', async () => {
    await check(['--json', '--collect-only', 'c5game']);
    const times = stage
      .requests('c5game')
      .recent.slice(-3)
      .map(({ at }) => at);

    // The clock of the time of day can be off by some milliseconds
    for (const [at, time] of times.slice(1).entries()) expect(time - (times[at] ?? 0)).toBeGreaterThan(950);
  });

  it('holds nothing of the marketplaces but the names of fields, and nothing of this machine', async () => {
    for (const slug of only) stage.setFault(slug, { kind: 'garbled' }, 1);
    const { out } = await check(['--json']);
    const names = games.flatMap((game) => world.items(game).map(({ name }) => JSON.stringify(name).slice(1, -1)));
    const secret = [...names, ...Object.values(credentials), hostname()];

    expect(secret.filter((text) => out.includes(text))).toEqual([]);
    expect(out).not.toMatch(/\d+\.\d+\.\d+\.\d+|https?:|localhost/);
    expect(new Set(reportOf(out).sources.map(({ outcome }) => outcome))).toEqual(new Set(['changed', 'read']));
    for (const one of reportOf(out).sources) {
      const { rows, rejected, fields, ageSeconds, milliseconds, status, records, ...words } = one;
      const numbers = [rows, rejected, fields, ageSeconds, milliseconds, status, ...Object.values(records)];

      expect(numbers.filter((number) => number !== null && !Number.isInteger(number))).toEqual([]);
      expect(Object.keys(words).sort()).toEqual(
        ['evidence', 'game', 'kind', 'marketplace', 'outcome', 'reasons', 'shape', 'source', 'words'].sort(),
      );
    }
  });

  it.each([
    [['check', '--all', 'skinport'], '--all checks every marketplace; name none'],
    [['check', '--all', '--item', 'x'], '--item is for one marketplace; leave out --all'],
    [['check', 'skinport', '--to', 'x'], '--to saves the report of --all'],
    [['check', '--all', '--to', root], 'which is a folder; name a file in it'],
  ])('is called wrongly with %j', async (words, problem) => {
    const { code, err } = await callCommand(words);

    expect([code, err]).toEqual([2, expect.stringContaining(problem)]);
  });
});
