import { type Page, pagesIn } from '../frame/pages.ts';
import { gameOf } from '../games.ts';
import { alertFormAddress, fullNameOf, itemAddress } from '../item-ref.ts';
import { isWatched, turnWatched, watched } from '../own/watchlist.ts';
import { say } from '../parts/look/toasts.tsx';
import { addressOf, go, path, query } from '../router.ts';
import { closeSession } from '../session.ts';
import { chooseDensity, density } from '../stored/density.ts';
import { type StoredItem, visited } from '../stored/items.ts';
import { chooseTheme } from '../stored/theme.ts';
import { chooseCurrency, currencies, currency } from '../text/currency.ts';
import { chooseLanguage, language, languages } from '../text/language.ts';
import { translate } from '../text/translate.ts';
import { failureText } from '../use-query.ts';

/** What can be chosen in the palette. */
export type PaletteEntry = {
  readonly id: string;
  readonly text: string;
  readonly detail: string;
  /** Shown with its picture. */
  readonly item: StoredItem | null;
  readonly run: () => void;
};

export type Section = { readonly title: string; readonly entries: readonly PaletteEntry[] };

const entry = (id: string, text: string, run: () => void, detail = ''): PaletteEntry => ({
  id,
  text,
  detail,
  item: null,
  run,
});

const pageEntry = ({ at, title }: Page): PaletteEntry => entry(`page ${at}`, title, () => go(at));

export const itemEntry = (item: StoredItem, detail: string = item.game): PaletteEntry => {
  const { game, name, phase } = item;
  return {
    id: `item ${game} ${name} ${phase ?? ''}`,
    text: fullNameOf(item),
    detail,
    item,
    run: () => go(itemAddress(item)),
  };
};

/** Leads to the page of all items found. */
export const searchEntry = (text: string): PaletteEntry =>
  entry('search', translate('All items found by “{text}”', { text: text.trim() }), () =>
    go(addressOf('/', { q: text.trim() })),
  );

/** The item whose page is open; null on other pages. */
function shownItem(): StoredItem | null {
  const [game, name] = [gameOf(query.value.get('game')), query.value.get('name')];
  return path.value !== '/item' || game === null || name === null
    ? null
    : { game, name, phase: query.value.get('phase') };
}

function itemActions(item: StoredItem): PaletteEntry[] {
  const named = fullNameOf(item);
  const isOn = isWatched(item);
  return [
    entry(
      'watch',
      isOn ? translate('Stop watching this item') : translate('Watch this item'),
      () => void turnWatched(item),
      named,
    ),
    entry('alert', translate('Alert on this item'), () => go(alertFormAddress(item)), named),
  ];
}

const themeWords = { auto: translate('Auto'), light: translate('Light'), dark: translate('Dark') } as const;

const displayActions = (): PaletteEntry[] => [
  ...(['auto', 'light', 'dark'] as const).map((one) =>
    entry(`theme ${one}`, `${translate('Theme')}: ${themeWords[one]}`, () => chooseTheme(one)),
  ),
  density.value === 'compact'
    ? entry('density', `${translate('Rows')}: ${translate('Comfortable')}`, () => chooseDensity('comfortable'))
    : entry('density', `${translate('Rows')}: ${translate('Compact')}`, () => chooseDensity('compact')),
  ...currencies
    .filter((one) => one !== currency.value)
    .map((one) => entry(`currency ${one}`, `${translate('Currency')}: ${one}`, () => chooseCurrency(one))),
  ...Object.entries(languages)
    .filter(([one]) => one !== language)
    .map(([one, name]) => entry(`language ${one}`, `${translate('Language')}: ${name}`, () => chooseLanguage(one))),
];

const actions = (): PaletteEntry[] => {
  const item = shownItem();
  return [
    ...(item === null ? [] : itemActions(item)),
    entry('link', translate('Copy link'), () => void navigator.clipboard?.writeText(location.href)),
    ...displayActions(),
    entry('docs', translate('Docs'), () => location.assign('/docs')),
    entry(
      'sign out',
      translate('Sign out of this browser'),
      () => void closeSession('here').catch((error: unknown) => say(failureText(error))),
    ),
  ];
};

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

const has =
  (wanted: readonly string[]) =>
  ({ text, detail }: PaletteEntry): boolean => {
    const inside = `${text} ${detail}`.toLowerCase();
    return wanted.every((word) => inside.includes(word));
  };

const maxOwn = 5;

/** Items visited and watched, each once. */
function recentEntries(): PaletteEntry[] {
  const entries = [...visited.value, ...(watched.value ?? [])].map((item) => itemEntry(item));
  return entries.filter((one, at) => entries.findIndex(({ id }) => id === one.id) === at);
}

/** What is offered without a search: everything while nothing is typed, otherwise what has all words. */
export function ownSections(text: string): Section[] {
  const pages = [...pagesIn('market'), ...pagesIn('service')];
  const wanted = wordsOf(text);
  const isTyped = wanted.length > 0;
  const isWanted = has(wanted);
  return [
    { title: translate('Recent'), entries: recentEntries().filter(isWanted).slice(0, maxOwn) },
    { title: translate('Pages'), entries: pages.map(pageEntry).filter(isWanted) },
    {
      title: translate('Actions'),
      entries: isTyped ? actions().filter(isWanted) : actions().slice(0, maxOwn),
    },
  ].filter(({ entries }) => entries.length > 0);
}
