import { createHash } from 'node:crypto';
import type { KnownNode } from './other-nodes.ts';

/** Whoever says nothing for so long is not counted on; its leases run out later. */
const presentMs = 3_000;

/** At which node a budget is asked: one that can ask most of it, the same one for whoever looks; null where none can. */
export function wantedAt(key: string, nodes: readonly Pick<KnownNode, 'id' | 'asks' | 'silentMs'>[]): string | null {
  const able = nodes.filter(({ asks, silentMs }) => (asks?.[key] ?? 0) > 0 && silentMs < presentMs);
  const most = Math.max(...able.map(({ asks }) => asks?.[key] ?? 0));
  const best = able.filter(({ asks }) => asks?.[key] === most).map(({ id }) => id);
  return best.sort((a, b) => weight(key, b) - weight(key, a))[0] ?? null;
}

// Each budget ranks the nodes in its own way, so that they share, and who comes or goes moves only its own
const weight = (key: string, id: string): number =>
  createHash('sha256').update(`${key} ${id}`).digest().readUIntBE(0, 6);
