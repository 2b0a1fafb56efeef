import type { SourceConditions } from '@itemtape/client';

const dayMs = 86_400_000;
/** Fewer days would be drawn as if they were long. */
const minDays = 14;
/** The service tells of the current day up to a minute ago. */
const toldLateMs = 60_000;
const minKnownMs = 300_000;

type Gap = SourceConditions['gaps'][number];

/** What is known of a marketplace over the days of the page. */
export type MarketFigures = {
  readonly marketplace: string;
  readonly sources: readonly SourceConditions[];
  /** Share of the time since its first reading during which the data was no older than its interval; null for the first minutes. */
  readonly coverage: number | null;
  /** 95% of the prices were confirmed within these seconds. */
  readonly ageSeconds: number | null;
  readonly gapCount: number;
  readonly lastGap: (Gap & { readonly source: string }) | null;
};

const endOf = ({ toAt }: Gap): number => toAt ?? Number.POSITIVE_INFINITY;

/** The time of a day that has passed, and how much of it the source was known, in milliseconds. */
function timesOf({ day, knownSince }: SourceConditions['days'][number], now: number) {
  const from = Date.parse(day);
  const to = Math.min(now - toldLateMs, from + dayMs);
  return { passed: to - from, known: to - Math.max(from, (knownSince ?? 0) * 1000) };
}

/** The coverage of the time since the first reading: of a day on which a service began, the hours before say nothing. */
function coverageOf(sources: readonly SourceConditions[], now: number): number | null {
  let [covered, known] = [0, 0];
  for (const { days } of sources)
    for (const day of days) {
      const times = timesOf(day, now);
      covered += Math.min(day.coverage * times.passed, Math.max(0, times.known));
      known += Math.max(0, times.known);
    }
  return known < sources.length * minKnownMs ? null : covered / known;
}

function figuresOf(marketplace: string, sources: readonly SourceConditions[], now: number): MarketFigures {
  const ages = sources
    .flatMap(({ days }) => days.flatMap(({ ageP95Seconds }) => ageP95Seconds ?? []))
    .sort((a, b) => a - b);
  const gaps = sources.flatMap((source) => source.gaps.map((gap) => ({ ...gap, source: source.source })));
  return {
    marketplace,
    sources,
    coverage: coverageOf(sources, now),
    ageSeconds: ages[Math.floor(ages.length / 2)] ?? null,
    gapCount: gaps.length,
    lastGap: gaps.reduce<MarketFigures['lastGap']>((a, b) => (a === null || endOf(b) > endOf(a) ? b : a), null),
  };
}

/** The marketplaces, those with gaps first, the latest gap before others. */
export function marketsIn(all: readonly SourceConditions[], now: number): readonly MarketFigures[] {
  const groups = new Map<string, SourceConditions[]>();
  for (const one of all) groups.set(one.marketplace, [...(groups.get(one.marketplace) ?? []), one]);
  const endIn = ({ lastGap }: MarketFigures): number => (lastGap === null ? 0 : endOf(lastGap));
  return [...groups]
    .map(([marketplace, sources]) => figuresOf(marketplace, sources, now))
    .sort((a, b) => Math.sign(endIn(b) - endIn(a)) || a.marketplace.localeCompare(b.marketplace));
}

/** The first day to show: that of the first data, but no fewer days than can be read as such. */
export function firstDayIn(all: readonly SourceConditions[], range: { fromDay: string; toDay: string }): string {
  const known = all.flatMap(({ days }) => days.map(({ day }) => day)).sort();
  const latest = new Date(Date.parse(range.toDay) - (minDays - 1) * dayMs).toISOString().slice(0, 10);
  const [first = latest] = [known[0] ?? latest, latest].sort();
  return [first, range.fromDay].sort().at(-1) ?? first;
}

/** When the first of these sources was first read, in Unix seconds, if that was within the days shown; otherwise null. */
export function knownSinceIn(all: readonly SourceConditions[]): number | null {
  const days = all.flatMap((source) => source.days.slice(0, 1));
  const instants = days.flatMap(({ knownSince }) => (knownSince == null ? [] : [knownSince]));
  return instants.length < days.length || instants.length === 0 ? null : Math.min(...instants);
}
