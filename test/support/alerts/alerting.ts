import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Alerts, type AlertsOptions } from '../../../src/alerts/alerts.ts';
import { JournalFile } from '../../../src/alerts/journal-file.ts';
import type { NewRule } from '../../../src/alerts/rule.ts';
import { createLiveReader } from '../../../src/api/stream/live-reader.ts';
import { messageEncoder } from '../../../src/api/wire/stream/message.ts';
import { Book } from '../../../src/book/book.ts';
import { isPublicAddress, publicLookup } from '../../../src/collect/request/public-address.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { marketplaces, wholeScope } from '../../../src/schema/index.ts';
import { openFileTape } from '../../../src/tape/file-tape.ts';
import type { Happening } from '../../../src/tape/record.ts';
import { Recorder } from '../../../src/tape/recorder.ts';
import { seededNumbers } from '../runner/seed.ts';
import { happeningsOf } from '../stream/publish.ts';
import { holds } from '../time/until.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

export type Received = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body that the webhook sent, parsed; null if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary JSON
  readonly json: any;
};

/** Starts a server on this machine that records the alerts it is sent. */
export async function startReceiver(port = 0, host = '127.0.0.1') {
  const received: Received[] = [];
  const answer = { status: 204, headers: {} as Record<string, string>, isSilent: false };
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const json = body.startsWith('{') ? JSON.parse(body) : null;
    received.push({ path: request.url ?? '', headers: request.headers, body, json });
    if (!answer.isSilent) response.writeHead(answer.status, answer.headers).end();
  });
  server.listen(port, host);
  await once(server, 'listening');
  const at = (server.address() as AddressInfo).port;
  return {
    received,
    answer,
    port: at,
    url: `http://${host}:${at}`,
    has: (count: number) => holds(() => received.length >= count, `${count} alerts`),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A rule with the usual settings. */
export const ruleOf = (when: NewRule['when'], url: string, more: Partial<NewRule> = {}): NewRule => ({
  name: 'rule',
  when,
  target: { kind: 'webhook', url },
  repeats: true,
  coolDownSeconds: 0,
  hysteresisPercent: 1,
  text: null,
  ...more,
});

/** Alerts over a book and a tape in a temporary folder; `stop` and `open` can be repeated over the same data. */
export async function openAlerting(change: Partial<AlertsOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-alerts-'));
  const book: Book = change.book ?? new Book();
  const now = Date.now;
  const store = { saleCounts: async () => new Map<string, number>() };
  const tape = await openFileTape({ folder, keepMs: 86_400_000, keepBytes: 2 ** 30, hasFsync: false, now });
  const recorder = new Recorder({ tape, timeOf: now, onEpoch: () => {}, now, timers: systemClock, log: silent });
  const rig: { alerts: Alerts | null } = { alerts: null };
  recorder.follow((records, first, lines) => rig.alerts?.takeRecords(records, first, lines));
  const open = async (anew: Partial<AlertsOptions> = {}): Promise<Alerts> => {
    const alerts = await Alerts.open({
      storage: new JournalFile(join(folder, 'alerts.log')),
      tape,
      book,
      encoder: messageEncoder((...item) => book.itemAttributes(...item)),
      deals: createLiveReader({ book, store, health: () => [], rates: () => [], now }),
      connected: marketplaces,
      reach: { isPrivateAllowed: true, isPublic: isPublicAddress, publicLookup: publicLookup() },
      userAgent: 'itemtape-test',
      mayAlert: () => true,
      scopeOf: () => wholeScope,
      limits: { rulesPerKey: 100, keepPending: 1_000 },
      clock: systemClock,
      random: seededNumbers(),
      log: silent,
      backOffSeconds: [0.02],
      ...change,
      ...anew,
    });
    rig.alerts = alerts;
    return alerts;
  };
  const publish = (happenings: readonly Happening[]): void => recorder.add(happenings);
  return {
    folder,
    book,
    tape,
    open,
    publish,
    put: (records: Parameters<Book['apply']>[0], marketplaceId = 1, at = Date.now()): void =>
      publish(happeningsOf(book.apply(records, { marketplaceId, source: 'test', at }))),
    /** Resolves once everything that was put is on the tape. */
    untilPublished: () => recorder.flush(),
    /** Detaches the alerts from the tape until they are opened again. */
    leave: (): void => {
      rig.alerts = null;
    },
    close: async () => {
      await rig.alerts?.stop();
      await recorder.close();
      await tape.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Alerting = Awaited<ReturnType<typeof openAlerting>>;
