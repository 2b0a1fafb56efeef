import type { ExchangeRates } from '../../normalise/exchange-rates.ts';
import type { Log } from '../../runtime/log.ts';
import { isOther, type Rate } from '../../schema/index.ts';

/** Applies rates, logs which were accepted and which refused, and stores those accepted. */
export const createRateAcceptor =
  (options: {
    readonly rates: Pick<ExchangeRates, 'accept'>;
    readonly keep: (rates: readonly Rate[]) => void;
    readonly log: Pick<Log, 'info' | 'warn'>;
    /** Formats the date of a rate for the log, given an ISO 8601 text. */
    readonly dated: (instant: string) => string;
  }) =>
  (offered: readonly Rate[]): void => {
    const { rates, keep, log, dated } = options;
    const { accepted, refused } = rates.accept(offered);
    for (const { rate, why } of refused)
      log.warn({ currency: rate.currency, source: rate.source, why }, 'exchange rate refused');
    for (const rate of accepted.filter(({ currency }) => !isOther(currency)))
      log.info({ ...rate, ratedAt: dated(new Date(rate.ratedAt).toISOString()) }, 'exchange rate');
    const others = accepted.map(({ currency }) => currency).filter(isOther);
    if (others.length > 0)
      log.info({ currencies: others.join(' '), source: accepted[0]?.source }, 'exchange rates of other currencies');
    if (accepted.length > 0) keep(accepted);
  };
