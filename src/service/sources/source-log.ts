import { reasonsOf } from '../../api/unread.ts';
import type { HealthState, SourceHealth } from '../../collect/schedule/health.ts';
import type { Log } from '../../runtime/log.ts';

// The reasons in a line are those of all its sources
const maxNamed = 5;
const maxReasons = 3;

const nameOf = ({ slug, source, game }: SourceHealth): string => `${slug}/${source} ${game}`;

/** Whether a start without a network goes on: nothing has been read, and these fail for reasons that the log has already. */
function createRepeats(): (health: readonly SourceHealth[], state: HealthState, reasons: readonly string[]) => boolean {
  const said = new Set<string>();
  return (health, state, reasons) => {
    const words = reasons.map((reason) => `${state} ${reason}`);
    const isRepeat = health.every(({ lastReadAt }) => lastReadAt === null) && words.every((one) => said.has(one));
    for (const one of words) said.add(one);
    return isRepeat && words.length > 0;
  };
}

function describe(those: readonly SourceHealth[], reasons: readonly string[]) {
  const [sample] = those.flatMap((one) => one.sample);
  return {
    count: those.length,
    sources: those.slice(0, maxNamed).map(nameOf),
    reasons,
    ...(sample !== undefined && { sample }),
  };
}

/** Logs sources whose state has changed since the last call, grouped by new state, and how many are in each state. */
export function createSourceLog(log: Pick<Log, 'info' | 'warn'>): (health: readonly SourceHealth[]) => void {
  const logged = new Map<string, HealthState>();
  const isRepeat = createRepeats();

  const isNews = (one: SourceHealth): boolean => {
    const before = logged.get(nameOf(one)) ?? 'starting';
    logged.set(nameOf(one), one.state);
    return one.state !== before && one.state !== 'off';
  };

  return (health) => {
    const turned = health.filter(isNews);
    if (turned.length === 0) return;
    let isNew = health.every(({ state }) => state !== 'starting');
    for (const state of new Set(turned.map((one) => one.state))) {
      const those = turned.filter((one) => one.state === state);
      const reasons = reasonsOf(those).slice(0, maxReasons);
      if (isRepeat(health, state, reasons)) continue;
      isNew = true;
      if (state !== 'live') log.warn(describe(those, reasons), `sources ${state}`);
    }
    if (isNew) log.info({ of: health.length, ...countsOf(health) }, 'sources');
  };
}

function countsOf(health: readonly SourceHealth[]): Partial<Record<HealthState, number>> {
  const counts: Partial<Record<HealthState, number>> = {};
  for (const { state } of health) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
