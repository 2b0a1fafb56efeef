import { reasonsOf } from '../../api/unread.ts';
import type { HealthState, SourceHealth } from '../../collect/schedule/health.ts';
import type { Log } from '../../runtime/log.ts';

// The reasons in a line are those of all its sources
const maxNamed = 5;

const nameOf = ({ slug, source, game }: SourceHealth): string => `${slug}/${source} ${game}`;

/** Logs sources whose state has changed since the last call, grouped by new state, and how many are in each state. */
export function createSourceLog(log: Pick<Log, 'info' | 'warn'>): (health: readonly SourceHealth[]) => void {
  const logged = new Map<string, HealthState>();

  const isNews = (one: SourceHealth): boolean => {
    const before = logged.get(nameOf(one)) ?? 'starting';
    logged.set(nameOf(one), one.state);
    return one.state !== before && one.state !== 'off';
  };

  return (health) => {
    const turned = health.filter(isNews);
    if (turned.length === 0) return;
    for (const state of new Set(turned.map((one) => one.state))) {
      if (state === 'live') continue;
      const those = turned.filter((one) => one.state === state);
      const [sample] = those.flatMap((one) => one.sample);
      log.warn(
        {
          count: those.length,
          sources: those.slice(0, maxNamed).map(nameOf),
          reasons: reasonsOf(those).slice(0, 3),
          ...(sample !== undefined && { sample }),
        },
        `sources ${state}`,
      );
    }
    const counts: Partial<Record<HealthState, number>> = {};
    for (const { state } of health) counts[state] = (counts[state] ?? 0) + 1;
    log.info({ of: health.length, ...counts }, 'sources');
  };
}
