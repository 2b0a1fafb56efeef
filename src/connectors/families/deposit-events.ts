// CSGOEmpire and Skins.com push the same events about the items that are deposited for sale

/** Events that are read; others are about bids, sellers and the time. */
export const depositEvents: readonly string[] = ['new_item', 'updated_item', 'deleted_item'];

/** A message is [event, argument]; the argument is one entry or a list of them. */
export function depositEventsIn(message: unknown): unknown[] {
  const [event, argument]: readonly unknown[] = Array.isArray(message) ? message : [];
  if (typeof event !== 'string') throw new Error('the message names no event');
  if (!depositEvents.includes(event)) return [];
  const things: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  return things.map((thing) => (event === 'deleted_item' ? { event, id: thing } : { event, item: thing }));
}
