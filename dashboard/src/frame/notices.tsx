import { goneSince, unread } from '../health.ts';
import { asOf } from '../offline/answers.ts';
import { isOutdated } from '../offline/install.ts';
import { isPlayed } from '../session.ts';
import { locale } from '../text/language.ts';
import { translate } from '../text/translate.ts';

/** An instant, with its day unless that is today. */
function whenText(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(locale, { ...(isToday ? {} : { dateStyle: 'medium' }), timeStyle: 'short' }).format(
    at,
  );
}

/** What is true of everything below, each in one line. */
export const Notices = () => (
  <>
    {isPlayed.value && (
      <aside class="played" aria-label={translate('Simulated data')}>
        <strong>{translate('All data here is simulated.')}</strong>{' '}
        <span>{translate('The marketplaces are simulated on this machine; nothing is for sale.')}</span>
      </aside>
    )}
    {unread.value !== null && (
      <aside class="unread" aria-label={translate('Nothing read yet')}>
        {unread.value}. <a href="/sources">{translate('Sources →')}</a>
      </aside>
    )}
    {goneSince.value !== null && (
      <p class="gone" role="status">
        <strong>{translate('The service cannot be reached.')}</strong>{' '}
        {translate('What is shown is as it was at {time}.', { time: whenText(asOf.value ?? goneSince.value) })}
      </p>
    )}
    {isOutdated.value && (
      <p class="outdated" role="status">
        {translate('The service has a newer release than this page.')}{' '}
        <button type="button" class="small" onClick={() => location.reload()}>
          {translate('Reload')}
        </button>
      </p>
    )}
  </>
);
