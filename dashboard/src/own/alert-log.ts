import type { LoggedAlert } from '@itemtape/client';
import { computed, signal } from '@preact/signals';
import { session } from '../session.ts';
import { serviceTape } from '../tape.ts';
import { notify } from './notify.ts';
import { sharedBetweenTabs } from './shared.ts';

/** The last alerts to browsers, newest first; null until they are known. */
export const alertLog = signal<readonly LoggedAlert[] | null>(null);

export const unreadCount = computed(() => alertLog.value?.filter(({ isRead }) => !isRead).length ?? 0);

const everyMs = 5_000;

const tabs = sharedBetweenTabs<readonly LoggedAlert[]>('alerts', (log) => {
  alertLog.value = log;
});

const ownAlerts = () => (session.value.state === 'open' ? serviceTape().alerts : null);

function take(log: readonly LoggedAlert[]): void {
  const known = alertLog.value;
  if (known?.[0]?.id === log[0]?.id && known?.filter(isUnread).length === log.filter(isUnread).length) return;
  alertLog.value = log;
  tabs.tell(log);
  void notify(log.filter(isUnread));
}

const isUnread = ({ isRead }: LoggedAlert): boolean => !isRead;

async function read(): Promise<void> {
  const log = await ownAlerts()?.log();
  if (log !== undefined) take(log);
}

/** Follows the log until stopped; a key without the right to alerts has none. */
export function followAlertLog(): () => void {
  alertLog.value = null;
  return tabs.follow(read, everyMs);
}

/** Marks all alerts as read, here and in every other browser. */
export async function markAllRead(): Promise<void> {
  const log = alertLog.value ?? [];
  const [newest] = log;
  if (newest === undefined || !log.some(isUnread)) return;
  take(log.map((one) => ({ ...one, isRead: true })));
  // Asked again until it succeeds, as everything else that is unread
  await ownAlerts()
    ?.read(newest.id)
    .catch(() => {});
}
