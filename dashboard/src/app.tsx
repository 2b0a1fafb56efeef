import { useEffect } from 'preact/hooks';
import { LazyView } from './frame/lazy-view.tsx';
import { Notices } from './frame/notices.tsx';
import { type Page, pageAt } from './frame/pages.ts';
import { partTitle } from './frame/title.ts';
import { Top } from './frame/top.tsx';
import { watchHealth } from './health.ts';
import { findByKey } from './keys/find-by-key.ts';
import { stepByKey } from './keys/steps.ts';
import { limited } from './limited.ts';
import { returns } from './offline/answers.ts';
import { PaletteHost } from './palette/palette-host.tsx';
import { Lock } from './parts/lock.tsx';
import { Skeleton } from './parts/look/skeleton.tsx';
import { Toasts } from './parts/look/toasts.tsx';
import { follow, path, query } from './router.ts';
import { openSession, session } from './session.ts';
import { showDensity } from './stored/density.ts';
import { showTheme } from './stored/theme.ts';
import { translate } from './text/translate.ts';

/** Starts what the page does as a whole, and gives what ends it. */
function begin(): () => void {
  void openSession();
  const endings = [watchHealth(), showTheme(), showDensity()];
  document.addEventListener('click', follow);
  document.addEventListener('keydown', findByKey);
  document.addEventListener('keydown', stepByKey);
  return () => {
    for (const end of endings) end();
    document.removeEventListener('click', follow);
    document.removeEventListener('keydown', findByKey);
    document.removeEventListener('keydown', stepByKey);
  };
}

/** The title of the window; what the query names comes first, as it distinguishes tabs and history entries. */
function titleOf(page: Page): string {
  const isItem = page.at === '/item';
  const phase = isItem ? query.value.get('phase') : null;
  const about = [query.value.get(isItem ? 'name' : 'q'), phase, partTitle.value].filter(Boolean).join(' ');
  const view = page.at === '/' && about ? translate('Search') : page.title;
  return [about, isItem && about ? null : view, 'Itemtape'].filter(Boolean).join(' · ');
}

export function App() {
  useEffect(begin, []);
  const page = pageAt(path.value);
  const title = titleOf(page);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <a class="skip" href="#content">
        {translate('Skip to content')}
      </a>
      <Top />
      <Notices />
      <main id="content" class={page.isNarrow ? 'narrow-view' : ''} tabIndex={-1}>
        <Content page={page} />
      </main>
      <Toasts />
      {session.value.state === 'open' && <PaletteHost />}
    </>
  );
}

// What they show needs no key
const openViews: readonly string[] = ['/status', '/design', '/docs'];

// What can be used without one, too
const wholeViews: readonly string[] = ['/design', '/docs'];

function Content({ page }: { readonly page: Page }) {
  const now = session.value;
  if (now.state === 'opening') return <Skeleton lines={8} />;
  if (now.state === 'locked') {
    return (
      <>
        {openViews.includes(page.at) && <LazyView page={page} isOperator={false} />}
        {!wholeViews.includes(page.at) && <Lock reason={now.reason} />}
      </>
    );
  }
  return (
    <>
      {limited.value !== null && <p role="alert">{limited.value}</p>}
      <LazyView key={`${page.at} ${now.id} ${returns.value}`} page={page} isOperator={now.isOperator} />
    </>
  );
}
