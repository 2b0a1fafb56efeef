import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { afterAll, beforeAll } from 'vitest';
import { type NatsServer, startNats } from './nats-server.ts';

/** A NATS server for a block of tests, connections to it that end with them, and names that nothing there has yet. */
export function useNats() {
  const connections: NatsConnection[] = [];
  let server: NatsServer;
  let made = 0;

  beforeAll(async () => {
    server = await startNats();
  });
  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await server.stop();
  });

  return {
    newName: (): string => {
      made += 1;
      return `made-${made}`;
    },
    reach: async (more: NodeConnectionOptions = {}): Promise<NatsConnection> => {
      const settings = { servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 50, ...more };
      const connection = await connect(settings);
      connections.push(connection);
      return connection;
    },
  };
}
