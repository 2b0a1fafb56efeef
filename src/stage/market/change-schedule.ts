import type { MarketItem } from './market-items.ts';
import type { Slot, Stay } from './slots.ts';
import type { PlayedChange, PlayedListing } from './world.ts';

type ScheduledSlot = { readonly marketItem: MarketItem; readonly slot: Slot };

/** What the schedule needs to know about a slot at a tick. */
export type SlotState = {
  readonly stay: Stay | null;
  readonly listing: PlayedListing | null;
  /** The first tick after this one at which the slot may differ. */
  readonly nextAt: number;
};

/** Changes in some slots from tick to tick; a slot is only looked at when something happens in it. */
export type ChangeSchedule = { readonly changesAt: (tick: number) => readonly PlayedChange[] };

/** Begins at `tick`; `changesAt` must be called for every later tick, in order. */
export const createChangeSchedule = (
  slots: Iterable<ScheduledSlot>,
  tick: number,
  stateAt: (scheduled: ScheduledSlot, tick: number) => SlotState,
): ChangeSchedule => {
  const pages = new Map<number, ScheduledSlot[]>();
  const note = (scheduled: ScheduledSlot, at: number): void => {
    const page = pages.get(at);
    if (page === undefined) pages.set(at, [scheduled]);
    else page.push(scheduled);
  };
  for (const scheduled of slots) note(scheduled, stateAt(scheduled, tick).nextAt);
  return {
    changesAt: (now) => {
      const page = pages.get(now) ?? [];
      pages.delete(now);
      return page.flatMap((scheduled) => {
        const after = stateAt(scheduled, now);
        note(scheduled, after.nextAt);
        return changesOf(stateAt(scheduled, now - 1), after);
      });
    },
  };
};

/** A listing also goes while its price is above the ceiling of the marketplace, and its stay goes on. */
const hasEnded = (before: SlotState, after: SlotState): boolean => before.stay?.key !== after.stay?.key;

const changesOf = (before: SlotState, after: SlotState): PlayedChange[] => {
  const isSame = before.listing?.number === after.listing?.number;
  if (isSame && before.listing !== null && after.listing !== null)
    return before.listing.priceUsd === after.listing.priceUsd ? [] : [{ kind: 'repriced', listing: after.listing }];
  const changes: PlayedChange[] = [];
  if (before.listing !== null && before.stay !== null)
    changes.push({ kind: 'removed', listing: before.listing, isSold: before.stay.isSold && hasEnded(before, after) });
  if (after.listing !== null) changes.push({ kind: 'added', listing: after.listing });
  return changes;
};
