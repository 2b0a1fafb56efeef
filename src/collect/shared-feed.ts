import type { Source } from '../contract/connector.ts';
import type { CollectorOptions } from './collector-options.ts';
import { DriftWatch } from './drift/drift-watch.ts';
import type { AnyFeed, Connect } from './feed/connect.ts';
import { createConnect } from './feed/feed-connection.ts';
import { createFeedRunner } from './feed/feed-runner.ts';
import { createSubscriber } from './feed/feed-subscriber.ts';
import type { OpenProtocol } from './feed/protocols/protocol.ts';
import { protocolOf } from './feed/protocols/protocol-of.ts';
import type { PreparedSource } from './prepare-source.ts';
import { demandedHeaders } from './request/demanded.ts';
import type { Limits } from './request/response-body.ts';
import { wayOutOf } from './request/way-out.ts';
import { FeedWatch } from './schedule/completeness-watch.ts';
import { type Runner, sharedPartsOf, storedCompleteness } from './source-parts.ts';

/** The limits and the user agent of requests to marketplaces. */
export type RequestParts = { readonly limits: Limits; readonly userAgent: string };

/** Whether two feeds share one connection. */
export const isShared = (one: Source, other: Source): boolean =>
  one.kind === 'feed' && other.kind === 'feed' && one.shared !== undefined && one.shared === other.shared;

/** A function that opens a connection of the feed; it can be called again after each connection ends. */
export function connectOf(
  { connector, games, access, sendRequest, limiter, redact }: PreparedSource,
  source: AnyFeed,
  { limits, userAgent }: RequestParts,
  options: CollectorOptions,
): Connect {
  const { clock, mayAsk = () => true } = options;
  const takesPlain = connector.isDirect === true;
  const relay = takesPlain ? null : options.relay;
  const wayOut = takesPlain || relay !== null ? null : wayOutOf(connector.slug, options.secrets);
  let openProtocol: Promise<OpenProtocol> | null = null;
  return createConnect({
    source,
    games,
    access,
    // One for all connections: it can know where the last one ended
    openProtocol: () => {
      openProtocol ??= protocolOf(source.dialect, clock);
      return openProtocol;
    },
    sendRequest,
    limiter,
    mayAsk,
    relay,
    wayOut,
    takesPlain,
    userAgent,
    demandedHeaders: demandedHeaders(connector.demands ?? [], new URL(source.url).host),
    limits,
    redact,
    clock,
  });
}

/** The subscriber that reads one marketplace's share of the connection. */
function subscriberOf(one: PreparedSource, source: AnyFeed, options: CollectorOptions) {
  const { reader, games: covered } = one;
  const { healthOf, isOff, waitsMs, shared } = sharedPartsOf(one, source.silenceSeconds, options, null);
  const healths = new Map(covered.map((game) => [game, healthOf(game)]));
  const { slug } = one.connector;
  const watches = new Map(
    covered.map((game) => [game, new FeedWatch(storedCompleteness({ slug, source: one.source.name, game }, options))]),
  );
  const { sink, clock, knownAt, hasItem = () => false } = options;
  const { marketplaceId } = shared;
  const drifts = new Map(
    covered.map((game) => [
      game,
      new DriftWatch({ source, known: (name) => knownAt?.(marketplaceId, game, name) ?? null, clock }),
    ]),
  );
  return {
    isOff,
    waitsMs,
    shared,
    subscriber: createSubscriber({ ...shared, source, healths, watches, drifts, reader, sink, hasItem }),
  };
}

/** Runs a feed for all prepared sources that share its connection. */
export function createSharedFeedRunner(
  one: PreparedSource,
  source: AnyFeed,
  prepared: readonly PreparedSource[],
  startDelay: number,
  requestParts: RequestParts,
  options: CollectorOptions,
): Runner {
  const sharing = prepared.filter((other) => other === one || isShared(other.source, source));
  const all = sharing.map((other) => subscriberOf(other, other.source as AnyFeed, options));
  const [first = subscriberOf(one, source, options)] = all;
  const running = all.filter(({ isOff }) => !isOff).map(({ subscriber }) => subscriber);
  const delay = Math.max(startDelay, first.waitsMs);
  const connect = connectOf(one, source, requestParts, options);
  const own = { source, subscribers: running, connect, startDelay: delay };
  const runner = createFeedRunner({ ...first.shared, ...own });
  return {
    run: runner.run,
    views: () => all.flatMap(({ subscriber }) => subscriber.views()),
    completeness: runner.completeness,
    isOff: running.length === 0,
  };
}
