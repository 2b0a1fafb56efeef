import { Command } from '../parts/command.tsx';
import { Icon } from '../parts/look/icon.tsx';
import { Menu } from '../parts/look/menu.tsx';
import { path } from '../router.ts';
import { session } from '../session.ts';
import { translate } from '../text/translate.ts';
import { Bell } from './bell.tsx';
import { Display } from './display.tsx';
import { KeysHelp } from './keys-help.tsx';
import { type Page, pagesIn } from './pages.ts';

const PageLink = ({ at, title, icon }: Page) => (
  <a href={at} aria-current={path.value === at ? 'page' : undefined}>
    <Icon name={icon} />
    <span>{title}</span>
  </a>
);

/** The bar above every view; on phones its views are at the bottom, under the thumb. */
export const Top = () => (
  <header class="top">
    <a class="brand" href="/">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M5 20l6-7 5 5 5-9 6 6" />
      </svg>
      <span>Itemtape</span>
    </a>
    <nav class="views" aria-label={translate('Views')}>
      {pagesIn('market').map((page) => (
        <PageLink key={page.at} {...page} />
      ))}
    </nav>
    <Command />
    <div class="top-tools">
      {session.value.state === 'open' && <Bell key={session.value.id} />}
      <Display />
      <KeysHelp />
      <ServiceMenu />
    </div>
  </header>
);

/** What is about the service rather than the markets. */
function ServiceMenu() {
  const pages = pagesIn('service');
  return (
    <Menu id="service" name={translate('Menu')} icon="menu" isHere={pages.some(({ at }) => at === path.value)}>
      <nav class="menu-list" aria-label={translate('Service')}>
        {pages.map((page) => (
          <PageLink key={page.at} {...page} />
        ))}
      </nav>
    </Menu>
  );
}
