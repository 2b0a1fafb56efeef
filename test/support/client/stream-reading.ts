import { afterEach } from 'vitest';
import type { TapeError } from '../../../client/src/errors.ts';
import { type ListenOptions, listenToOffers, type SubscribeOptions } from '../../../client/src/listen.ts';
import type { ListenSettings } from '../../../client/src/transport.ts';
import { serveStream } from '../stream/served-stream.ts';
import { type Script, serveScript, type TransportSettings } from './scripted-stream.ts';

/** Streams for the tests of one file; each is closed after the test that opened it. */
export function streamsOfTests() {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return {
    endLater: (...closes: (() => unknown)[]): void => void closing.push(...closes),
    async script(way: TransportSettings, ...scripts: readonly Script[]) {
      const served = await serveScript(scripts, way);
      closing.push(served.close);
      return served;
    },
    /** The stream of the service itself. */
    async served(way: TransportSettings) {
      const service = await serveStream();
      closing.push(service.close);
      return { ...service, settings: { url: `http://127.0.0.1:${service.port}`, key: service.key, ...way } };
    },
  };
}

// Reconnect quickly: there is no server to spare
const reconnectDelays = { firstMs: 1, maxMs: 10 };

/** The ids of the first `count` offers, and the reasons of interruptions meanwhile. */
export async function first(
  count: number,
  settings: ListenSettings,
  subscription: SubscribeOptions = {},
  options: ListenOptions = {},
) {
  const ids: string[] = [];
  const lost: TapeError[] = [];
  const onConnection = (_: string, why?: TapeError) => void (why !== undefined && lost.push(why));
  for await (const { id } of listenToOffers(settings, subscription, { onConnection, reconnectDelays, ...options })) {
    ids.push(id);
    if (ids.length === count) break;
  }
  return { ids, lost };
}

/** The error that ended reading the stream. */
export const failureOf = (
  settings: ListenSettings,
  subscription: SubscribeOptions = {},
  options: ListenOptions = {},
): Promise<unknown> => first(1_000, settings, subscription, options).catch((error: unknown) => error);
