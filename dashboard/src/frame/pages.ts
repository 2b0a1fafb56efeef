import type { ComponentType } from 'preact';
import { keepsPast } from '../health.ts';
import type { IconName } from '../parts/look/icon.tsx';
import { session } from '../session.ts';
import { translate } from '../text/translate.ts';
import type { ViewProps } from '../views/view.ts';

/** What a view is about: markets, for everybody, or the service itself. */
type Group = 'market' | 'service';

export type Page = {
  readonly at: string;
  readonly title: string;
  /** null where no menu leads. */
  readonly group: Group | null;
  readonly icon: IconName;
  /** Views of text and forms stay narrow; the others use the whole screen. */
  readonly isNarrow?: boolean;
  /** Only the operator has any use for it. */
  readonly isForOperator?: boolean;
  readonly load: () => Promise<ComponentType<ViewProps>>;
};

const home: Page = {
  at: '/',
  title: translate('Home'),
  group: 'market',
  icon: 'home',
  load: async () => (await import('../views/search.tsx')).SearchView,
};

/** Every view; its code is loaded when it is first shown. */
const pages: readonly Page[] = [
  home,
  {
    at: '/deals',
    title: translate('Deals'),
    group: 'market',
    icon: 'deals',
    load: async () => (await import('../views/deals.tsx')).DealsView,
  },
  {
    at: '/offers',
    title: translate('Offers'),
    group: 'market',
    icon: 'offers',
    load: async () => (await import('../views/offers.tsx')).OffersView,
  },
  {
    at: '/ratio',
    title: translate('Ratio'),
    group: 'market',
    icon: 'ratio',
    load: async () => (await import('../views/ratio.tsx')).RatioView,
  },
  {
    at: '/tape',
    title: translate('Tape'),
    group: 'market',
    icon: 'tape',
    load: async () => (await import('../views/tape.tsx')).TapeView,
  },
  {
    at: '/holdings',
    title: translate('Holdings'),
    group: 'market',
    icon: 'holdings',
    load: async () => (await import('../views/holdings.tsx')).HoldingsView,
  },
  {
    at: '/item',
    title: translate('Item'),
    group: null,
    icon: 'offers',
    load: async () => (await import('../views/item.tsx')).ItemView,
  },
  {
    at: '/alerts',
    title: translate('Alerts'),
    group: 'service',
    icon: 'alerts',
    isNarrow: true,
    load: async () => (await import('../views/alerts.tsx')).AlertsView,
  },
  {
    at: '/sources',
    title: translate('Sources'),
    group: 'service',
    icon: 'sources',
    load: async () => (await import('../views/sources.tsx')).SourcesView,
  },
  {
    at: '/status',
    title: translate('Status'),
    group: 'service',
    icon: 'status',
    isNarrow: true,
    load: async () => (await import('../views/status.tsx')).StatusView,
  },
  {
    at: '/keys',
    title: translate('Keys'),
    group: 'service',
    icon: 'keys',
    isNarrow: true,
    isForOperator: true,
    load: async () => (await import('../views/keys.tsx')).KeysView,
  },
  {
    at: '/settings',
    title: translate('Settings'),
    group: 'service',
    icon: 'settings',
    isNarrow: true,
    isForOperator: true,
    load: async () => (await import('../views/settings.tsx')).SettingsView,
  },
  {
    at: '/docs',
    title: translate('Docs'),
    group: 'service',
    icon: 'docs',
    load: async () => (await import('../views/docs.tsx')).DocsView,
  },
  {
    at: '/design',
    title: translate('Design'),
    group: null,
    icon: 'display',
    load: async () => (await import('../views/design.tsx')).DesignView,
  },
];

/** Where nothing of the past is kept, there is no page about it. */
const isThere = ({ at }: Page): boolean => at !== '/status' || keepsPast.value !== false;

/** The pages of the documentation are one view. */
const viewOf = (path: string): string => (path.startsWith('/docs/') ? '/docs' : path);

export const pageAt = (path: string): Page => pages.find((page) => page.at === viewOf(path) && isThere(page)) ?? home;

/** The pages of a group that this visitor can use. */
export function pagesIn(group: Group): readonly Page[] {
  const isOperator = session.value.state === 'open' && session.value.isOperator;
  return pages.filter((page) => page.group === group && isThere(page) && (isOperator || !page.isForOperator));
}
