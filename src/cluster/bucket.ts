import { type KV, Kvm, type KvOptions } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';

/**
 * A bucket of the cluster, begun where there is none. Only the server that leads is asked for what it holds: another one
 * that was away says for a moment that there is nothing, or what stood there before.
 */
export const openBucket = async (
  connection: NatsConnection,
  name: string,
  options: Partial<Pick<KvOptions, 'history' | 'ttl' | 'replicas'>>,
): Promise<KV> => await new Kvm(connection).create(name, { ...options, allow_direct: false });
