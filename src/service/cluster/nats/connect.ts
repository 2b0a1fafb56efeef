import {
  type Authenticator,
  connect,
  credsAuthenticator,
  errors,
  type NatsConnection,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node';
import { StartRefused } from '../../../schema/index.ts';

export type NatsAddress = {
  readonly servers: readonly string[];
  /** Shown in the server's list of connections. */
  readonly name: string;
  readonly secrets: (name: string) => string | null;
  /** Whether it ends when it is cut off, and what is under way with it. By default it is opened again. */
  readonly isOnce?: boolean;
};

/** The first version with the simplified consumers used for reading. */
const oldestServer = [2, 9, 4] as const;

/** What the largest append of the tape needs. */
const minPayload = 2 ** 20;

// A server that hangs or is cut off does not close the connection. After two unanswered pings the next server is tried,
// before leases are lost
const pingMs = 1_000;

/** Opens a connection that reconnects for as long as the process lives, unless it is to be opened once. */
export async function connectNats({ servers, name, secrets, isOnce = false }: NatsAddress): Promise<NatsConnection> {
  const authenticator = authenticatorOf(secrets);
  const reached = await connect({
    servers: [...servers],
    name,
    inboxPrefix: inboxOf(secrets('NATS_USER')),
    ...(authenticator !== null && { authenticator }),
    reconnect: !isOnce,
    maxReconnectAttempts: -1,
    // Credentials that have expired can be replaced while this process runs
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 250,
    pingInterval: pingMs,
    maxPingOut: 2,
    timeout: 5_000,
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    const text = `NATS at ${servers.join(', ')} cannot be used: ${why}`;
    if (error instanceof errors.AuthorizationError) {
      throw new StartRefused(`${text}; docs/cluster.md says where to put the credentials`);
    }
    // Not a StartRefused: the server may come back, and a supervisor will restart this process
    throw new Error(text, { cause: error });
  });
  const { version = '0' } = reached.info ?? {};
  if (!isSince(version)) {
    await reached.close();
    throw new StartRefused(`the NATS server has version ${version}; at least ${oldestServer.join('.')} is required`);
  }
  const { max_payload: payload = minPayload } = reached.info ?? {};
  if (payload < minPayload) {
    await reached.close();
    throw new StartRefused(
      `the NATS server accepts messages of ${payload} bytes; set its max_payload to at least ${minPayload}, its default`,
    );
  }
  if (reached.info?.jetstream !== true) {
    await reached.close();
    throw new StartRefused('the NATS server does not have JetStream enabled; start it with -js and a storage folder');
  }
  return reached;
}

/** Reads the credentials at each attempt to connect, as they can be replaced. */
function authenticatorOf(secrets: NatsAddress['secrets']): Authenticator | null {
  if (secrets('NATS_CREDENTIALS') !== null)
    return credsAuthenticator(() => new TextEncoder().encode(secrets('NATS_CREDENTIALS') ?? ''));
  if (secrets('NATS_USER') === null) return null;
  return usernamePasswordAuthenticator(
    () => secrets('NATS_USER') ?? '',
    () => secrets('NATS_PASSWORD') ?? '',
  );
}

/** Answers come to subjects of the user's own, so that its permissions can exclude those of others. */
const inboxOf = (user: string | null): string => (/^[\w-]+$/.test(user ?? '') ? `_INBOX.${user}` : '_INBOX');

function isSince(version: string): boolean {
  const parts = version.split(/[.-]/).slice(0, 3).map(Number);
  for (const [at, min] of oldestServer.entries()) {
    const part = parts[at] ?? 0;
    if (part !== min) return part > min;
  }
  return true;
}
