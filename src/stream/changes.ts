import { type CatchUpSource, readOn } from './catch-up.ts';
import { lineOf } from './framing.ts';
import type { HubPort } from './hub-port.ts';
import { controlText } from './message.ts';
import type { SubscriptionRequest } from './subscription-request.ts';

/** What was to be read stopped being kept meanwhile. */
class LostWhileReading extends Error {
  override readonly name = 'LostWhileReading';
}

const shape = { tag: null, sequence: true } as const;

/**
 * What the stream told after a sequence, up to now, one message a line, in pieces of some 64 kB. The last line is a
 * heartbeat: everything up to its sequence was looked at, and so many messages were told.
 */
export async function* changesAfter(
  hub: HubPort,
  { filter }: Pick<SubscriptionRequest, 'filter'>,
  after: number,
  limit: number,
): AsyncGenerator<Buffer, void, undefined> {
  const group = hub.group({ filter, shape, framing: 'lines' });
  // A list may name a place that those who listen are not sent yet
  const { epoch, head: last } = hub.log;
  let next = after + 1;
  let count = 0;
  while (next <= last && count < limit) {
    const piece = readOn(await sourceAt(hub, epoch, next, last), group, next, limit - count);
    next = piece.next;
    count += piece.messages;
    hub.count(piece.messages);
    // An empty one too, so that whoever reads can let others have their turn
    yield piece.bytes;
  }
  const place = { epoch: hub.log.epochAt(next - 1), sequence: next - 1 };
  yield lineOf(Buffer.from(controlText('heartbeat', shape, { timestamp: hub.now(), ...place, count })));
}

/** Where an entry is read: in memory, or in a page of the tape. */
async function sourceAt(hub: HubPort, epoch: string, sequence: number, last: number): Promise<CatchUpSource> {
  const { past, now, settings } = hub;
  for (;;) {
    const { log } = hub;
    if (log.epoch !== epoch || !hub.reaches(sequence - 1))
      throw new LostWhileReading(`${epoch}:${sequence} is no longer kept`);
    if (past === null || sequence >= log.first) return { log, served: last, now, settings };
    const page = past.page(sequence);
    if (page !== null) {
      const { position } = page;
      return {
        log: { epochAt: (told) => log.epochAt(told), position },
        served: Math.min(last, page.last),
        now,
        settings,
      };
    }
    await new Promise<void>((resolve) => past.load(sequence, resolve));
  }
}
