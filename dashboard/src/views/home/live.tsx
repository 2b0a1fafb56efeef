import type { OfferMessage } from '@itemtape/client';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { itemAddress } from '../../item-ref.ts';
import { Age } from '../../parts/age.tsx';
import { addressOf } from '../../router.ts';
import { useHolding } from '../../table/hold/use-holding.ts';
import { serviceTape } from '../../tape.ts';
import { currency, priceIn, priceText } from '../../text/currency.ts';
import { shortText, wholeText } from '../../text/number.ts';
import { translate, translateCount } from '../../text/translate.ts';
import { useMarketplaces } from '../../use-marketplaces.ts';
import { useQuery } from '../../use-query.ts';
import type { Source } from '../sources/facts.ts';
import { useTapeHead } from './use-tape-head.ts';

/** The service in one line: what is read, what is on sale, how fast it changes, and what has just become cheaper. */
export function Live() {
  const sources = useQuery<readonly Source[]>('sources', (signal) => serviceTape().sources({ signal }), {
    everySeconds: 10,
  });
  const marketplaces = useMarketplaces();
  const { connection, sequence, perSecond, failure, lows } = useTapeHead();
  const latest = Math.max(0, ...(sources.answer ?? []).map(({ lastReadAt }) => lastReadAt ?? 0));
  const selling = marketplaces?.filter(({ games }) => games.some(({ offerCount }) => offerCount > 0)).length ?? 0;
  const offers = marketplaces?.flatMap(({ games }) => games).reduce((sum, { offerCount }) => sum + offerCount, 0);
  return (
    <section class="panel live" aria-labelledby="live">
      <h2 id="live" class="unseen">
        {translate('Live now')}
      </h2>
      {sources.failure !== null && <p role="alert">{sources.failure}</p>}
      <dl class="figures">
        <Figure name={translate('Sources')}>
          {sources.answer === null ? '…' : <SourceCounts sources={sources.answer} />}
        </Figure>
        <Figure name={translate('Last read')}>{latest === 0 ? '–' : <Age at={latest} />}</Figure>
        <Figure name={translate('On sale')}>
          {offers === undefined ? '…' : shortText(offers)}
          {marketplaces !== null && (
            <span class="quiet"> {translateCount(selling, 'on {count} marketplace', 'on {count} marketplaces')}</span>
          )}
        </Figure>
        <Figure name={translate('Tape')}>
          {sequence === null ? '…' : translate('No. {number}', { number: wholeText(sequence) })}
          <span class="quiet">
            {' '}
            {failure ??
              (connection !== 'live'
                ? translate('connecting…')
                : perSecond !== null && translate('{count} changes a second', { count: wholeText(perSecond) }))}
          </span>
        </Figure>
      </dl>
      <Lows lows={lows} />
    </section>
  );
}

/** The sources by what their state means for a reader. */
function SourceCounts({ sources }: { readonly sources: readonly Source[] }) {
  const of = (...states: readonly string[]) => sources.filter(({ state }) => states.includes(state)).length;
  const [live, off, starting] = [of('live'), of('off'), of('starting')];
  const troubled = sources.length - live - off - starting;
  return (
    <>
      <a class="state live" href={addressOf('/sources', { state: 'live' })}>
        {translate('{count} read', { count: wholeText(live) })}
      </a>
      {starting > 0 && <span class="quiet"> · {translate('{count} starting', { count: wholeText(starting) })}</span>}
      {troubled > 0 && (
        <>
          <span class="quiet"> · </span>
          <a class="state down" href="/sources">
            {translate('{count} in trouble', { count: wholeText(troubled) })}
          </a>
        </>
      )}
      {off > 0 && (
        <span class="quiet">
          {' · '}
          {translate('{count} need a key or are switched off', { count: wholeText(off) })}
        </span>
      )}
    </>
  );
}

/** What has just become cheaper than it was, in one line that stands still while it is pointed at. */
function Lows({ lows }: { readonly lows: readonly OfferMessage[] }) {
  const { isHeld, region } = useHolding();
  const shown = useRef(lows);
  if (!isHeld) shown.current = lows;
  return (
    <div class="strip" {...region}>
      <a class="quiet" href={addressOf('/tape', { floor: '1', min: '1' })}>
        {translate('Now cheapest')}
      </a>
      <ul aria-label={translate('Now cheapest')}>
        {shown.current.map((message) => {
          const { id, marketplace, game, phase, data } = message;
          return (
            <li key={id}>
              <a href={itemAddress({ game, name: data.name, phase })}>{data.name}</a>{' '}
              <strong>{priceText(priceIn(data, currency.value), currency.value)}</strong>{' '}
              <span class="quiet">{marketplace}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type FigureProps = { readonly name: string; readonly children: ComponentChildren };

const Figure = ({ name, children }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
