import { describe, expect, it } from 'vitest';
import type { StreamMessage } from '../../api/wire/stream-shapes.ts';
import { createPlace } from './place.ts';

const subscribed = (epoch: string, sequence: number, recovered?: boolean): StreamMessage => ({
  type: 'subscribed',
  marketplaces: [],
  games: [],
  newFloorOnly: false,
  epoch,
  sequence,
  ...(recovered !== undefined && { recovered }),
});
const heartbeat = (epoch: string, sequence: number): StreamMessage => ({
  type: 'heartbeat',
  timestamp: 1,
  epoch,
  sequence,
  count: 0,
});
const snapshotEnd = (sequence: number): StreamMessage =>
  ({ ...heartbeat('a', sequence), type: 'snapshotEnd' }) as StreamMessage;

describe('a place in the stream', () => {
  it('is that of the last message, and nothing before the first', () => {
    const place = createPlace(false);
    expect(place.resume()).toEqual({});
    expect(place.pass(subscribed('a', 4))).toBeNull();
    expect(place.resume()).toEqual({ resume: { epoch: 'a', sequence: 4 } });
    place.pass(heartbeat('a', 9));
    place.pass({ type: 'pong', timestamp: 2 });
    expect(place.resume()).toEqual({ resume: { epoch: 'a', sequence: 9 } });
  });

  it('says what was missed, and that nothing was', () => {
    const place = createPlace(false);
    place.pass(subscribed('a', 4));
    expect(place.pass(subscribed('a', 4, true))).toBe('connected again; nothing was missed');
    expect(place.pass(subscribed('a', 4_711, false))).toContain('changes 5 to 4711 are no longer kept');
    place.pass(heartbeat('a', 4_800));
    expect(place.pass(subscribed('b', 2, false))).toContain('restarted: what happened after change 4800');
    expect(place.resume()).toEqual({ resume: { epoch: 'b', sequence: 2 } });
  });

  it('is nowhere while a snapshot is told, which cannot be resumed', () => {
    const place = createPlace(true);
    place.pass(subscribed('a', 4));
    place.pass(heartbeat('a', 4));
    expect(place.resume()).toEqual({});
    expect(place.pass(subscribed('a', 6))).toContain('from the beginning');
    place.pass(snapshotEnd(6));
    expect(place.resume()).toEqual({ resume: { epoch: 'a', sequence: 6 } });
    expect(place.pass(subscribed('a', 6, true))).toBe('connected again; nothing was missed');
    place.pass(heartbeat('a', 8));
    expect(place.resume()).toEqual({ resume: { epoch: 'a', sequence: 8 } });
    expect(place.pass(subscribed('b', 1, false))).toContain('what is on sale now follows');
    expect(place.resume()).toEqual({});
  });
});
