import type { ReadInventory } from '../api/holdings/inventory-answer.ts';
import { InventoryReader, inventoryBudget } from '../collect/inventory/inventory-reader.ts';
import { createHttpClient } from '../collect/request/http-client.ts';
import { wayOutOf } from '../collect/request/way-out.ts';
import { createRateLimiter } from '../collect/schedule/rate-limiter.ts';
import type { Config } from '../config/settings.ts';
import { phaseOf } from '../normalise/phase.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import { variantNamed } from '../schema/index.ts';
import { limitsWith } from './connectors/make-collector.ts';
import { userAgentIn } from './version.ts';

type InventoryOptions = {
  readonly config: Config;
  readonly secrets: (name: string) => string | null;
  readonly now: Clock['now'];
  readonly signal: AbortSignal;
};

export type Inventories = { readonly read: ReadInventory; readonly close: () => void };

const maxBytes = 32 * 1024 * 1024;

/** Opens the reading of public inventories, through the proxy of the Steam Market. */
export function openInventories({ config, secrets, now, signal }: InventoryOptions): Inventories {
  const relay = config['collect.relay'] || null;
  const clock: Clock = { ...systemClock, now };
  const client = createHttpClient({
    relay,
    wayOut: relay === null ? wayOutOf('steam-market', secrets) : null,
    limits: { ...limitsWith(relay), maxBytes },
    userAgent: userAgentIn(config),
    clock,
  });
  const limiter = createRateLimiter({ ...inventoryBudget, scope: 'ip' }, clock);
  const reader = new InventoryReader({ send: client.send, limiter, clock, signal });
  return {
    read: async (profile, game) => {
      const { items, ...inventory } = await reader.read(profile, game);
      const owned = items.map(({ paintIndex, effect, ...item }) => ({
        ...item,
        variant: game === 'TF2' ? variantNamed(effect) : phaseOf(game, item.name, null, paintIndex),
      }));
      return { ...inventory, items: owned };
    },
    close: client.close,
  };
}
