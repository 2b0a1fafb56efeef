import { setMaxListeners } from 'node:events';
import type { Budget, Connector } from '../contract/connector.ts';
import type { CollectorOptions } from './collector-options.ts';
import { type Limiters, type PreparedSource, prepareSources } from './prepare-source.ts';
import { createHttpClient, type HttpClient } from './request/http-client.ts';
import { wayOutOf, wayOutText } from './request/way-out.ts';
import { isShared, type RequestParts } from './shared-feed.ts';

type GroupParts = {
  readonly options: CollectorOptions;
  readonly requestParts: RequestParts;
  /** The client of most marketplaces, and the one of connectors with `isDirect`, which never use the relay. */
  readonly clients: { readonly main: HttpClient; readonly direct: HttpClient };
  /** Kept across a renewal, since the marketplace keeps counting. */
  readonly limiters: Limiters;
};

/**
 * Connectors that start and stop together, with the credentials and the proxy settings read at their start: one connector,
 * or several that share a connection.
 */
export class SourceGroup {
  readonly connectors: readonly Connector[];
  readonly prepared: readonly PreparedSource[];
  readonly #parts: GroupParts;
  readonly #stopping = new AbortController();
  readonly #ownClients: HttpClient[] = [];
  readonly #given: ReadonlyMap<Connector, string>;

  constructor(connectors: readonly Connector[], parts: GroupParts) {
    // Every source and timer adds a listener, and removes it again
    setMaxListeners(0, this.#stopping.signal);
    this.connectors = connectors;
    this.#parts = parts;
    this.#given = new Map(connectors.map((connector) => [connector, this.#givenFor(connector)]));
    const { secrets, clock, scheduleMemory = null } = parts.options;
    const [signal, limiters] = [this.signal, parts.limiters];
    const clientOf = (connector: Connector) => this.#sendFor(connector);
    const countedBy = (connector: Connector, { scope }: Budget) => this.#countedBy(connector, scope);
    this.prepared = connectors.flatMap((connector) =>
      prepareSources(connector, { secrets, clientOf, signal, clock, limiters, countedBy, scheduleMemory }),
    );
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Whether a credential or proxy setting of one of its connectors has changed since. */
  get isOutdated(): boolean {
    return this.connectors.some((connector) => this.#givenFor(connector) !== this.#given.get(connector));
  }

  /** The same group with current credentials and proxy settings, to start once this one has ended; throws if invalid. */
  renewed(): SourceGroup {
    return new SourceGroup(this.connectors, this.#parts);
  }

  /** Aborts what is in progress. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Closes its connections; to be called when nothing is in progress. */
  close(): void {
    for (const client of this.#ownClients) client.close();
  }

  /** By what the marketplace counts: the credentials, or the address that it sees. Another one begins with nothing. */
  #countedBy(connector: Connector, scope: Budget['scope']): string {
    const { relay, secrets } = this.#parts.options;
    const keys = this.#keysOf(connector);
    if (scope === 'key' && keys.some((key) => key !== null)) return JSON.stringify(keys);
    return connector.isDirect ? '' : (relay ?? wayOutText(connector.slug, secrets));
  }

  #keysOf({ credentials }: Connector): (string | null)[] {
    return credentials.map(({ env }) => this.#parts.options.secrets(env));
  }

  /** Credentials and proxy settings as one string, to detect changes. */
  #givenFor(connector: Connector): string {
    return JSON.stringify([this.#keysOf(connector), wayOutText(connector.slug, this.#parts.options.secrets)]);
  }

  #sendFor(connector: Connector): HttpClient['send'] {
    const { mayAsk = () => true } = this.#parts.options;
    const { send } = this.#clientFor(connector);
    return async (request, options) => {
      if (!mayAsk()) throw new Error('another node reads this marketplace now');
      const again: typeof options.again = async (signal) => (await options.again(signal)) && mayAsk();
      return await send(request, { ...options, again });
    };
  }

  /** Most marketplaces share a client; one with its own proxy settings has its own client. */
  #clientFor({ slug, isDirect }: Connector): HttpClient {
    const { options, requestParts, clients } = this.#parts;
    const { relay, secrets, clock } = options;
    if (isDirect) return clients.direct;
    const wayOut = relay === null ? wayOutOf(slug, secrets) : null;
    if (wayOut === null) return clients.main;
    const client = createHttpClient({ ...requestParts, relay, wayOut, clock });
    this.#ownClients.push(client);
    return client;
  }
}

/** Groups connectors whose feeds share a connection; every other connector is its own group. */
export function groupsOf(connectors: readonly Connector[]): readonly (readonly Connector[])[] {
  const groups: Connector[][] = [];
  const share = (one: Connector, other: Connector): boolean =>
    one.sources.some((source) => other.sources.some((another) => isShared(source, another)));
  for (const connector of connectors) {
    const group = groups.find((others) => others.some((other) => share(connector, other)));
    if (group === undefined) groups.push([connector]);
    else group.push(connector);
  }
  return groups;
}
