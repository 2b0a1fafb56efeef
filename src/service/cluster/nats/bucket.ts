import { type KV, Kvm, type KvOptions } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';

/**
 * Opens a key-value bucket of the cluster, creating it if needed. Only the leading server is read from: another one that
 * was cut off can answer for a moment that a key is missing, or with an old value.
 */
export const openBucket = async (
  connection: NatsConnection,
  name: string,
  options: Partial<Pick<KvOptions, 'history' | 'ttl' | 'replicas'>>,
): Promise<KV> => await new Kvm(connection).create(name, { ...options, allow_direct: false });
