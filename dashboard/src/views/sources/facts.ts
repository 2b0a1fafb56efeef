import type { SourceHealth } from '@itemtape/client';
import { translate, translateKnown } from '../../text/translate.ts';

export type Source = SourceHealth;

/** States in the order in which an operator wants to see them: trouble first. */
export const states = [
  'refused',
  'blocked',
  'changed',
  'shrunk',
  'down',
  'stale',
  'limited',
  'starting',
  'live',
  'off',
] as const;

const order: readonly string[] = states;
const positionOf = (state: string): number => order.indexOf(state);
const worstFirst = (a: Source, b: Source): number => positionOf(a.state) - positionOf(b.state);

/** A marketplace with its sources. */
export type Group = {
  readonly slug: string;
  readonly marketplace: string;
  readonly sources: readonly Source[];
  /** Number of sources per state, worst first. */
  readonly counts: readonly (readonly [state: string, count: number])[];
  readonly readAt: number | null;
  readonly rows: number;
  readonly rejected: number;
  /** Why the marketplace may be out of business; null when there is no doubt. */
  readonly doubt: string | null;
  /** Environment variables of missing credentials. */
  readonly missing: readonly string[];
  /** The first problem, in words. */
  readonly detail: string | null;
};

const doubtOf = (standing: Source['standing'] | undefined): string | null =>
  standing == null || standing.state === 'open'
    ? null
    : translate('{state} since {date}: {by}', {
        state: translateKnown('standing', standing.state),
        date: standing.since,
        by: standing.by,
      });

const sum = (sources: readonly Source[], figure: (source: Source) => number): number =>
  sources.reduce((total, source) => total + figure(source), 0);

function groupOf(sources: readonly Source[]): Group {
  const [first] = sources;
  const sorted = [...sources].sort(worstFirst);
  const reads = sources.flatMap(({ lastReadAt }) => (lastReadAt === null ? [] : [lastReadAt]));
  return {
    slug: first?.slug ?? '',
    marketplace: first?.marketplace ?? '',
    sources: sorted,
    counts: countsOf(sources),
    readAt: reads.length === 0 ? null : Math.max(...reads),
    rows: sum(sources, ({ rows }) => rows),
    rejected: sum(sources, ({ rejected }) => rejected),
    doubt: doubtOf(first?.standing),
    missing: [...new Set(sources.flatMap(({ missingCredential: name }) => (name === null ? [] : [name])))],
    detail: sorted.find(({ state, detail }) => detail !== null && state !== 'live')?.detail ?? null,
  };
}

/** Number of sources in each state that occurs, worst first. */
export const countsOf = (sources: readonly Source[]): (readonly [state: string, count: number])[] =>
  states
    .map((state) => [state, sources.filter((source) => source.state === state).length] as const)
    .filter(([, count]) => count > 0);

/** The sources by marketplace, in alphabetical order. */
export function groupsOf(sources: readonly Source[]): Group[] {
  const slugs = [...new Set(sources.map(({ slug }) => slug))];
  return slugs
    .map((slug) => groupOf(sources.filter((source) => source.slug === slug)))
    .sort((a, b) => a.marketplace.localeCompare(b.marketplace));
}

/** Formats a number of seconds as briefly as possible. */
export function lengthText(seconds: number): string {
  if (seconds < 90) return translate('{count} s', { count: Math.round(seconds) });
  if (seconds < 5_400) return translate('{count} min', { count: Math.round(seconds / 60) });
  if (seconds < 129_600) return translate('{count} h', { count: Math.round(seconds / 3_600) });
  return translate('{count} d', { count: Math.round(seconds / 86_400) });
}
