import Type, { type Static } from 'typebox';
import { gapReasons, marketplaceWithId } from '../../../schema/index.ts';
import { type DayCondition, dayConditions, type KnownGap, type SourceConditions } from '../../conditions/days-of.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { Seconds, toSeconds } from '../time.ts';

const Day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', description, examples: ['2026-01-31'] });

export const WireDayCondition = Type.Object({
  day: Day('The day, UTC'),
  condition: Type.Enum([...dayConditions], {
    description: 'complete: no gap reaches into it; missing: all of it lies within gaps; partial: what is neither',
  }),
  coverage: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      'Share of the day, as far as it has passed, in which what was known was within its interval: read again before an interval of the source after it was due, or told all the time',
  }),
  ageP95Seconds: OrNull(
    Type.Integer({ minimum: 0 }),
    'Age of the last good reading that was not exceeded for 95 % of the time; null where nothing was noted',
  ),
  knownSince: OrNull(
    Seconds('On the day on which it was read for the first time, since when'),
    'On the day on which it was read for the first time, since when',
  ),
});
export type WireDayCondition = Static<typeof WireDayCondition>;

export const WireKnownGap = Type.Object({
  fromAt: Seconds('Up to then everything was told'),
  toAt: OrNull(Seconds('From then on it was told again'), 'From then on it was told again; null where it is not yet'),
  reason: Type.Enum([...gapReasons], { description: 'What it began with' }),
});
export type WireKnownGap = Static<typeof WireKnownGap>;

export const WireSourceConditions = Type.Object({
  marketplace: ItemHead.properties.marketplace,
  source: Type.String({ description: 'Source of the marketplace' }),
  game: ItemHead.properties.game,
  days: Type.Array(WireDayCondition, { description: 'In order of time, from the first that anything is kept of' }),
  gaps: Type.Array(WireKnownGap, { description: 'Those that reach into these days, in order of time' }),
});
export type WireSourceConditions = Static<typeof WireSourceConditions>;

export const WireConditions = Type.Object({
  fromDay: Day('First day that was asked for, UTC'),
  toDay: Day('Last one'),
  sources: Type.Array(WireSourceConditions, { description: 'In order of marketplace, source and game' }),
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
