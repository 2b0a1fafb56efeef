import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Journal } from '../../src/alerts/journal.ts';
import { JournalFile } from '../../src/alerts/journal-file.ts';
import type { Rule } from '../../src/alerts/rule.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { openSharedJournal } from '../../src/service/cluster/shared-journal.ts';
import { ruleOf } from '../support/alerts/alerting.ts';
import { type NatsServer, startNats } from '../support/cluster/nats-server.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { needing } from '../support/runner/needs.ts';
import { until } from '../support/time/until.ts';

const rule = (id: string, text = ''): Rule => ({
  ...ruleOf({ kind: 'stream', filter: { games: ['CS2'] } }, ''),
  ...{ id, name: text, keyId: 'k1', createdAt: 0, since: { epoch: 'e', sequence: 0 }, doneAt: null },
  target: { kind: 'slack', url: 'https://example.test/hook' },
});

needing('nats-server').describe('the journal of alerts in NATS', () => {
  let server: NatsServer;
  let connection: NatsConnection;
  let folder: string;
  let name: string;
  let said: string[];
  let made = 0;

  beforeAll(async () => {
    server = await startNats();
    connection = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  });
  afterAll(async () => {
    await connection.close();
    await server.stop();
  });
  beforeEach(() => {
    folder = testFolder('shared-journal');
    made += 1;
    name = `tape-${made}`;
    said = [];
  });

  const note = (_: object, text: string) => void said.push(text);
  const log = { info: note, warn: note };
  const file = () => join(folder, 'alerts.log');

  async function open(maxBytes?: number): Promise<Journal> {
    const { signal } = new AbortController();
    const storage = await openSharedJournal({ connection, name, replicas: 1, file: file(), signal, log });
    return await Journal.open({ storage, timers: systemClock, log, ...(maxBytes !== undefined && { maxBytes }) });
  }

  const rulesOf = (journal: Journal) => [...journal.stored.rules.values()].map((one) => [one.id, one.name.length]);

  async function countMessages(): Promise<number> {
    const { state } = await (await jetstreamManager(connection)).streams.info(`${name}-alerts`);
    return state.messages;
  }

  it('has what was appended, in lines of any length, and nothing else once it was replaced', async () => {
    const first = await open(5_000);
    await first.append({ what: 'rule', rule: rule('a') });
    await first.append({ what: 'rule', rule: rule('long', 'é'.repeat(800_000)) });
    expect(rulesOf(await open())).toEqual([
      ['a', 0],
      ['long', 800_000],
    ]);

    const second = await open(5_000);
    await second.append({ what: 'removed', ruleId: 'long' });
    for (let at = 0; at < 40; at += 1) await second.append({ what: 'rule', rule: rule('b', `${at}`) });
    expect(await countMessages()).toBeLessThan(25);
    expect(rulesOf(await open())).toEqual([
      ['a', 0],
      ['b', 2],
    ]);
    expect(said).toEqual([]);
  });

  it('excludes an earlier writer, whose lines are neither acknowledged nor read', async () => {
    const previous = await open();
    await previous.append({ what: 'rule', rule: rule('a') });
    const next = await open();
    const excluded = previous.appendAtOnce({ what: 'rule', rule: rule('of the former') });

    await expect(excluded).rejects.toThrow(/the NATS stream of alert rules cannot be written now: .*; try again once/);
    await until('the reason', async () => {
      const error = await previous
        .appendAtOnce({ what: 'removed', ruleId: 'a' })
        .catch((thrown: Error) => thrown.message);
      return String(error).includes('another node keeps the alert rules now');
    });
    await next.append({ what: 'rule', rule: rule('b') });
    expect(rulesOf(await open())).toEqual([
      ['a', 0],
      ['b', 0],
    ]);
  });

  it('leaves out a line that was not written to its end', async () => {
    const previous = await open();
    await previous.append({ what: 'rule', rule: rule('a') });
    const cut = headers();
    cut.set('Itemtape-Part', 'lines 0 2');
    const half = JSON.stringify({ what: 'rule', rule: rule('cut') }).slice(0, 20);
    await jetstream(connection).publish(`${name}.alerts.journal`, half, { headers: cut });
    const next = await open();
    await next.append({ what: 'rule', rule: rule('b') });

    expect(rulesOf(await open())).toEqual([
      ['a', 0],
      ['b', 0],
    ]);
  });

  it('goes on where it was when NATS did not answer for a while, and when it was killed', async () => {
    const journal = await open();
    await journal.append({ what: 'rule', rule: rule('a') });
    server.halt();
    const hasFailed = (): boolean => said.includes('alerts not stored; trying again');
    // The server can still answer while it is being suspended
    const appended = (async () => {
      while (!hasFailed()) await journal.append({ what: 'rule', rule: rule('b') });
    })();
    await until('a failure', async () => hasFailed());
    server.wake();
    await appended;
    await server.kill();
    const later = journal.append({ what: 'rule', rule: rule('c') });
    await server.begin();
    await later;

    expect(rulesOf(await open()).map(([id]) => id)).toEqual(['a', 'b', 'c']);
  });

  it('is opened once NATS answers', async () => {
    server.halt();
    const opening = open();
    await until('the first try', async () => said.length > 0);
    server.wake();
    const journal = await opening;
    await journal.append({ what: 'rule', rule: rule('a') });

    expect(said).toEqual(['alert rules not read from NATS; trying again']);
    expect(rulesOf(await open())).toEqual([['a', 0]]);
  });

  it('begins with the rules of a service that was alone, and never with those of a second one', async () => {
    const alone = async (id: string): Promise<void> => {
      const journal = await Journal.open({ storage: new JournalFile(file()), timers: systemClock, log });
      await journal.append({ what: 'rule', rule: rule(id) });
      await journal.close();
    };
    await alone('a');
    const first = await open();
    expect(rulesOf(first)).toEqual([['a', 0]]);
    await first.append({ what: 'rule', rule: rule('b') });
    expect(said).toEqual(['rules and alerts of this file moved to NATS']);
    expect(readdirSync(folder)).toEqual(['alerts.log.moved']);

    await alone('of a second one');
    expect(rulesOf(await open()).map(([id]) => id)).toEqual(['a', 'b']);
    expect(said.at(-1)).toBe('alert rules of this file unused: those of the cluster are in NATS');
  });
});
