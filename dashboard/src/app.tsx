import { useEffect } from 'preact/hooks';
import { findByKey } from './find-by-key.ts';
import { CurrencyChoice } from './parts/currency-choice.tsx';
import { Lock } from './parts/lock.tsx';
import { follow, path, query } from './router.ts';
import { isPlayed, openSession, session } from './session.ts';
import { unread, watchUnread } from './unread.ts';
import { ItemView } from './views/item.tsx';
import { KeysView } from './views/keys.tsx';
import { SearchView } from './views/search.tsx';
import { SourcesView } from './views/sources.tsx';
import { TapeView } from './views/tape.tsx';

const pages = [
  { at: '/', title: 'Search', View: SearchView },
  { at: '/item', title: 'Item', View: ItemView },
  { at: '/tape', title: 'Tape', View: TapeView },
  { at: '/sources', title: 'Sources', View: SourcesView },
  { at: '/keys', title: 'Keys', View: KeysView },
] as const;

export function App() {
  useEffect(() => {
    void openSession();
    const forgetUnread = watchUnread();
    document.addEventListener('click', follow);
    document.addEventListener('keydown', findByKey);
    return () => {
      forgetUnread();
      document.removeEventListener('click', follow);
      document.removeEventListener('keydown', findByKey);
    };
  }, []);
  const page = pages.find(({ at }) => at === path.value) ?? pages[0];
  // What somebody looks for tells tabs and steps of the history apart
  const about = query.value.get(page.at === '/item' ? 'name' : 'q');
  const title = [about, page.at === '/item' && about ? null : page.title, 'Itemtape'].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
  const now = session.value;
  return (
    <>
      <a class="skip" href="#content">
        Skip to content
      </a>
      {isPlayed.value && (
        <aside class="played" aria-label="Played data">
          <strong>All data here is played.</strong> The marketplaces are made up on this machine; nothing is for sale.
        </aside>
      )}
      {unread.value !== null && (
        <aside class="unread" aria-label="Nothing read yet">
          {unread.value}. <a href="/sources">Sources →</a>
        </aside>
      )}
      <header class="top">
        <a class="brand" href="/">
          Itemtape
        </a>
        <nav aria-label="Views">
          {pages
            .filter(({ at }) => at !== '/item')
            .map(({ at, title }) => (
              <a key={at} href={at} aria-current={page.at === at ? 'page' : undefined}>
                {title}
              </a>
            ))}
          <a href="/docs">Docs</a>
        </nav>
        <CurrencyChoice />
      </header>
      <main id="content" tabIndex={-1}>
        {now.state === 'opening' && <p class="quiet">Opening…</p>}
        {now.state === 'locked' && <Lock reason={now.reason} />}
        {now.state === 'open' && <page.View key={now.key} apiKey={now.key} isOperator={now.isOperator} />}
      </main>
    </>
  );
}
