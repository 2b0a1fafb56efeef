import type { LoggedAlert } from '@itemtape/client';
import { signal } from '@preact/signals';
import { itemAddress } from '../item-ref.ts';
import { go } from '../router.ts';

/** What the visitor said of notifications of this page; null where a page can show none. */
export const permission = signal<NotificationPermission | null>(
  typeof Notification === 'undefined' || !globalThis.isSecureContext ? null : Notification.permission,
);

/** Asks for notifications; only on a click, as browsers refuse otherwise. */
export async function askPermission(): Promise<void> {
  permission.value = await Notification.requestPermission();
}

/** The page about an alert: its item, or the rules. */
export const alertAddress = ({ game, name, itemPhase }: LoggedAlert): string =>
  game === null || name === null ? '/alerts' : itemAddress({ game, name, phase: itemPhase });

const storageKey = 'itemtape.notified';
// What was raised while no tab was open is told by the bell alone, but for the last of it
const maxAtOnce = 3;

/** The alerts that no tab of this browser has shown a notification for; one tab at a time asks. */
function takeNew(unread: readonly LoggedAlert[]): readonly LoggedAlert[] {
  const shown = new Set((localStorage.getItem(storageKey) ?? '').split(' '));
  const fresh = unread.filter(({ id }) => !shown.has(id));
  localStorage.setItem(storageKey, unread.map(({ id }) => id).join(' '));
  return fresh.slice(0, maxAtOnce);
}

/** Shows a notification for each unread alert, once in this browser. */
export async function notify(unread: readonly LoggedAlert[]): Promise<void> {
  if (permission.value !== 'granted' || unread.length === 0) return;
  await navigator.locks.request('itemtape.notify', async () => {
    for (const alert of takeNew(unread).toReversed()) await show(alert);
  });
}

async function show(alert: LoggedAlert): Promise<void> {
  const address = alertAddress(alert);
  const options = { body: alert.text, tag: alert.id, icon: '/icon-192.png', data: address };
  const registration = await navigator.serviceWorker?.getRegistration();
  // Phones show only those of a service worker
  if (registration?.active != null) return await registration.showNotification(alert.rule.name, options);
  new Notification(alert.rule.name, options).onclick = () => {
    focus();
    go(address);
  };
}
