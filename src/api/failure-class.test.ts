import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestStore,
  operatorToken,
  serveApi,
  sourceHealth,
  startAt,
  type TestStore,
} from '../../test/support/api/served-api.ts';
import { Writer } from '../store/writer.ts';
import { operatorPaths } from './documents/operator-paths.ts';
import { failureClass } from './failure-class.ts';

/** Messages as the system, the database, NATS and libraries word them. */
const messages = [
  ["ENOSPC: no space left on device, open '/srv/inner/data/tape/7.tape'", 'disk full'],
  ['Cannot reserve 1.00 MiB, not enough space: in /srv/inner/engine/store', 'disk full'],
  ['connect ECONNREFUSED 10.11.12.13:8123', 'connection refused'],
  ['no connection to inner.example: ENOTFOUND', 'no connection'],
  ['getaddrinfo ENOTFOUND inner.example', 'no connection'],
  ['read ECONNRESET 10.11.12.13:4222', 'no connection'],
  ['socket hang up of 10.11.12.13', 'no connection'],
  ['connect ETIMEDOUT [fd00::11:12]:8123', 'no answer in time'],
  ['request to http://u:inner@10.11.12.13/ timed out', 'no answer in time'],
  ["EACCES: permission denied, mkdir '/srv/inner'", 'no permission'],
  ['Permissions Violation for Publish to "inner.tape"', 'no permission'],
  ['inner: Authentication failed: password is incorrect', 'credentials refused'],
  ["EMFILE: too many open files, open '/srv/inner/a'", 'too many open files'],
  ['Memory limit (total) exceeded in /srv/inner', 'out of memory'],
  ['Checksum does not match: /srv/inner/part.bin', 'unreadable'],
  ['inner.example/v1/items; answered 429; slow down', 'answered 429'],
  ['something else at /srv/inner, 10.11.12.13', 'failed'],
] as const;
const privateParts = /inner|\/srv|10\.11|fd00/;

describe('the class of a failure', () => {
  it.each(messages)('of "%s" is "%s"', (message, name) => {
    expect(failureClass(message)).toBe(name);
  });

  it('names nothing of its message', () => {
    for (const [message] of messages) {
      expect(message).toMatch(privateParts);
      expect(failureClass(message)).not.toMatch(privateParts);
    }
  });
});

describe('what needs no key', () => {
  let stored: TestStore;
  beforeAll(async () => {
    stored = await openTestStore();
  });
  afterAll(() => stored.close());

  const serveFailing = (message: string) =>
    serveApi(stored.store, {
      writer: () => ({
        ...new Writer({ store: { append: async () => {} } }).stats(),
        lastError: message,
        notWritingSince: startAt,
      }),
      recorder: () => ({ waiting: 1, failures: 1, notStoredSince: startAt, lastError: message }),
      backups: () => ({ lastAt: null, kept: 0, failingSince: startAt, lastError: message }),
      health: () => [{ ...sourceHealth, state: 'down', lastOutcome: 'retry', lastReadAt: null, detail: message }],
    });
  const paths = [
    ...operatorPaths.map(({ path }) => path),
    '/docs/pages/start.html',
    '/openapi.json',
    '/asyncapi.json',
    '/llms.txt',
    '/',
  ];

  it('names no path and no address of a failure, whatever its message', async () => {
    for (const [message] of messages) {
      const served = await serveFailing(message);
      for (const path of paths) {
        const { text } = await served.get(path, {}, { 'x-api-key': '' });
        expect(text, `${path}: ${message}`).not.toMatch(privateParts);
      }
      await served.close();
    }
  });

  it('has the whole message for the operator, and about sources for every key', async () => {
    const [[message]] = messages;
    const served = await serveFailing(message);
    const operator = { 'x-api-key': operatorToken };
    const health = (await served.get('/health', {}, operator)).body;
    const ready = (await served.get('/ready', {}, operator)).body;
    const forReader = (await served.get('/health')).body;
    const [source] = (await served.get('/health/sources')).body;
    await served.close();

    expect([health.store.lastError, health.tape.lastError, health.backups.lastError]).toEqual(Array(3).fill(message));
    expect(ready).toMatchObject({ store: expect.stringContaining(message), tape: expect.stringContaining(message) });
    expect(forReader).toMatchObject({ store: { lastError: 'disk full' }, tape: { lastError: 'disk full' } });
    expect(source.detail).toBe(message);
  });

  it('says to everybody why a source is off, which is no failure', async () => {
    const detail = 'needs TINY_KEY: make one in the settings';
    const served = await serveApi(stored.store, { health: () => [{ ...sourceHealth, state: 'off', detail }] });
    const [source] = (await served.get('/health/sources', {}, { 'x-api-key': '' })).body;
    await served.close();

    expect(source.detail).toBe(detail);
  });
});
