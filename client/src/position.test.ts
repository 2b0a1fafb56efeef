import { describe, expect, it } from 'vitest';
import { createPositionTracker, positionIn } from './position.ts';

const at = (epoch: string, sequence: number) => ({ epoch, sequence });

/** A tracker after these messages. */
function tracking(...options: Parameters<typeof createPositionTracker>) {
  const { position, isShowing, take } = createPositionTracker(...options);
  const receive = (message: Parameters<typeof positionIn>[0]): void => take(message, positionIn(message));
  return { position, isShowing, receive };
}

describe('a position in the stream', () => {
  it('is that of the last message, and null before the first', () => {
    const { position, receive } = tracking(false);
    expect(position()).toBeNull();
    receive({ type: 'subscribed', ...at('a', 4) });
    expect(position()).toEqual(at('a', 4));
    receive({ type: 'heartbeat', ...at('a', 9) });
    receive({ type: 'pong' });
    expect(position()).toEqual(at('a', 9));
  });

  it('is where an earlier run was, until the service says otherwise', () => {
    const { position, receive } = tracking(true, at('a', 4));
    expect(position()).toEqual(at('a', 4));
    receive({ type: 'subscribed', recovered: true, ...at('a', 4) });
    receive({ type: 'offer', ...at('a', 5) });
    expect(position()).toEqual(at('a', 5));
    receive({ type: 'subscribed', recovered: false, ...at('b', 1) });
    expect(position()).toBeNull();
  });

  it('is not that of a `lagging` message, which is still ahead', () => {
    const { position, receive } = tracking(false);
    receive({ type: 'subscribed', ...at('a', 4) });
    receive({ type: 'lagging', ...at('a', 90) });
    expect(position()).toEqual(at('a', 4));
  });

  it('is null during a snapshot, which cannot be resumed', () => {
    const { position, isShowing, receive } = tracking(true);
    receive({ type: 'subscribed', ...at('a', 4) });
    receive({ type: 'offer', ...at('a', 4) });
    expect([position(), isShowing()]).toEqual([null, true]);
    receive({ type: 'subscribed', ...at('a', 6) });
    receive({ type: 'snapshotEnd', ...at('a', 6) });
    expect([position(), isShowing()]).toEqual([at('a', 6), false]);
    receive({ type: 'subscribed', recovered: true, ...at('a', 6) });
    receive({ type: 'heartbeat', ...at('a', 8) });
    expect(position()).toEqual(at('a', 8));
    receive({ type: 'subscribed', recovered: false, ...at('b', 1) });
    expect([position(), isShowing()]).toEqual([null, true]);
  });
});
