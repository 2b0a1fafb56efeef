import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { priceRows } from '../support/collect/tiny-sources.ts';
import { createKey, killAll, readJson, type ServedProcess, serve } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { createScriptedServer, type ScriptedReply, type ScriptedServer } from '../support/servers/scripted-server.ts';
import { until } from '../support/time/until.ts';

const host = '/metered-market.example/';
const requestsADay = 3;
const starts = 10;
const hour = 3_600;

let folder: string;
let server: ScriptedServer;
let key: string;
beforeEach(async () => {
  folder = testFolder('patience');
  server = await createScriptedServer();
  key = await createKey(folder);
});
afterEach(async () => {
  await killAll();
  await server.close();
});

/** Answers requests about the marketplace; others, such as those for exchange rates, get nothing. */
const play = (reply: ScriptedReply) => server.play(({ url }) => (url.startsWith(host) ? reply : { status: 404 }));

const start = (): ServedProcess =>
  serve({
    folder,
    relay: server.origin,
    environment: {
      COLLECT_CONNECTORS: join(import.meta.dirname, '..', 'support', 'connectors'),
      COLLECT_ONLY: 'MeteredMarket',
      COLLECT_CONTACT: 'ops@example.org',
    },
  });

const asked = () => server.requests.filter(({ url }) => url.startsWith(host));

/** Waits until the source has asked again, or is due and may not. */
const settled = async (service: ServedProcess, before: number) => {
  const origin = await service.origin;
  await until('a request, or a spent budget', async () => {
    const sources = await readJson(`${origin}/health/sources`, key);
    const { budget, lateSeconds } = sources[0];
    return asked().length > before || (budget.used === requestsADay && lateSeconds >= 1);
  });
};

describe('a service that is killed and started again', () => {
  it('asks nothing during a hold that began before', async () => {
    play({ status: 429, headers: { 'retry-after': String(2 * hour) } });
    const first = start();
    const origin = await first.origin;
    await until('the hold', async () => {
      const [source] = await readJson(`${origin}/health/sources`, key);
      // The file follows in a moment
      return source?.state === 'limited' && readFileSync(join(folder, 'patience.jsonl'), 'utf8').includes('"limited"');
    });
    await first.stop('SIGKILL');
    expect(asked()).toHaveLength(1);
    expect(asked()[0]?.headers['user-agent']).toMatch(/^itemtape\/\d\S* \(\+ops@example\.org\)$/);

    play({ body: { items: priceRows(3) } });
    const second = start();
    const address = `${await second.origin}/health/sources`;
    const waiting = await until('the start of the source', async () => {
      const [source] = await readJson(address, key);
      return source?.nextAskAt !== null && source;
    });
    expect(waiting).toMatchObject({ state: 'limited', lastOutcome: null });
    expect(waiting.nextAskAt).toBeGreaterThan(Date.now() / 1000 + hour);
    await second.stop('SIGTERM');
    expect(asked()).toHaveLength(1);
  });

  it(`asks no more over ${starts} starts than its budget allows`, async () => {
    play({ body: { items: priceRows(3) } });
    for (let count = 0; count < starts; count += 1) {
      const service = start();
      await settled(service, asked().length);
      await service.stop('SIGKILL');
    }
    expect(asked()).toHaveLength(requestsADay);
  });
});
