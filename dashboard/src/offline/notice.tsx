import { locale } from '../text/language.ts';
import { translate } from '../text/translate.ts';
import { asOf } from './answers.ts';
import { isOutdated } from './install.ts';

/** The instant of stored answers, with its day unless it is today. */
function whenText(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(locale, { ...(isToday ? {} : { dateStyle: 'medium' }), timeStyle: 'short' }).format(
    at,
  );
}

/** Says how old everything is that is shown without the service, and that a page is older than the service. */
export const OfflineNotice = () => (
  <>
    {asOf.value !== null && (
      <p class="offline" role="status">
        {translate('Offline: what is shown is as of {time}.', { time: whenText(asOf.value) })}
      </p>
    )}
    {isOutdated.value && (
      <p class="offline" role="status">
        {translate('The service has a newer release than this page.')}{' '}
        <button type="button" class="small" onClick={() => location.reload()}>
          {translate('Reload')}
        </button>
      </p>
    )}
  </>
);
