import { describe, expect, it } from 'vitest';
import { createManualTimers, framesIn } from '../../../test/support/stream/stream-rig.ts';
import type { StreamEvent } from '../log/entry.ts';
import { Outbox } from '../outbox.ts';
import { LiveFrames, LiveQueries } from './live-queries.ts';
import { LiveQueryMember } from './live-query-member.ts';
import type { LiveRow, LiveView } from './view.ts';

const row = (event: StreamEvent, id: string): LiveRow => ({ type: 'deal', event, id, tail: `,"id":"${id}"}` });

/** A seat whose reader takes two messages at a time, with what it took and what it knows from that. */
function setUp(standing: readonly LiveRow[] = []) {
  const { timers } = createManualTimers();
  const writes: { readonly bytes: Buffer; readonly written: () => void }[] = [];
  const clock = { at: 0 };
  const elapsed = () => clock.at;
  const sink = { write: (bytes: Buffer, written: () => void) => writes.push({ bytes, written }) };
  const outbox = new Outbox({ sink, limits: { messages: 2, bytes: 1 << 20 }, elapsed, onRoom: () => {} });
  const view: LiveView = { take: () => ({ rows: [], isMore: false }), standing: () => standing, close: () => {} };
  const reader = { best: () => view, deals: () => view, found: () => view };
  const member = new LiveQueryMember({
    liveQueries: new LiveQueries({ reader, timers, onceAllPublished: (call) => call() }),
    subscriptions: [
      {
        channel: 'best',
        game: 'CS2',
        marketplaceIds: null,
        items: null,
        traits: null,
        query: null,
        phases: null,
        payout: 'any',
      },
    ],
    shape: { tag: null, sequence: false },
    framing: 'socket',
    outbox,
    elapsed,
    wake: () => {},
    onSent: () => {},
  });
  const received: string[] = [];
  const known = new Set<string>();
  const take = () => {
    for (const { bytes, written } of writes.splice(0)) {
      for (const text of framesIn(bytes).texts) {
        const { eventType, id } = JSON.parse(text);
        received.push(`${eventType} ${id}`);
        if (eventType === 'Removed') known.delete(id);
        else known.add(id);
      }
      written();
    }
  };
  const receive = (...rows: readonly LiveRow[]) => {
    for (const one of rows) member.receive([one], new LiveFrames());
  };
  /** Takes what was sent, then what was waiting. */
  const takeAll = () => {
    take();
    while (member.isWaiting) {
      member.send();
      take();
    }
  };
  return { member, outbox, clock, received, known, receive, takeAll };
}

describe('a reader of current state whose outbox is full', () => {
  it('gets a removal of a thing it knew, however often that came and went meanwhile', () => {
    const { received, known, receive, takeAll } = setUp();
    receive(row('Added', 'x'), row('Added', 'full'));
    receive(row('Removed', 'x'), row('Added', 'x'), row('Removed', 'x'));
    takeAll();
    expect(received).toEqual(['Added x', 'Added full', 'Removed x']);
    expect([...known]).toEqual(['full']);
  });

  it('gets nothing for a thing that came and went meanwhile, and one message for one that came and changed', () => {
    const { received, receive, takeAll } = setUp();
    receive(row('Added', 'full'), row('Added', 'fuller'));
    receive(row('Added', 'x'), row('Updated', 'x'), row('Removed', 'x'));
    receive(row('Added', 'y'), row('Removed', 'y'), row('Added', 'y'), row('Updated', 'y'));
    takeAll();
    expect(received).toEqual(['Added full', 'Added fuller', 'Added y']);
  });

  it('gets a removal of a thing that it may have been shown', () => {
    const { member, outbox, known, receive, takeAll } = setUp([row('Added', 'x')]);
    for (const frame of member.show()) {
      receive(row('Added', 'x'));
      outbox.force(frame as Buffer, 1);
    }
    member.shown();
    receive(row('Removed', 'x'));
    takeAll();
    expect([...known]).toEqual([]);
  });

  it('is behind since the first row that it could not be sent, until all are', () => {
    const { member, clock, receive, takeAll } = setUp();
    receive(row('Added', 'full'), row('Added', 'fuller'));
    expect(member.behindSince).toBe(null);
    for (clock.at = 5; clock.at < 8; clock.at += 1) receive(row('Added', `x${clock.at}`));
    expect(member.behindSince).toBe(5);
    takeAll();
    expect([member.behindSince, member.sentCount]).toEqual([null, 5]);
  });
});
