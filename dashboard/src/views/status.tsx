import type { Conditions, SourceConditions } from '@itemtape/client';
import { keepsPast } from '../health.ts';
import { Band, BandLegend, bandOf, withUnknown } from '../parts/band.tsx';
import { Head } from '../parts/head.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { tapeOf } from '../tape.ts';
import { instantText } from '../text/clock.ts';
import { wholeText } from '../text/number.ts';
import { percent } from '../text/percent.ts';
import { translate } from '../text/translate.ts';
import { useQuery } from '../use-query.ts';

/** Conditions of the data by day and marketplace. */
export function StatusView({ apiKey }: { readonly apiKey: string }) {
  const { answer, failure } = useQuery<Conditions>(
    keepsPast.value === true ? 'status' : null,
    (signal) => tapeOf(apiKey).conditions({}, { signal }),
    { everySeconds: 60 },
  );
  if (answer === null) return <p role={failure === null ? 'status' : 'alert'}>{failure ?? translate('Looking…')}</p>;
  const groups = new Map<string, SourceConditions[]>();
  for (const one of answer.sources) groups.set(one.marketplace, [...(groups.get(one.marketplace) ?? []), one]);
  return (
    <>
      <h1>{translate('Status')}</h1>
      {failure !== null && <p role="alert">{failure}</p>}
      <p class="quiet">
        {translate('{from} to {to}, days in UTC.', { from: answer.fromDay, to: answer.toDay })}{' '}
        {translate(
          'A day is complete when no gap of a source overlaps it, and missing when gaps cover all of it. Coverage is the share of time during which the data was no older than its interval.',
        )}
      </p>
      <BandLegend />
      <div class="panel">
        {groups.size === 0 ? (
          <p class="empty">{translate('No data is stored for these days yet.')}</p>
        ) : (
          <Scrolling label={translate('Marketplaces and their days')}>
            <table class="cards status">
              <thead>
                <tr>
                  <Head>{translate('Marketplace')}</Head>
                  <Head>{translate('Days')}</Head>
                  <Head kind="number">{translate('Coverage')}</Head>
                  <Head kind="number">{translate('Age p95')}</Head>
                  <Head kind="number">{translate('Gaps')}</Head>
                  <Head>{translate('Last gap')}</Head>
                </tr>
              </thead>
              <tbody>
                {[...groups].map(([marketplace, sources]) => (
                  <Row key={marketplace} marketplace={marketplace} sources={sources} range={answer} />
                ))}
              </tbody>
            </table>
          </Scrolling>
        )}
      </div>
    </>
  );
}

type RowProps = {
  readonly marketplace: string;
  readonly sources: readonly SourceConditions[];
  readonly range: Pick<Conditions, 'fromDay' | 'toDay'>;
};

function Row({ marketplace, sources, range }: RowProps) {
  const days = sources.flatMap((source) => source.days);
  const coverage = days.reduce((sum, day) => sum + day.coverage, 0) / Math.max(1, days.length);
  const ages = days.flatMap(({ ageP95Seconds }) => ageP95Seconds ?? []).sort((a, b) => a - b);
  const age = ages[Math.floor(ages.length / 2)];
  const gaps = sources.flatMap((source) => source.gaps.map((gap) => ({ ...gap, source: source.source })));
  const last = gaps.reduce<(typeof gaps)[number] | null>((a, b) => (a === null || endOf(b) > endOf(a) ? b : a), null);
  return (
    <tr>
      <th scope="row" class="lead">
        {marketplace}
      </th>
      <td class="days">
        <Band days={withUnknown(bandOf(sources), range.fromDay, range.toDay)} label={marketplace} />
      </td>
      <td class="number" data-label={translate('Coverage')}>
        {percent(coverage)}
      </td>
      <td class="number" data-label={translate('Age p95')}>
        {age === undefined ? '–' : translate('{count} s', { count: wholeText(age) })}
      </td>
      <td class="number" data-label={translate('Gaps')}>
        {wholeText(gaps.length)}
      </td>
      <td class="words">{last !== null && `${last.source}: ${last.reason}, ${untilText(last)}`}</td>
    </tr>
  );
}

type Gap = SourceConditions['gaps'][number];

const endOf = ({ toAt }: Gap): number => toAt ?? Number.POSITIVE_INFINITY;

const untilText = ({ fromAt, toAt }: Gap): string =>
  toAt === null
    ? translate('since {time}', { time: instantText(fromAt) })
    : translate('until {time}', { time: instantText(toAt) });
