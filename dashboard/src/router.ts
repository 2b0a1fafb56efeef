import { computed, signal } from '@preact/signals';
import { focusFollowed, focusView, keepFollowed } from './frame/focus.ts';

/** The URL holds the state of a view, so that a view can be shared by copying its URL. */
const address = signal(new URL(location.href));

addEventListener('popstate', () => {
  address.value = new URL(location.href);
  focusFollowed();
});

export const path = computed(() => address.value.pathname);
export const hash = computed(() => address.value.hash);
export const query = computed(() => address.value.searchParams);

/** The URL of a view; empty parameters are omitted. */
export function addressOf(view: string, parameters: Readonly<Record<string, string | null | undefined>> = {}): string {
  const search = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
  ).toString();
  return search === '' ? view : `${view}?${search}`;
}

/** Navigates to a URL of this page; `replace` adds no history entry, as while typing. */
export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'replace') history.replaceState(history.state, '', to);
  else {
    history.pushState(null, '', to);
    scrollTo(0, 0);
    focusView();
  }
  address.value = new URL(location.href);
}

/** Replaces these parameters in the URL; the others are kept. */
export const alter = (parameters: Readonly<Record<string, string | null | undefined>>): void =>
  go(addressOf(path.value, { ...Object.fromEntries(query.value), ...parameters }), 'replace');

/** Handles a plain click on an internal link without reloading the page. */
export function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (link === null || !isPlain || link.target !== '' || link.origin !== location.origin) return;
  if (!views.includes(link.pathname) && !isOfDocs(link.pathname)) return;
  event.preventDefault();
  keepFollowed(link);
  go(link.href);
}

/** Pages of the documentation; its files are not of the dashboard. */
const isOfDocs = (path: string): boolean => /^\/docs\/[\w-]+$/.test(path);

export const views: readonly string[] = [
  '/',
  '/deals',
  '/ratio',
  '/offers',
  '/item',
  '/tape',
  '/holdings',
  '/sources',
  '/status',
  '/alerts',
  '/keys',
  '/settings',
  '/design',
  '/docs',
];
