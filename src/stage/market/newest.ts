import type { Game, Marketplace } from '../../schema/index.ts';
import type { PlayedTime } from './played-time.ts';
import type { Slot } from './slots.ts';

type SlotOfItem = { readonly itemIndex: number; readonly slot: Slot };

/** Slots ordered by when something last appeared in them, newest first; each slot once. */
export type Newest = (
  marketplace: Marketplace,
  game: Game,
) => Iterable<{ readonly itemIndex: number; readonly slot: number }>;

/** Period → tick modulo period → places, each packed into one number. */
type Calendar = ReadonlyMap<number, readonly number[][]>;

const slotsPerItem = 128;

const calendarOf = (slots: Iterable<SlotOfItem>): Calendar => {
  const byPeriod = new Map<number, number[][]>();
  for (const { itemIndex, slot } of slots) {
    let days = byPeriod.get(slot.period);
    if (days === undefined) {
      days = Array.from({ length: slot.period }, () => []);
      byPeriod.set(slot.period, days);
    }
    days[slot.offset]?.push(itemIndex * slotsPerItem + slot.index);
  }
  return byPeriod;
};

/** Slots in which something appeared `back` ticks ago and nothing has since. */
const bornAt = (calendar: Calendar, tick: number, back: number): readonly number[] => {
  const born: number[] = [];
  for (const [period, days] of calendar) {
    if (back < period) born.push(...(days[((tick % period) + period) % period] ?? []));
  }
  // Within a tick, later places come later (see withinTick)
  return born.sort((a, b) => b - a);
};

/** Built on first use per marketplace and game; otherwise every request would look at every slot. */
export const createNewest = (
  time: PlayedTime,
  slotsOf: (marketplace: Marketplace, game: Game) => Iterable<SlotOfItem>,
): Newest => {
  const calendars = new Map<string, Calendar>();
  const calendarFor = (marketplace: Marketplace, game: Game): Calendar => {
    const key = `${marketplace.slug}/${game}`;
    const calendar = calendars.get(key) ?? calendarOf(slotsOf(marketplace, game));
    calendars.set(key, calendar);
    return calendar;
  };
  return function* (marketplace, game) {
    const calendar = calendarFor(marketplace, game);
    const max = Math.max(0, ...calendar.keys());
    for (let back = 0; back < max; back += 1) {
      for (const index of bornAt(calendar, time.tick() - back, back)) {
        yield { itemIndex: Math.floor(index / slotsPerItem), slot: index % slotsPerItem };
      }
    }
  };
};
