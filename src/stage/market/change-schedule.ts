import type { Shelf } from './market-items.ts';
import type { Slot, Stay } from './slots.ts';
import type { PlayedChange, PlayedListing } from './world.ts';

type Place = { readonly shelf: Shelf; readonly slot: Slot };

/** What the agenda has to know of a slot at a tick. */
export type Standing = {
  readonly stay: Stay | null;
  readonly listing: PlayedListing | null;
  /** The first tick after this one at which the slot may differ. */
  readonly nextAt: number;
};

/** What changes in some slots from tick to tick; every slot is looked at only when something happens in it. */
export type Agenda = { readonly changesAt: (tick: number) => readonly PlayedChange[] };

/** Begins at `tick`; `changesAt` has to be asked for every tick after it, in order. */
export const createAgenda = (
  places: Iterable<Place>,
  tick: number,
  standingAt: (place: Place, tick: number) => Standing,
): Agenda => {
  const pages = new Map<number, Place[]>();
  const note = (place: Place, at: number): void => {
    const page = pages.get(at);
    if (page === undefined) pages.set(at, [place]);
    else page.push(place);
  };
  for (const place of places) note(place, standingAt(place, tick).nextAt);
  return {
    changesAt: (now) => {
      const page = pages.get(now) ?? [];
      pages.delete(now);
      return page.flatMap((place) => {
        const after = standingAt(place, now);
        note(place, after.nextAt);
        return changesOf(standingAt(place, now - 1), after);
      });
    },
  };
};

const changesOf = (before: Standing, after: Standing): PlayedChange[] => {
  const isSame = before.listing?.number === after.listing?.number;
  if (isSame && before.listing !== null && after.listing !== null)
    return before.listing.priceUsd === after.listing.priceUsd ? [] : [{ kind: 'repriced', listing: after.listing }];
  const changes: PlayedChange[] = [];
  if (before.listing !== null && before.stay !== null)
    changes.push({ kind: 'removed', listing: before.listing, isSold: before.stay.isSold });
  if (after.listing !== null) changes.push({ kind: 'added', listing: after.listing });
  return changes;
};
