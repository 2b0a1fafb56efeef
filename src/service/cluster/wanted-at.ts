import { createHash } from 'node:crypto';
import type { KnownNode } from './other-nodes.ts';

/** A node that is silent for this long no longer counts; its leases run out later. */
const presentMs = 3_000;

/** The id of the node that should use a budget: one that can read most of its sources, the same on every node; null if none can. */
export function wantedAt(key: string, nodes: readonly Pick<KnownNode, 'id' | 'asks' | 'silentMs'>[]): string | null {
  const able = nodes.filter(({ asks, silentMs }) => (asks?.[key] ?? 0) > 0 && silentMs < presentMs);
  const max = Math.max(...able.map(({ asks }) => asks?.[key] ?? 0));
  const best = able.filter(({ asks }) => asks?.[key] === max).map(({ id }) => id);
  return best.sort((a, b) => weight(key, b) - weight(key, a))[0] ?? null;
}

// Rendezvous hashing: each budget ranks the nodes differently, and a node that joins or leaves moves only its own budgets
const weight = (key: string, id: string): number =>
  createHash('sha256').update(`${key} ${id}`).digest().readUIntBE(0, 6);
