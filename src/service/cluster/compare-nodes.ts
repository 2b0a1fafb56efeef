import { termSettings } from '../../api/operator/terms-routes.ts';
import type { Config } from '../../config/settings.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { NodeReport } from './other-nodes.ts';

/** Settings that act on what all nodes share, or that show in answers; nodes with different ones contradict each other. */
const sharedSettings = [
  'cluster.replicas',
  'tape.keepHours',
  'tape.keepMegabytes',
  'store.database',
  'store.historyDays',
  'store.salesDays',
  'collect.games',
  'collect.keepHours',
  ...termSettings,
] as const satisfies readonly (keyof Config)[];

export const sharedSettingsOf = (config: Config): Readonly<Record<string, string>> =>
  Object.fromEntries(sharedSettings.map((key) => [key, JSON.stringify(config[key])]));

// A report can come late but not early, so the earliest of several tells by how much the clocks differ
const windowMs = 10_000;
const mostAheadMs = 2_000;

type Compared = { since: number; aheadMs: number; warned: string };

/**
 * Warns of nodes whose clock or shared settings differ from those of this node, once until that changes, and of several
 * nodes with one name.
 */
export function createNodeComparison(options: {
  readonly ownName: string;
  readonly own: Readonly<Record<string, string>>;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly log: Pick<Log, 'warn'>;
}): (report: Pick<NodeReport, 'id' | 'name' | 'at' | 'settings'>) => void {
  const { ownName, own, clock, log } = options;
  const known = new Map<string, Compared>();
  const warnOfNames = createNameCheck(ownName, log);
  const compare = ({ name, settings = {} }: Pick<NodeReport, 'name' | 'settings'>, aheadMs: number): string => {
    const keys = Object.keys(own).filter((key) => settings[key] !== undefined && settings[key] !== own[key]);
    const isOff = Math.abs(aheadMs) > mostAheadMs;
    const text = JSON.stringify([isOff, keys]);
    if (known.get(name)?.warned === text) return text;
    if (isOff)
      log.warn(
        { node: name, aheadSeconds: Math.round(aheadMs / 1000) },
        'clocks of two nodes differ; synchronise both',
      );
    const differing = keys.map((key) => `${key}: ${own[key]} here, ${settings[key]} there`);
    if (keys.length > 0)
      log.warn({ node: name, differing }, 'settings of another node differ that must be the same on all nodes');
    return text;
  };
  return (report) => {
    warnOfNames(report);
    // Nodes of earlier releases send neither
    if (report.at === undefined) return;
    const elapsed = clock.elapsed();
    const aheadMs = report.at - clock.now();
    const former = known.get(report.name);
    if (former === undefined) {
      known.set(report.name, { since: elapsed, aheadMs, warned: '' });
      return;
    }
    former.aheadMs = Math.max(former.aheadMs, aheadMs);
    if (elapsed - former.since < windowMs) return;
    former.warned = compare(report, former.aheadMs);
    former.since = elapsed;
    former.aheadMs = aheadMs;
  };
}

/** Warns once of each name that two running nodes have. */
function createNameCheck(ownName: string, log: Pick<Log, 'warn'>): (report: Pick<NodeReport, 'id' | 'name'>) => void {
  const runs = new Map<string, { readonly newest: string; readonly former: string | null }>();
  const warned = new Set<string>();
  return ({ id, name }) => {
    const { newest, former } = runs.get(name) ?? { newest: id, former: null };
    runs.set(name, id === newest ? { newest, former } : { newest: id, former: newest });
    // A node that was restarted reports no more under its former id
    const isShared = name === ownName || (id !== newest && id === former);
    if (!isShared || warned.has(name)) return;
    warned.add(name);
    log.warn({ node: name }, 'host name and port of two nodes the same; requests and metrics are counted by them');
  };
}
