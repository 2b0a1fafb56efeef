import { connect, credsAuthenticator, errors, type NatsConnection } from '@nats-io/transport-node';
import { StartRefused } from '../schema/index.ts';

export type NatsAddress = {
  readonly servers: readonly string[];
  /** Shown in the server's list of connections. */
  readonly name: string;
  readonly secrets: (name: string) => string | null;
};

/** Of the simplified consumers that everything here reads with. */
const oldestServer = [2, 9, 4] as const;

// A server that hangs or is cut off closes nothing. After two of these without an answer the next one is tried, before
// leases that only that one did not renew are lost
const pingMs = 1_000;

/** A connection that goes on trying for as long as the process lives. */
export async function connectNats({ servers, name, secrets }: NatsAddress): Promise<NatsConnection> {
  const [credentials, user, pass] = [secrets('NATS_CREDENTIALS'), secrets('NATS_USER'), secrets('NATS_PASSWORD')];
  const reached = await connect({
    servers: [...servers],
    name,
    ...(credentials !== null && { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }),
    ...(user !== null && { user, pass: pass ?? '' }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    pingInterval: pingMs,
    maxPingOut: 2,
    timeout: 5_000,
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    const text = `NATS at ${servers.join(', ')} cannot be used: ${why}`;
    if (error instanceof errors.AuthorizationError) {
      throw new StartRefused(`${text}; docs/cluster.md says where credentials stand`);
    }
    // It may come back, and whoever supervises this process begins it again
    throw new Error(text, { cause: error });
  });
  const { version = '0' } = reached.info ?? {};
  if (!isSince(version)) {
    await reached.close();
    throw new StartRefused(`the NATS server is ${version}; at least ${oldestServer.join('.')} is needed`);
  }
  if (reached.info?.jetstream !== true) {
    await reached.close();
    throw new StartRefused('the NATS server has no JetStream; start it with -js and a folder');
  }
  return reached;
}

function isSince(version: string): boolean {
  const parts = version.split(/[.-]/).slice(0, 3).map(Number);
  for (const [at, least] of oldestServer.entries()) {
    const part = parts[at] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}
