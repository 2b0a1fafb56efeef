/** An alert to a browser. Instants are epoch milliseconds. */
export type LoggedAlert = {
  readonly id: string;
  readonly at: number;
  readonly ruleId: string;
  /** What a webhook would have been sent, as JSON. */
  readonly body: string;
};

export type ReadableAlert = LoggedAlert & { readonly isRead: boolean };

type AlertLog = { readonly alerts: LoggedAlert[]; unread: number };

const maxLogged = 200;

/** The last alerts to browsers, for each key; older ones are dropped. */
export class AlertLogs {
  readonly #logs = new Map<string, AlertLog>();

  /** Newest first. */
  of(keyId: string): readonly ReadableAlert[] {
    const { alerts, unread } = this.#logs.get(keyId) ?? { alerts: [], unread: 0 };
    const read = alerts.length - unread;
    return alerts.map((alert, at) => ({ ...alert, isRead: at < read })).reverse();
  }

  /** An alert that is delivered again is not added again. */
  add(keyId: string, alert: LoggedAlert): void {
    const log = this.#logs.get(keyId) ?? { alerts: [], unread: 0 };
    if (log.alerts.some(({ id }) => id === alert.id)) return;
    log.alerts.push(alert);
    if (log.alerts.length > maxLogged) log.alerts.shift();
    log.unread = Math.min(log.unread + 1, log.alerts.length);
    this.#logs.set(keyId, log);
  }

  /** Marks an alert and all older ones as read. */
  read(keyId: string, alertId: string): void {
    const log = this.#logs.get(keyId);
    const at = log?.alerts.findIndex(({ id }) => id === alertId) ?? -1;
    if (log !== undefined && at >= 0) log.unread = Math.min(log.unread, log.alerts.length - 1 - at);
  }

  /** The newest alert that is read, if any. */
  *all(): Generator<{
    readonly keyId: string;
    readonly alerts: readonly LoggedAlert[];
    readonly lastRead: string | null;
  }> {
    for (const [keyId, { alerts, unread }] of this.#logs)
      yield { keyId, alerts, lastRead: alerts[alerts.length - 1 - unread]?.id ?? null };
  }
}
