import type { Scope } from '../schema/index.ts';
import { changesAfter } from './changes.ts';
import { Connection, type ConnectionSink } from './connection.ts';
import type { Framing } from './framing.ts';
import { HubCore } from './hub-core.ts';
import { Refusal } from './refusal.ts';
import type { Replay } from './replay/replay.ts';
import { type SubscriptionRequest, toSubscriptionRequest } from './subscription-request.ts';

/** The offer stream: keeps recent entries in memory and sends each reader those it subscribed to. */
export class Hub extends HubCore {
  /** Adds a reader; it gets no messages until it subscribes. */
  connect(sink: ConnectionSink, framing: Framing, scope?: Scope): Connection {
    const connection = new Connection(this, sink, framing, scope);
    this.admit(connection);
    return connection;
  }

  /** Reads the fields of a subscription that came as an HTTP request. */
  subscriptionRequestOf(
    fields: Readonly<Record<string, unknown>>,
    scope?: Scope,
  ): { readonly request: SubscriptionRequest } | Refusal {
    try {
      return { request: toSubscriptionRequest(fields, this.connected, scope, { reads: this.reads }) };
    } catch (thrown) {
      if (thrown instanceof Refusal) return thrown;
      throw thrown;
    }
  }

  /** Plans the replay of a subscription that came as an HTTP request. */
  async replayOf({ replay, resume }: SubscriptionRequest): Promise<{ readonly replay: Replay | null } | Refusal> {
    try {
      return { replay: replay === null ? null : await this.planReplay(replay, resume) };
    } catch (thrown) {
      if (thrown instanceof Refusal) return thrown;
      throw thrown;
    }
  }

  /** The messages after a sequence, up to now, as lines of JSON; the last line is a heartbeat. */
  changesAfter(request: SubscriptionRequest, after: number, limit: number): AsyncGenerator<Buffer, void, undefined> {
    return changesAfter(this, request, after, limit);
  }
}
