import type { ComponentChildren } from 'preact';
import { Age } from '../../parts/age.tsx';
import { Translated } from '../../parts/translated.tsx';
import { addressOf } from '../../router.ts';
import { tapeOf } from '../../tape.ts';
import { nowSeconds } from '../../text/age.ts';
import { zone } from '../../text/clock.ts';
import { currency } from '../../text/currency.ts';
import { shortText, wholeText } from '../../text/number.ts';
import { stateText } from '../../text/state.ts';
import { translate, translateCount } from '../../text/translate.ts';
import { useMarketplaces } from '../../use-marketplaces.ts';
import { useQuery } from '../../use-query.ts';
import { countsOf, lengthText, type Source } from '../sources/facts.ts';
import { useTapeHead } from './use-tape-head.ts';

/** The median age of the running sources' last readings. */
function middleAge(sources: readonly Source[], now: number): number | null {
  const ages = sources
    .flatMap(({ state, lastReadAt }) => (state === 'off' || lastReadAt === null ? [] : [now - lastReadAt]))
    .sort((a, b) => a - b);
  return ages[ages.length >> 1] ?? null;
}

/** Live summary: sources by state, offers, position of the tape, and the currency and time zone in use. */
export function Live({ apiKey }: { readonly apiKey: string }) {
  const sources = useQuery<readonly Source[]>('sources', (signal) => tapeOf(apiKey).sources({ signal }), {
    everySeconds: 10,
  });
  const marketplaces = useMarketplaces(apiKey);
  const known = marketplaces?.flatMap(({ games }) => games) ?? null;
  const selling = marketplaces?.filter(({ games }) => games.some(({ offerCount }) => offerCount > 0)).length ?? 0;
  const middle = middleAge(sources.answer ?? [], nowSeconds.value);
  const latest = Math.max(0, ...(sources.answer ?? []).map(({ lastReadAt }) => lastReadAt ?? 0));
  return (
    <section class="panel live" aria-labelledby="live">
      <h2 id="live" class="unseen">
        {translate('Live now')}
      </h2>
      {sources.failure !== null && <p role="alert">{sources.failure}</p>}
      <dl class="figures">
        <Figure name={translate('Sources')}>
          {sources.answer === null && '…'}
          {countsOf(sources.answer ?? [])
            .toReversed()
            .map(([state, count]) => (
              <a key={state} class={`state ${state}`} href={addressOf('/sources', { state })}>
                {count} {stateText(state)}
              </a>
            ))}
        </Figure>
        <Figure name={translate('Last read')}>
          {latest === 0 ? '–' : <Age at={latest} />}
          {middle !== null && (
            <span class="quiet"> {translate('median {length}', { length: lengthText(Math.max(0, middle)) })}</span>
          )}
        </Figure>
        <Figure name={translate('On sale')}>
          {known === null ? '…' : shortText(known.reduce((sum, { offerCount }) => sum + offerCount, 0))}
          {marketplaces !== null && (
            <span class="quiet"> {translateCount(selling, 'on {count} marketplace', 'on {count} marketplaces')}</span>
          )}
        </Figure>
        <TapeFigure apiKey={apiKey} />
        <Figure name={translate('Prices and times')}>
          {currency.value} <span class="quiet">{zone}</span>
        </Figure>
      </dl>
    </section>
  );
}

function TapeFigure({ apiKey }: { readonly apiKey: string }) {
  const { connection, sequence, publishedAt, failure } = useTapeHead(apiKey);
  return (
    <Figure name={translate('Tape')}>
      {sequence === null ? '…' : translate('No. {number}', { number: wholeText(sequence) })}
      <span class="quiet">
        {' '}
        {failure ??
          (connection !== 'live'
            ? translate('connecting…')
            : publishedAt !== null && (
                <Translated phrase="published {age} ago" parts={{ age: <Age at={publishedAt} /> }} />
              ))}
      </span>
    </Figure>
  );
}

type FigureProps = { readonly name: string; readonly children: ComponentChildren };

const Figure = ({ name, children }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
