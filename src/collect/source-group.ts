import { setMaxListeners } from 'node:events';
import type { Connector } from '../contract/connector.ts';
import type { CollectorOptions } from './collector-options.ts';
import { type Limiters, type Prepared, prepareSources } from './prepare-source.ts';
import { createHttpClient, type HttpClient } from './request/http-client.ts';
import { wayOutOf, wayOutText } from './request/way-out.ts';
import { type Asking, isShared } from './shared-feed.ts';

type GroupParts = {
  readonly options: CollectorOptions;
  readonly asking: Asking;
  /** What most marketplaces are asked by, and what those without a relay are. */
  readonly clients: { readonly usual: HttpClient; readonly direct: HttpClient };
  /** They outlast a renewal, since the marketplace goes on counting. */
  readonly limiters: Limiters;
};

/** Connectors that begin and end together, with the credentials and the way out that they began with: one, or several that share a connection. */
export class SourceGroup {
  readonly connectors: readonly Connector[];
  readonly prepared: readonly Prepared[];
  readonly #parts: GroupParts;
  readonly #stopping = new AbortController();
  readonly #ownClients: HttpClient[] = [];
  readonly #given: ReadonlyMap<Connector, string>;

  constructor(connectors: readonly Connector[], parts: GroupParts) {
    // Every source and every timer listens, and each takes its leave
    setMaxListeners(0, this.#stopping.signal);
    this.connectors = connectors;
    this.#parts = parts;
    this.#given = new Map(connectors.map((connector) => [connector, this.#givenFor(connector)]));
    const { secrets, clock } = parts.options;
    const [signal, limiters] = [this.signal, parts.limiters];
    const clientOf = (connector: Connector) => this.#sendFor(connector);
    this.prepared = connectors.flatMap((connector) =>
      prepareSources(connector, { secrets, clientOf, signal, clock, limiters }),
    );
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Whether a credential or the way out of one of its connectors is another one by now. */
  get isOutdated(): boolean {
    return this.connectors.some((connector) => this.#givenFor(connector) !== this.#given.get(connector));
  }

  /** The same with what holds now, which is to begin when this one has ended; throws where that cannot be used. */
  renewed(): SourceGroup {
    const { limiters } = this.#parts;
    for (const { slug, credentials, budgets } of this.connectors.filter((one) => this.#hasOtherKey(one))) {
      if (credentials.length === 0) continue;
      // The marketplace counts for each key, and another key is another count
      for (const [name, { scope }] of Object.entries(budgets)) if (scope === 'key') limiters.delete(`${slug} ${name}`);
    }
    return new SourceGroup(this.connectors, this.#parts);
  }

  /** Lets what is under way end. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Closes its connections, once nothing is under way any more. */
  close(): void {
    for (const client of this.#ownClients) client.close();
  }

  #hasOtherKey(connector: Connector): boolean {
    const [keys] = JSON.parse(this.#given.get(connector) ?? '[]') as [unknown];
    return JSON.stringify(keys) !== JSON.stringify(this.#keysOf(connector));
  }

  #keysOf({ credentials }: Connector): (string | null)[] {
    return credentials.map(({ env }) => this.#parts.options.secrets(env));
  }

  /** What the operator has given, by which two states of it can be told apart. */
  #givenFor(connector: Connector): string {
    return JSON.stringify([this.#keysOf(connector), wayOutText(connector.slug, this.#parts.options.secrets)]);
  }

  #sendFor(connector: Connector): HttpClient['send'] {
    const { mayAsk = () => true } = this.#parts.options;
    const { send } = this.#clientFor(connector);
    return async (request, options) => {
      if (!mayAsk()) throw new Error('another node asks this marketplace now');
      const again: typeof options.again = async (signal) => (await options.again(signal)) && mayAsk();
      return await send(request, { ...options, again });
    };
  }

  /** Most marketplaces share a client; one with a way of its own has one of its own. */
  #clientFor({ slug, isDirect }: Connector): HttpClient {
    const { options, asking, clients } = this.#parts;
    const { relay, secrets, clock } = options;
    if (isDirect) return clients.direct;
    const wayOut = relay === null ? wayOutOf(slug, secrets) : null;
    if (wayOut === null) return clients.usual;
    const client = createHttpClient({ ...asking, relay, wayOut, clock });
    this.#ownClients.push(client);
    return client;
  }
}

/** Connectors by what they share. */
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
