import { computed, signal } from '@preact/signals';
import { focusFollowed, focusView, keepFollowed } from './keys/focus.ts';

/** The address is the state of a view: what it shows can be shared by copying it. */
const address = signal(new URL(location.href));

addEventListener('popstate', () => {
  address.value = new URL(location.href);
  focusFollowed();
});

export const path = computed(() => address.value.pathname);
export const query = computed(() => address.value.searchParams);

/** The address of a view; parameters that are empty are left out. */
export function addressOf(view: string, parameters: Readonly<Record<string, string | null | undefined>> = {}): string {
  const search = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
  ).toString();
  return search === '' ? view : `${view}?${search}`;
}

/** Goes to an address of this page; `replace` leaves no step to go back to, as while typing. */
export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'replace') history.replaceState(history.state, '', to);
  else {
    history.pushState(null, '', to);
    scrollTo(0, 0);
    focusView();
  }
  address.value = new URL(location.href);
}

/** Changes in place what these parameters of the address say; the others stay as they are. */
export const alter = (parameters: Readonly<Record<string, string | null | undefined>>): void =>
  go(addressOf(path.value, { ...Object.fromEntries(query.value), ...parameters }), 'replace');

/** Follows a plain click on a link within the page without loading it anew. */
export function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (link === null || !isPlain || link.target !== '' || link.origin !== location.origin) return;
  if (!views.includes(link.pathname)) return;
  event.preventDefault();
  keepFollowed(link.getAttribute('href'));
  go(link.href);
}

export const views: readonly string[] = [
  '/',
  '/deals',
  '/offers',
  '/item',
  '/tape',
  '/sources',
  '/status',
  '/alerts',
  '/keys',
  '/settings',
];
