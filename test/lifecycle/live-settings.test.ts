import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOperatorToken } from '../../src/service/operator-token.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import {
  killAll,
  playedCredentials,
  readJson,
  type ServedProcess,
  serve,
} from '../support/processes/served-process.ts';
import { fewItems } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { until } from '../support/time/until.ts';

describe('a service that runs', () => {
  const root = testFolder('settings');
  const [folder, backups, file] = ['data', 'backups', 'settings.json'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  const secret = playedCredentials()['CSFLOAT_KEY'] ?? '';
  let stage: Stage;
  let service: ServedProcess;
  let origin: string;
  let token: string;

  beforeAll(async () => {
    const world = createWorld({ seed: 11, startedAt: Date.now(), items: fewItems });
    stage = await startStage({ world, players, now: Date.now });
    writeFileSync(file, '{}');
    const environment = { ITEMTAPE_CONFIG: file, COLLECT_ONLY: 'csfloat,skinport' };
    service = serve({ folder, relay: stage.origin, environment });
    origin = await service.origin;
    token = readOperatorToken(folder) ?? '';
  });
  afterAll(async () => {
    await killAll();
    await stage.close();
  });

  const post = async (path: string, body: object) => {
    const headers = { 'x-api-key': token, 'content-type': 'application/json' };
    const reply = await fetch(`${origin}/operator/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: reply.status, text: await reply.text() };
  };
  type Source = { readonly slug: string; readonly source: string; readonly state: string };
  const sources = async (): Promise<(Source & { readonly missingCredential: string | null })[]> =>
    await readJson(`${origin}/health/sources`);
  /** States of the sources that need the key. */
  const keyed = new Set<string>();
  const states = async (): Promise<string[]> =>
    (await sources()).filter(({ slug, source }) => keyed.has(`${slug}/${source}`)).map(({ state }) => state);
  const loggedWith = (words: string): string[] =>
    service
      .out()
      .split('\n')
      .filter((line) => line.includes(words));

  it('accepts credentials, which take effect at once, are stored in a file readable only by its owner and are shown nowhere', async () => {
    for (const { slug, source, missingCredential } of await sources())
      if (missingCredential === 'CSFLOAT_KEY') keyed.add(`${slug}/${source}`);
    expect(new Set(await states())).toEqual(new Set(['off']));
    expect((await post('credentials', { name: 'CSFLOAT_KEY', value: secret })).text).toContain('csfloat');
    await until('CSFloat to be read', async () => (await states()).includes('live'));

    expect(statSync(join(folder, 'credentials.json')).mode & 0o777).toBe(0o600);
    const shown = JSON.stringify(await readJson(`${origin}/operator/settings`, token));
    expect(shown).toContain('"name":"CSFLOAT_KEY"');
    for (const text of [shown, service.out(), service.err()]) expect(text).not.toContain(secret);
    expect((await post('credentials', { name: 'PATH', value: 'x' })).status).toBe(400);
  });

  it('follows a fee that is set, in every figure after fees, without a restart', async () => {
    type Best = { readonly bid: { readonly price: number; readonly afterFees: number } | null };
    const ask = async <T>(path: string): Promise<T> => await readJson(`${origin}${path}`, token);
    const find = async (): Promise<{ readonly name: string; readonly bid: Best['bid'] } | null> => {
      const rows = await ask<{ readonly name: string }[]>('/v2/buy-orders?game=CS2&limit=50&marketplace=csfloat');
      for (const { name } of rows) {
        const { best } = await ask<{ readonly best: Best[] }>(
          `/tape/best?game=CS2&marketplaces=csfloat&name=${encodeURIComponent(name)}`,
        );
        if (best[0]?.bid !== null) return { name, bid: best[0]?.bid ?? null };
      }
      return null;
    };
    const found = await until('a bid', find);
    const { price, afterFees } = found?.bid ?? { price: 0, afterFees: 0 };
    expect(afterFees / price).toBeCloseTo(0.98 * 0.975, 2);
    const set = { marketplace: 'CSFloat', setting: 'fees.seller', value: '50' };
    expect(await post('terms', set)).toEqual({ status: 200, text: JSON.stringify(set) });

    const [{ fees }] = await ask<[{ fees: { side: string; percent: number; evidence: string }[] }]>(
      '/tape/marketplaces?marketplace=csfloat',
    );
    expect(fees.find(({ side }) => side === 'seller')).toMatchObject({ percent: 50, evidence: 'set' });
    await until('the new figure', async () => {
      const path = `/tape/best?game=CS2&marketplaces=csfloat&currency=USD&name=${encodeURIComponent(found?.name ?? '')}`;
      const { best } = await ask<{ readonly best: Best[] }>(path);
      const { bid } = best[0] ?? { bid: null };
      return bid !== null && Math.abs(bid.afterFees / bid.price - 0.5 * 0.975) < 0.01;
    });
    expect((await post('terms', { ...set, value: 'much' })).text).toContain('write a marketplace and a percentage');
    expect((await post('terms', { ...set, setting: 'http.port' })).status).toBe(400);
    expect((await post('terms', { ...set, value: null })).status).toBe(200);
  });

  it('rereads its settings at SIGHUP, applies those that can change at once, and names the others', async () => {
    writeFileSync(file, JSON.stringify({ 'backup.folder': backups, 'log.level': 'debug', 'api.cacheSeconds': 5 }));
    service.child.kill('SIGHUP');
    await until('the settings to be reread', async () => loggedWith('settings and credentials reloaded').length === 1);

    const { changed, marketplaces } = JSON.parse(loggedWith('settings and credentials reloaded')[0] ?? '{}');
    expect([changed, marketplaces]).toEqual([['backup.folder', 'log.level'], []]);
    const whole = await until('a scheduled backup', async () => {
      const { backups: found } = await readJson(`${origin}/health`);
      return found.lastAt !== null && found;
    });
    expect(whole).toMatchObject({ kept: 1, failingSince: null, lastError: null });
    const [name = ''] = readdirSync(backups);
    const manifest = JSON.parse(readFileSync(join(backups, name, 'manifest.json'), 'utf8'));
    expect(manifest.files.map((one: { name: string }) => one.name)).not.toContain('credentials.json');
  });

  it('has written who changed what, at SIGHUP too, to a file that is in no backup and without the credential', async () => {
    type Line = { readonly action: string; readonly keyId: string | null; readonly about: object };
    const lines: Line[] = (await readJson(`${origin}/operator/audit`, token)).reverse();

    expect(lines.map(({ action, keyId }) => `${action} ${keyId}`)).toEqual([
      'key.create null',
      'credential.change operator',
      'term.change operator',
      'term.change operator',
      'settings.reload null',
    ]);
    expect(lines.at(-1)?.about).toMatchObject({ changed: ['backup.folder', 'log.level'], signal: 'SIGHUP' });
    expect(readFileSync(join(folder, 'audit.jsonl'), 'utf8')).not.toContain(secret);
    const [name = ''] = readdirSync(backups);
    expect(readdirSync(join(backups, name)).filter((one) => one.startsWith('audit'))).toEqual([]);
  });

  it('keeps its settings if the new ones are wrong, and says what is wrong', async () => {
    writeFileSync(file, '{"log.level": "loud"');
    service.child.kill('SIGHUP');
    await until('the log line about it', async () => loggedWith('not reloaded').length === 1);

    expect(loggedWith('not reloaded')[0]).toContain('is not JSON');
    const { settings } = await readJson(`${origin}/operator/settings`, token);
    const level = settings.find(({ name }: { name: string }) => name === 'log.level');
    expect(level).toMatchObject({ value: 'debug', origin: 'file' });
    expect(await states()).toContain('live');
    expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(service.err()).toBe('');
  });
});
