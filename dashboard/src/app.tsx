import { useEffect } from 'preact/hooks';
import { keepsPast, unread, watchHealth } from './health.ts';
import { findByKey } from './keys/find-by-key.ts';
import { stepByKey } from './keys/steps.ts';
import { limited } from './limited.ts';
import { CurrencyChoice } from './parts/choices/currency-choice.tsx';
import { LanguageChoice } from './parts/choices/language-choice.tsx';
import { ThemeChoice } from './parts/choices/theme-choice.tsx';
import { KeysHelp } from './parts/keys-help.tsx';
import { Lock } from './parts/lock.tsx';
import { follow, path, query } from './router.ts';
import { isPlayed, openSession, session } from './session.ts';
import { showTheme } from './stored/theme.ts';
import { translate } from './text/translate.ts';
import { AlertsView } from './views/alerts.tsx';
import { DealsView } from './views/deals.tsx';
import { ItemView } from './views/item.tsx';
import { KeysView } from './views/keys.tsx';
import { OffersView } from './views/offers.tsx';
import { RatioView } from './views/ratio.tsx';
import { SearchView } from './views/search.tsx';
import { SettingsView } from './views/settings.tsx';
import { SourcesView } from './views/sources.tsx';
import { StatusView } from './views/status.tsx';
import { TapeView } from './views/tape.tsx';

const pages = [
  { at: '/', title: translate('Home'), View: SearchView },
  { at: '/deals', title: translate('Deals'), View: DealsView },
  { at: '/ratio', title: translate('Ratio'), View: RatioView },
  { at: '/offers', title: translate('Offers'), View: OffersView },
  { at: '/item', title: translate('Item'), View: ItemView },
  { at: '/tape', title: translate('Tape'), View: TapeView },
  { at: '/sources', title: translate('Sources'), View: SourcesView },
  { at: '/status', title: translate('Status'), View: StatusView },
  { at: '/alerts', title: translate('Alerts'), View: AlertsView },
  { at: '/keys', title: translate('Keys'), View: KeysView },
  { at: '/settings', title: translate('Settings'), View: SettingsView },
] as const;

/** Where nothing of the past is kept, there is no page about it. */
const shownPages = () => pages.filter(({ at }) => at !== '/status' || keepsPast.value !== false);

export function App() {
  useEffect(() => {
    void openSession();
    const forgetHealth = watchHealth();
    const forgetTheme = showTheme();
    document.addEventListener('click', follow);
    document.addEventListener('keydown', findByKey);
    document.addEventListener('keydown', stepByKey);
    return () => {
      forgetHealth();
      forgetTheme();
      document.removeEventListener('click', follow);
      document.removeEventListener('keydown', findByKey);
      document.removeEventListener('keydown', stepByKey);
    };
  }, []);
  const page = shownPages().find(({ at }) => at === path.value) ?? pages[0];
  // The query distinguishes tabs and history entries
  const phase = page.at === '/item' ? query.value.get('phase') : null;
  const about = [query.value.get(page.at === '/item' ? 'name' : 'q'), phase].filter(Boolean).join(' ');
  const view = page.at === '/' && about ? translate('Search') : page.title;
  const title = [about, page.at === '/item' && about ? null : view, 'Itemtape'].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
  const now = session.value;
  return (
    <>
      <a class="skip" href="#content">
        {translate('Skip to content')}
      </a>
      {isPlayed.value && (
        <aside class="played" aria-label={translate('Simulated data')}>
          <strong>{translate('All data here is simulated.')}</strong>{' '}
          {translate('The marketplaces are simulated on this machine; nothing is for sale.')}
        </aside>
      )}
      {unread.value !== null && (
        <aside class="unread" aria-label={translate('Nothing read yet')}>
          {unread.value}. <a href="/sources">{translate('Sources →')}</a>
        </aside>
      )}
      <Top at={page.at} />
      <main id="content" tabIndex={-1}>
        {now.state === 'open' && limited.value !== null && <p role="alert">{limited.value}</p>}
        {now.state === 'opening' && <p class="quiet">{translate('Opening…')}</p>}
        {now.state === 'locked' && page.at === '/status' && <StatusView apiKey="" />}
        {now.state === 'locked' && <Lock reason={now.reason} />}
        {now.state === 'open' && <page.View key={now.id} apiKey={now.key} isOperator={now.isOperator} />}
      </main>
    </>
  );
}

/** Navigation, and the choices that apply to all views. */
function Top({ at: here }: { readonly at: string }) {
  return (
    <header class="top">
      <a class="brand" href="/">
        Itemtape
      </a>
      <nav aria-label={translate('Views')}>
        {shownPages()
          .filter(({ at }) => at !== '/item')
          .map(({ at, title }) => (
            <a key={at} href={at} aria-current={here === at ? 'page' : undefined}>
              {title}
            </a>
          ))}
        <a href="/docs">{translate('Docs')}</a>
      </nav>
      <div class="choices">
        <KeysHelp />
        <LanguageChoice />
        <ThemeChoice />
        <CurrencyChoice />
      </div>
    </header>
  );
}
