import type { LoggedAlert } from '@itemtape/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { alertLog, followAlertLog, markAllRead, unreadCount } from '../own/alert-log.ts';
import { alertAddress, askPermission, permission } from '../own/notify.ts';
import { followWatchlist } from '../own/watchlist.ts';
import { Age } from '../parts/age.tsx';
import { Icon } from '../parts/look/icon.tsx';
import { translate, translateCount } from '../text/translate.ts';
import { alertWords } from '../views/alerts/words.ts';

/** The bell of the frame: counts unread alerts, and opens their log. */
export function Bell() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opened, setOpened] = useState<readonly LoggedAlert[] | null>(null);
  useEffect(() => {
    const stops = [followAlertLog(), followWatchlist()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const count = unreadCount.value;
  const open = () => {
    // What is unread now stays marked until the log is closed
    setOpened(alertLog.value ?? []);
    dialog.current?.showModal();
    void markAllRead();
  };
  return (
    <>
      <button type="button" class="bell menu-button" aria-label={bellLabel(count)} onClick={open}>
        <Icon name="alerts" />
        {count > 0 && (
          <span class="bell-count" aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </button>
      {/* Says what the count says, once it changes */}
      <span class="unseen" role="status">
        {count > 0 ? bellLabel(count) : ''}
      </span>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too */}
      <dialog
        ref={dialog}
        class="alert-log"
        aria-labelledby="alert-log"
        onClose={() => setOpened(null)}
        onClick={(event) => {
          const isLink = event.target instanceof Element && event.target.closest('a') !== null;
          if (event.target === dialog.current || isLink) dialog.current?.close();
        }}
      >
        {opened !== null && <Log unread={opened} close={() => dialog.current?.close()} />}
      </dialog>
    </>
  );
}

const bellLabel = (count: number): string =>
  count === 0
    ? translate('Alerts')
    : `${translate('Alerts')}: ${translateCount(count, '{count} unread', '{count} unread')}`;

type LogProps = { readonly unread: readonly LoggedAlert[]; readonly close: () => void };

function Log({ unread, close }: LogProps) {
  const wereUnread = new Set(unread.filter(({ isRead }) => !isRead).map(({ id }) => id));
  const rows = alertLog.value ?? [];
  return (
    <div class="alert-log-body">
      <div class="alert-log-head">
        <h2 id="alert-log">{translate('Alerts')}</h2>
        <a href="/alerts">{translate('Rules')}</a>
        <button type="button" class="small" onClick={close}>
          {translate('Close')}
        </button>
      </div>
      <Permission />
      {rows.length === 0 && (
        <p class="quiet">{translate('Nothing yet. Alerts of rules that tell this dashboard appear here.')}</p>
      )}
      <ol data-list>
        {rows.map((one) => (
          <Row key={one.id} alert={one} isNew={!one.isRead || wereUnread.has(one.id)} />
        ))}
      </ol>
    </div>
  );
}

function Row({ alert, isNew }: { readonly alert: LoggedAlert; readonly isNew: boolean }) {
  const { title, words } = alertWords(alert);
  return (
    <li class={isNew ? 'fresh' : undefined}>
      <a href={alertAddress(alert)}>
        <span class="name">{title}</span>
        <span>{words}</span>
        <span class="quiet detail">
          {isNew && <span class="unseen">{translate('unread')} </span>}
          {alert.type === 'test' ? translate('Test') : alert.rule.name} · <Age at={alert.at} />
        </span>
      </a>
    </li>
  );
}

/** Asks for notifications where the browser has not been told. */
function Permission() {
  if (permission.value === null)
    return (
      <p class="quiet">
        {translate(
          'Browsers show notifications only of pages from localhost or over https; the bell counts here, too.',
        )}
      </p>
    );
  if (permission.value === 'granted') return null;
  if (permission.value === 'denied')
    return <p class="quiet">{translate('Notifications of this page are blocked in the settings of the browser.')}</p>;
  return (
    <p>
      <button type="button" class="small" onClick={() => void askPermission()}>
        {translate('Show notifications in this browser')}
      </button>
    </p>
  );
}
