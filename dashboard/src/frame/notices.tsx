import { goneSince, unread } from '../health.ts';
import { isPlayed } from '../session.ts';
import { minuteText } from '../text/clock.ts';
import { translate } from '../text/translate.ts';

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
        {translate('What is shown is as it was at {time}.', { time: minuteText(goneSince.value / 1000) })}
      </p>
    )}
  </>
);
