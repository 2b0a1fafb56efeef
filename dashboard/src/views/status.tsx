import type { Conditions } from '@itemtape/client';
import { keepsPast } from '../health.ts';
import { Band, BandLegend, bandOf, withUnknown } from '../parts/band.tsx';
import { Head } from '../parts/head.tsx';
import { Skeleton } from '../parts/look/skeleton.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { serviceTape } from '../tape.ts';
import { instantText } from '../text/clock.ts';
import { wholeText } from '../text/number.ts';
import { percent } from '../text/percent.ts';
import { gapText } from '../text/state.ts';
import { translate, translateCount } from '../text/translate.ts';
import { useQuery } from '../use-query.ts';
import { lengthText } from './sources/facts.ts';
import { firstDayIn, knownSinceIn, type MarketFigures, marketsIn } from './status/figures.ts';
import type { ViewProps } from './view.ts';

/** Conditions of the data by day and marketplace. */
export function StatusView({ isOperator }: ViewProps) {
  const { answer, failure } = useQuery<Conditions>(
    keepsPast.value === true ? 'status' : null,
    (signal) => serviceTape().conditions({}, { signal }),
    { everySeconds: 60 },
  );
  if (answer === null) return failure === null ? <Skeleton lines={8} /> : <p role="alert">{failure}</p>;
  const markets = marketsIn(answer.sources, Date.now());
  const range = { fromDay: firstDayIn(answer.sources, answer), toDay: answer.toDay };
  return (
    <>
      <h1>{translate('Status')}</h1>
      {failure !== null && <p role="alert">{failure}</p>}
      <Summary markets={markets} since={knownSinceIn(answer.sources)} />
      <div class="panel">
        {markets.length === 0 ? (
          <p class="empty">{translate('No data is stored for these days yet.')}</p>
        ) : (
          <>
            <BandLegend />
            <Markets markets={markets} range={range} isOperator={isOperator} />
          </>
        )}
      </div>
      <p class="quiet">
        {translate(
          'Days are in UTC. A day is complete when no gap of a source overlaps it, and missing when gaps cover all of it. Up to date: the share of time in which the data was no older than its interval, since the first reading. Age: 95% of the time, prices were confirmed within it.',
        )}
      </p>
    </>
  );
}

type SummaryProps = { readonly markets: readonly MarketFigures[]; readonly since: number | null };

/** What matters first, in a sentence. */
function Summary({ markets, since }: SummaryProps) {
  const count = markets.filter(({ gapCount }) => gapCount > 0).length;
  return (
    <p class="status-words">
      <strong class={count === 0 ? 'up' : undefined}>
        {count === 0
          ? translate('No gaps in the data.')
          : translateCount(
              count,
              '{count} marketplace has gaps in its data.',
              '{count} marketplaces have gaps in their data.',
            )}
      </strong>{' '}
      {since !== null &&
        translate('This service has kept data since {time}; before that it knows nothing.', {
          time: instantText(since),
        })}
    </p>
  );
}

type MarketsProps = {
  readonly markets: readonly MarketFigures[];
  readonly range: Pick<Conditions, 'fromDay' | 'toDay'>;
  readonly isOperator: boolean;
};

const Markets = ({ markets, range, isOperator }: MarketsProps) => (
  <Scrolling label={translate('Marketplaces and their days')}>
    <table class="cards status">
      <thead>
        <tr>
          <Head>{translate('Marketplace')}</Head>
          <Head>{translate('Days')}</Head>
          <Head kind="number">{translate('Up to date')}</Head>
          <Head kind="number">{translate('Age')}</Head>
          <Head kind="number">{translate('Gaps')}</Head>
          <Head>{translate('Last gap')}</Head>
        </tr>
      </thead>
      <tbody>
        {markets.map((figures) => (
          <Row key={figures.marketplace} figures={figures} range={range} isOperator={isOperator} />
        ))}
      </tbody>
    </table>
  </Scrolling>
);

type RowProps = Omit<MarketsProps, 'markets'> & { readonly figures: MarketFigures };

function Row({ figures, range, isOperator }: RowProps) {
  const { marketplace, sources, coverage, ageSeconds, gapCount, lastGap } = figures;
  return (
    <tr>
      <th scope="row" class="lead">
        {marketplace}
      </th>
      <td class="days">
        <Band days={withUnknown(bandOf(sources), range.fromDay, range.toDay)} label={marketplace} />
      </td>
      <td class="number" data-label={translate('Up to date')}>
        {coverage === null ? '–' : percent(coverage)}
      </td>
      <td class="number" data-label={translate('Age')}>
        {ageSeconds === null ? '–' : lengthText(ageSeconds)}
      </td>
      <td class="number" data-label={translate('Gaps')}>
        {wholeText(gapCount)}
      </td>
      <td class="words">
        {lastGap !== null && (
          <>
            {gapText(lastGap.reason)}, {untilText(lastGap)}
            {isOperator && <code> {lastGap.source}</code>}
          </>
        )}
      </td>
    </tr>
  );
}

const untilText = ({ fromAt, toAt }: NonNullable<MarketFigures['lastGap']>): string =>
  toAt === null
    ? translate('since {time}', { time: instantText(fromAt) })
    : translate('until {time}', { time: instantText(toAt) });
