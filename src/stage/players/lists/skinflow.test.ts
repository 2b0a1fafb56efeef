import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { createWorld } from '../../market/create-world.ts';
import { skinflow } from './skinflow.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(skinflow, world, now);

type Row = { readonly realitem_id: string; readonly offered: number; readonly date_received: string };

describe('Skinflow as played', () => {
  it('shows one page of the latest offers, newest first, in cents', () => {
    const rows: readonly Row[] = jsonOf(ask('https://api.skinflow.gg/bots/items/trade?sort_by=date_received')).results;
    const [newest] = world.newestListings('skinflow', 'CS2', 1);
    const dates = rows.map(({ date_received }) => date_received);

    expect(rows).toHaveLength(60);
    expect(rows[0]).toMatchObject({
      realitem_id: newest?.assetId,
      offered: Math.round((newest?.priceUsd ?? 0) * 100),
    });
    expect(dates).toEqual([...dates].sort().reverse());
  });
});
