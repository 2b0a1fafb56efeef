import Type, { type Static } from 'typebox';
import { gapReasons, marketplaceWithId } from '../../../schema/index.ts';
import { type DayCondition, dayConditions, type KnownGap, type SourceConditions } from '../../conditions/days-of.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { Seconds, SecondsOrNull, toSeconds } from '../time.ts';

export const gapReasonField = Type.Enum([...gapReasons], {
  description:
    'What the gap began with. cut: the connection of a feed ended; silent: a feed sent nothing for too long; failed: a reading failed or was incomplete; shrunk: a reading returned far less than the one before; notRunning: this service did not run',
});

export const Day = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\d$',
    description: `${description}, as YYYY-MM-DD`,
    examples: ['2026-01-31'],
  });

export const WireDayCondition = Type.Object({
  day: Day('The day, UTC'),
  condition: Type.Enum([...dayConditions], {
    description: 'complete: no gap overlaps the day; missing: gaps cover all of it; partial: anything in between',
  }),
  coverage: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      'Share of the elapsed part of the day in which the data was not late: a polled source was read again within one interval after it was due, or a feed was connected and delivering',
  }),
  ageP95Seconds: OrNull(
    Type.Integer({ minimum: 0 }),
    '95th percentile, over time, of the age of the last good reading, in seconds; null if nothing was recorded',
  ),
  knownSince: SecondsOrNull('On the day the source was first read, the time of that reading', 'null on later days'),
});
export type WireDayCondition = Static<typeof WireDayCondition>;

export const WireKnownGap = Type.Object({
  fromAt: Seconds('Start of the gap, up to which data is certainly complete'),
  toAt: SecondsOrNull('End of the gap, from which data is complete again', 'null if it has not ended'),
  reason: gapReasonField,
});
export type WireKnownGap = Static<typeof WireKnownGap>;

export const WireSourceConditions = Type.Object({
  marketplace: ItemHead.properties.marketplace,
  source: Type.String({ description: 'Name of the source within its marketplace' }),
  game: ItemHead.properties.game,
  days: Type.Array(WireDayCondition, { description: 'In chronological order, from the first day that is recorded' }),
  gaps: Type.Array(WireKnownGap, { description: 'Gaps that overlap these days, in chronological order' }),
});
export type WireSourceConditions = Static<typeof WireSourceConditions>;

export const WireConditions = Type.Object({
  fromDay: Day('First requested day, UTC'),
  toDay: Day('Last requested day, UTC'),
  sources: Type.Array(WireSourceConditions, { description: 'Sorted by marketplace, source and game' }),
});
export type WireConditions = Static<typeof WireConditions>;

export const toWireDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

const rounded = (share: number): number => Math.floor(share * 10_000) / 10_000;

const toWireDayCondition = ({ day, condition, coverage, ageP95, knownSince }: DayCondition): WireDayCondition => ({
  day: toWireDay(day),
  condition,
  coverage: rounded(coverage),
  ageP95Seconds: ageP95 === null ? null : Math.round(ageP95 / 1000),
  knownSince: knownSince === null ? null : toSeconds(knownSince),
});

const toWireKnownGap = ({ from, to, reason }: KnownGap): WireKnownGap => ({
  fromAt: toSeconds(from),
  toAt: to === null ? null : Math.ceil(to / 1000),
  reason,
});

export const toWireSourceConditions = (of: SourceConditions): WireSourceConditions => ({
  marketplace: marketplaceWithId(of.marketplaceId).name,
  source: of.source,
  game: of.game,
  days: of.days.map(toWireDayCondition),
  gaps: of.gaps.map(toWireKnownGap),
});
