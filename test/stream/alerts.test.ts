import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld } from '../../src/stage/market/create-world.ts';
import type { World } from '../../src/stage/market/world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { type Received, type Receiver, startReceiver } from '../support/alerts/alerting.ts';
import { freePort } from '../support/network/free-port.ts';
import { callCommand } from '../support/processes/called.ts';
import { metricsOf } from '../support/processes/process-facts.ts';
import {
  createKey,
  killAll,
  playedCredentials,
  type ServedProcess,
  serve,
} from '../support/processes/served-process.ts';
import { fewItems } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { testLimitMs } from '../support/runner/limits.ts';
import { extent } from '../support/runner/long-run.ts';
import { seededNumbers } from '../support/runner/seed.ts';
import { until } from '../support/time/until.ts';

const kills = extent({ short: 1, long: 10 });
// Kills in the middle of deliveries
const killsAmid = extent({ short: 1, long: 2 });
const chance = seededNumbers();
const deadMs = extent({ short: 0, long: 3_600_000 });
// In an hour, only as much should happen as can be checked afterwards
const tickMs = extent({ short: 100, long: 2_000 });
// Deliveries of one rule that are under way at once
const atOnce = 4;
const filter = { games: ['CS2'], channels: ['offers'], events: ['Added', 'Updated', 'Removed'] };

type Message = { readonly type: string; readonly sequence: number; readonly data: { readonly name: string } };

describe('a service that is killed while an alert receiver is down', () => {
  const environment = {
    ...playedCredentials(),
    ALERTS_ALLOW_PRIVATE: 'true',
    COLLECT_ONLY: 'skinport,dmarket',
    COLLECT_GAMES: 'CS2',
  };
  let world: World;
  let stage: Stage;
  let folder: string;
  let key: string;
  let receiver: Receiver | null = null;

  beforeAll(async () => {
    world = createWorld({ seed: 7, startedAt: Date.now(), items: fewItems });
    stage = await startStage({ world, players, now: Date.now });
  });
  afterAll(async () => {
    await killAll();
    await receiver?.close();
    await stage.close();
  });

  const start = (): ServedProcess => serve({ folder, relay: stage.origin, environment });

  const command = async (origin: string, ...words: readonly string[]) => {
    const { code, out, err } = await callCommand(['alerts', ...words, '--url', origin, '--key', key, '--json']);
    expect([code, words, err], err).toEqual([0, words, words[0] === 'create' ? expect.any(String) : '']);
    return JSON.parse(out);
  };

  const make = async (origin: string, url: string): Promise<{ readonly secret: string; readonly id: string }> => {
    const file = join(folder, 'rule.json');
    const rule = { name: 'all', when: { kind: 'stream', filter }, target: { kind: 'webhook', url } };
    writeFileSync(file, JSON.stringify(rule));
    return await command(origin, 'create', file);
  };

  /** The current position of the stream. */
  const positionAt = async (origin: string): Promise<string> => {
    const { headers } = await fetch(`${origin}/v2/marketplaces`, { headers: { 'x-api-key': key } });
    return `${headers.get('x-tape-epoch')}:${headers.get('x-tape-sequence')}`;
  };

  /** The messages of the stream after a position, and the sequence of the last. */
  const publishedAfter = async (origin: string, after: string): Promise<{ messages: Message[]; last: number }> => {
    const query = 'games=CS2&channels=offers&events=Added&events=Updated&events=Removed&limit=1000000';
    const reply = await fetch(`${origin}/tape/changes?${query}&after=${after}`, { headers: { 'x-api-key': key } });
    const lines = (await reply.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Message);
    return { messages: lines.slice(0, -1), last: lines.at(-1)?.sequence ?? 0 };
  };

  const byItem = (messages: readonly Message[]): Map<string, number[]> => {
    const found = new Map<string, number[]>();
    for (const { data, sequence } of messages) found.set(data.name, [...(found.get(data.name) ?? []), sequence]);
    return found;
  };

  /** The first delivery of each alert, in order of arrival. */
  const firsts = (received: readonly Received[]): Received[] => {
    const seen = new Set<unknown>();
    return received.filter(({ headers }) => {
      const id = headers['webhook-id'];
      if (seen.has(id)) return false;
      seen.add(id);
      return true;
    });
  };

  it('loses no alert, keeps the order of each item, and marks alerts that may be duplicates', {
    timeout: deadMs + testLimitMs('system'),
  }, async () => {
    // Nothing of an attempt before
    await killAll();
    await receiver?.close();
    folder = testFolder('alerts');
    key = await createKey(folder);
    const ticking = setInterval(() => world.tick(Date.now()), tickMs);
    const port = await freePort();
    let service = start();
    let origin = await service.origin;
    await until('a record on the tape', async () => Number((await positionAt(origin)).split(':')[1]) > 50);
    const { secret, id } = await make(origin, `http://127.0.0.1:${port}/hook`);
    const position = await positionAt(origin);
    const kill = async (): Promise<void> => {
      service.child.kill('SIGKILL');
      expect(await service.ended).toMatchObject({ signal: 'SIGKILL' });
      service = start();
      origin = await service.origin;
      await until('the service to be ready', async () => (await fetch(`${origin}/ready`)).status === 200);
    };
    for (let number = 0; number < kills; number += 1) {
      await until('alerts on their way', async () => (await metricsOf(origin))('itemtape_alerts_raised_total') > 5);
      await wait(deadMs / (kills + 1) + chance() * 500);
      await kill();
    }
    await wait(deadMs / (kills + 1));
    receiver = await startReceiver(port);
    // Kill in the middle of deliveries
    const { received } = receiver;
    for (let number = 0; number < killsAmid; number += 1) {
      const before = received.length;
      await until('alerts that arrive', async () => received.length > before + 20);
      await kill();
    }
    clearInterval(ticking);
    const { messages, last } = await publishedAfter(origin, position);
    const wanted = messages.map((message) => message.sequence);
    await until('alerts for all messages', async () => {
      const got = new Set(received.map(({ json }) => json.data.message.sequence));
      return wanted.every((one) => got.has(one));
    });

    const since = Number(position.split(':')[1]);
    const matches = ({ json }: Received) => json.data.message.sequence > since && json.data.message.sequence <= last;
    const got = firsts(received).filter(matches);
    const publishedOnce = byItem(got.map(({ json }) => json.data.message));
    expect(wanted.length).toBeGreaterThan(10);
    expect(publishedOnce).toEqual(byItem(messages));
    for (const { headers: sent, body: text } of received)
      new Webhook(secret).verify(text, sent as Record<string, string>);
    const repeats = received.filter((one) => !got.includes(one) && matches(one));
    for (const { headers: sent } of repeats) expect(sent['itemtape-repeat']).toBe('1');
    expect(repeats.length).toBeLessThanOrEqual(killsAmid * atOnce);
    const times = new Map<unknown, number>();
    for (const { headers } of received) times.set(headers['webhook-id'], (times.get(headers['webhook-id']) ?? 0) + 1);
    expect(Math.max(...times.values())).toBeLessThanOrEqual(1 + killsAmid);
    expect((await metricsOf(origin))('itemtape_alerts_lost_total')).toBe(0);
    expect(await command(origin, 'list')).toMatchObject([{ id, name: 'all', problem: null }]);
    expect(await command(origin, 'test', id)).toMatchObject({ isDelivered: true });
    expect((await command(origin, 'deliveries', id))[0]).toMatchObject({ outcome: 'delivered', status: 204 });
    expect(await command(origin, 'delete', id)).toEqual({ id });
    expect(await command(origin, 'list')).toEqual([]);
    await service.stop('SIGTERM');
  });
});
