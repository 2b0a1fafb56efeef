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
const maxAheadMs = 2_000;

type Comparison = { since: number; aheadMs: number; warned: string };

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
  const known = new Map<string, Comparison>();
  const warnOfNames = createNameCheck(ownName, log);
  const compare = ({ name, settings = {} }: Pick<NodeReport, 'name' | 'settings'>, aheadMs: number): string => {
    const keys = Object.keys(own).filter((key) => settings[key] !== undefined && settings[key] !== own[key]);
    const isOff = Math.abs(aheadMs) > maxAheadMs;
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
    const previous = known.get(report.name);
    if (previous === undefined) {
      known.set(report.name, { since: elapsed, aheadMs, warned: '' });
      return;
    }
    previous.aheadMs = Math.max(previous.aheadMs, aheadMs);
    if (elapsed - previous.since < windowMs) return;
    previous.warned = compare(report, previous.aheadMs);
    previous.since = elapsed;
    previous.aheadMs = aheadMs;
  };
}

/** Warns once of each name that two running nodes have. */
function createNameCheck(ownName: string, log: Pick<Log, 'warn'>): (report: Pick<NodeReport, 'id' | 'name'>) => void {
  const runs = new Map<string, { readonly newest: string; readonly previous: string | null }>();
  const warned = new Set<string>();
  return ({ id, name }) => {
    const { newest, previous } = runs.get(name) ?? { newest: id, previous: null };
    runs.set(name, id === newest ? { newest, previous } : { newest: id, previous: newest });
    // A node that was restarted reports no more under its former id
    const isShared = name === ownName || (id !== newest && id === previous);
    if (!isShared || warned.has(name)) return;
    warned.add(name);
    log.warn({ node: name }, 'host name and port of two nodes the same; requests and metrics are counted by them');
  };
}
