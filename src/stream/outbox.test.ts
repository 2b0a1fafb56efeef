import { describe, expect, it } from 'vitest';
import { Outbox } from './outbox.ts';

/** An outbox for four messages and a hundred bytes, whose writes complete on command. */
function setUp() {
  const clock = { at: 0 };
  const rooms: number[] = [];
  const writes: (() => void)[] = [];
  const outbox = new Outbox({
    sink: { write: (_, written) => writes.push(written) },
    limits: { messages: 4, bytes: 100 },
    elapsed: () => clock.at,
    onRoom: () => rooms.push(outbox.messages),
  });
  const offer = (bytes: number, messages = 1) => outbox.offer(Buffer.alloc(bytes), messages);
  const force = (bytes: number, messages = 1) => outbox.force(Buffer.alloc(bytes), messages);
  const take = (count = 1) => {
    for (const written of writes.splice(0, count)) written();
  };
  return { clock, outbox, rooms, offer, force, take };
}

describe('an outbox', () => {
  it('takes as many messages and bytes as fit, and anything while nothing is waiting', () => {
    const { offer, take } = setUp();
    expect([offer(300, 9), offer(1)]).toEqual([true, false]);
    take();
    expect([offer(60), offer(41), offer(40)]).toEqual([true, false, true]);
    take(2);
    expect([offer(1, 3), offer(1, 2), offer(1)]).toEqual([true, false, true]);
  });

  it('reports room once, when half of both the messages and the bytes have left', () => {
    const { outbox, rooms, offer, take } = setUp();
    for (const bytes of [60, 10, 10, 10]) offer(bytes);
    expect([offer(1), outbox.hasRoom()]).toEqual([false, false]);
    take();
    expect([rooms, outbox.hasRoom()]).toEqual([[], false]);
    take(3);
    expect([rooms, outbox.hasRoom()]).toEqual([[2], true]);

    for (const bytes of [20, 70]) offer(bytes);
    expect(outbox.hasRoom()).toBe(false);
    take();
    expect(rooms).toEqual([2]);
    take();
    expect(rooms).toEqual([2, 0]);
  });

  it('is twice full by what was sent however much was waiting, counted in messages or bytes', () => {
    const [many, long] = [setUp(), setUp()];
    many.force(1, 8);
    long.force(200);
    expect([many, long].map(({ outbox }) => outbox.isTwiceFull)).toEqual([false, false]);
    many.force(1);
    long.force(1);
    expect([many, long].map(({ outbox }) => outbox.isTwiceFull)).toEqual([true, true]);
  });

  it('is stuck since bytes last left, or since the first came after a quiet time', () => {
    const { clock, outbox, offer, take } = setUp();
    const stuckAt = (at: number, what: () => unknown) => {
      clock.at = at;
      what();
      return outbox.stuckSince;
    };
    expect(outbox.stuckSince).toBe(null);
    expect([stuckAt(100, () => offer(1)), stuckAt(200, () => offer(1))]).toEqual([100, 100]);
    expect([stuckAt(300, take), stuckAt(400, take)]).toEqual([300, null]);
    expect(outbox.leftAt).toBe(400);
  });

  it('knows what is waiting after thousands of writes that never all left', () => {
    const { outbox, force, take } = setUp();
    force(1);
    for (let bytes = 2; bytes < 3_000; bytes += 1) {
      force(bytes, 2);
      take();
      if (outbox.bytes !== bytes || outbox.messages !== 2) throw new Error(`wrong after ${bytes} writes`);
    }
  });
});
