import { Alerts } from '../alerts/alerts.ts';
import type { JournalStorage } from '../alerts/journal.ts';
import { mailerIn } from '../alerts/mailer.ts';
import type { Keys } from '../api/keys.ts';
import { isInForce, operatorKeyId, scopeOf } from '../api/keys.ts';
import { type Metric, singlesOf } from '../api/metrics/metrics.ts';
import { createLiveReader } from '../api/stream/live-reader.ts';
import { messageEncoder } from '../api/wire/stream/message.ts';
import { isPublicAddress, publicLookup } from '../collect/request/public-address.ts';
import type { SourceHealth } from '../collect/schedule/health.ts';
import type { Config } from '../config/settings.ts';
import type { Connector } from '../contract/connector.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import { marketplaceWithSlug, type Scope, wholeScope } from '../schema/index.ts';
import { readsOf } from './connectors/availability.ts';
import { limits } from './limits.ts';
import type { Parts } from './parts.ts';
import { userAgentIn } from './version.ts';

type AlertsOptions = {
  readonly config: Config;
  readonly connectors: readonly Connector[];
  readonly secrets: (name: string) => string | null;
  readonly log: Log;
  readonly now: Clock['now'];
  readonly random: () => number;
};

/** Opens the alerts, for everything published from now on. */
export async function openAlerts(
  { config, connectors, secrets, log, now, random }: AlertsOptions,
  { book, store, tape, recorder, rates, keys }: Parts,
  health: () => readonly SourceHealth[],
  storage: JournalStorage,
): Promise<Alerts> {
  const alerts = await Alerts.open({
    storage,
    tape,
    book,
    encoder: messageEncoder((...item) => book.itemAttributes(...item)),
    deals: createLiveReader({ book, store, health, rates: () => rates.usable(), now }),
    connected: connectors.map(({ slug }) => marketplaceWithSlug(slug)),
    reads: readsOf(connectors),
    ...waysOf(config, secrets),
    userAgent: userAgentIn(config),
    mayAlert: createMayAlert(keys, now),
    scopeOf: (keyId) => scopeOfKey(keys, keyId),
    limits: { rulesPerKey: config['alerts.rulesPerKey'], keepPending: limits.pendingAlerts },
    clock: { ...systemClock, now },
    random,
    log,
  });
  recorder.follow((records, first, lines) => alerts.takeRecords(records, first, lines));
  return alerts;
}

/** How alerts can be delivered, according to the settings. */
export const waysOf = (config: Config, secrets: AlertsOptions['secrets']) => ({
  reach: {
    isPrivateAllowed: config['alerts.allowPrivate'],
    isPublic: isPublicAddress,
    publicLookup: publicLookup(),
  },
  ...mailerIn(config, secrets),
});

/** The sight of a key; an unknown key sees nothing. */
function scopeOfKey(keys: Pick<Keys, 'list'>, keyId: string): Scope {
  if (keyId === operatorKeyId) return wholeScope;
  const key = keys.list().find(({ id }) => id === keyId);
  return key === undefined ? { games: [], marketplaceIds: [] } : scopeOf(key);
}

const keysKnownMs = 500;

/** Whether a key exists, is in force and has the right to alerts. Called for every alert, so keys are cached for a moment. */
function createMayAlert(keys: Pick<Keys, 'list'>, now: Clock['now']): (keyId: string) => boolean {
  let known: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  return (keyId) => {
    if (performance.now() - readAt > keysKnownMs) {
      readAt = performance.now();
      known = new Set(
        keys.list().flatMap((key) => (isInForce(key, now()) && key.rights.alerts !== false ? [key.id] : [])),
      );
    }
    return keyId === operatorKeyId || known.has(keyId);
  };
}

/** Metrics of alerts. */
export function alertMetrics(alerts: Alerts | null): Metric[] {
  if (alerts === null) return [];
  const { rules, pending, behind, raised, lost, delivered, failed, givenUp } = alerts.stats();
  const one = singlesOf('itemtape_alert');
  return [
    one('_rules', 'gauge', 'Alert rules of all keys.', rules),
    one('s_pending', 'gauge', 'Alerts not yet delivered to their targets.', pending),
    one('s_behind_records', 'gauge', 'Published records that alert rules have not yet been evaluated on.', behind),
    one('s_raised_total', 'counter', 'Alerts raised.', raised),
    one('s_lost_total', 'counter', 'Alerts not raised because too many of the same rule are undelivered.', lost),
    {
      name: 'itemtape_alert_attempts_total',
      type: 'counter',
      help: 'Delivery attempts of alerts, by outcome.',
      samples: Object.entries({ delivered, failed, givenUp }).map(([outcome, value]) => ({
        labels: { outcome },
        value,
      })),
    },
  ];
}
