import { type CatchUpSource, readOn } from './catch-up.ts';
import { lineOf } from './framing.ts';
import type { HubCore } from './hub-core.ts';
import { controlText } from './message.ts';
import type { SubscriptionRequest } from './subscription-request.ts';

/** Entries were dropped before they were read. */
class LostWhileReading extends Error {
  override readonly name = 'LostWhileReading';
}

const shape = { tag: null, sequence: true } as const;

/**
 * The messages after a sequence, up to now, one per line, in pieces of about 64 KiB. The last line is a heartbeat: its
 * sequence is the last one that was read, its count the number of messages.
 */
export async function* changesAfter(
  hub: HubCore,
  { filter }: Pick<SubscriptionRequest, 'filter'>,
  after: number,
  limit: number,
): AsyncGenerator<Buffer, void, undefined> {
  const group = hub.group({ filter, shape, framing: 'lines' });
  // Up to the head, as a price list can name a sequence that live readers were not sent yet
  const { epoch, head: last } = hub.log;
  let next = after + 1;
  let count = 0;
  while (next <= last && count < limit) {
    const piece = readOn(await sourceAt(hub, epoch, next, last), group, next, limit - count);
    next = piece.next;
    count += piece.messages;
    hub.count(piece.messages);
    // An empty piece too, so that the caller can yield the event loop
    yield piece.bytes;
  }
  const cursor = { epoch: hub.log.epochAt(next - 1), sequence: next - 1 };
  yield lineOf(Buffer.from(controlText('heartbeat', shape, { timestamp: hub.now(), ...cursor, count })));
}

/** Where an entry is read: the log in memory, or a page of the tape. */
async function sourceAt(hub: HubCore, epoch: string, sequence: number, last: number): Promise<CatchUpSource> {
  const { backlog, now, settings } = hub;
  for (;;) {
    const { log } = hub;
    if (log.epoch !== epoch || !hub.hasReached(sequence - 1))
      throw new LostWhileReading(`${epoch}:${sequence} is no longer kept`);
    if (backlog === null || sequence >= log.first) return { log, served: last, now, settings };
    const page = backlog.page(sequence);
    if (page !== null) {
      const { position } = page;
      return {
        log: { epochAt: (at) => log.epochAt(at), position },
        served: Math.min(last, page.last),
        now,
        settings,
      };
    }
    await new Promise<void>((resolve) => backlog.load(sequence, resolve));
  }
}
