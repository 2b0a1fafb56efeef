import { useEffect } from 'preact/hooks';
import { CurrencyChoice } from './parts/currency-choice.tsx';
import { Lock } from './parts/lock.tsx';
import { follow, path } from './router.ts';
import { isPlayed, openSession, session } from './session.ts';
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
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, []);
  const page = pages.find(({ at }) => at === path.value) ?? pages[0];
  const now = session.value;
  return (
    <>
      <a class="skip" href="#content">
        Skip to content
      </a>
      {isPlayed.value && (
        <p class="played" role="note">
          <strong>All data here is played.</strong> The marketplaces are made up on this machine; nothing is for sale.
        </p>
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
