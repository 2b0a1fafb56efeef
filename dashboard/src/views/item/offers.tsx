import type { MirroredOffer } from '@itemtape/client';
import { useState } from 'preact/hooks';
import { Age } from '../../parts/age.tsx';
import { Chips } from '../../parts/chips.tsx';
import { Head } from '../../parts/head.tsx';
import { Scrolling } from '../../parts/scrolling.tsx';
import { currency, priceIn, priceText } from '../../text/currency.ts';
import type { Mirrored } from '../../use-mirror.ts';
import { byPrice, phasesIn } from './rows.ts';

type Props = {
  readonly game: string;
  readonly phase: string | null;
  readonly mirrored: Mirrored;
  readonly choose: (phase: string | null) => void;
};

const shownAtFirst = 50;

/** Every offer, cheapest first, as it is at this moment; Doppler variants apart. */
export function Offers({ game, phase, mirrored, choose }: Props) {
  const [limit, setLimit] = useState(shownAtFirst);
  const phases = phasesIn(mirrored.offers);
  const offers = byPrice(phase === null ? mirrored.offers : mirrored.offers.filter((one) => one.phase === phase));
  return (
    <section class="panel" aria-labelledby="offers">
      <h2 id="offers">
        Offers <span class="quiet">{stateText(mirrored, offers.length)}</span>
      </h2>
      {phases.length > 0 && (
        <Chips
          legend="Variant"
          options={[null, ...phases].map((value) => ({ value, text: value ?? 'All variants' }))}
          chosen={phase}
          choose={choose}
        />
      )}
      {offers.length === 0 && mirrored.state !== 'loading' && (
        <p class="empty">No single offers: the marketplaces that know this item tell only its lowest price.</p>
      )}
      {offers.length > 0 && (
        <Scrolling label="All offers">
          <table class="offers">
            <thead>
              <tr>
                <Head kind="number">Price</Head>
                <Head>Marketplace</Head>
                {phases.length > 0 && <Head>Variant</Head>}
                {game === 'CS2' && <CS2Heads />}
                <Head>Locked</Head>
                <Head kind="number">Found</Head>
                <Head>
                  <span class="unseen">Buy</span>
                </Head>
              </tr>
            </thead>
            <tbody>
              {offers.slice(0, limit).map((offer) => (
                <OfferRow
                  key={offer.id}
                  offer={offer}
                  hasPhases={phases.length > 0}
                  moved={mirrored.moved.get(offer.id) ?? null}
                />
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
      {offers.length > limit && (
        <button type="button" onClick={() => setLimit(limit + 200)}>
          Show more of {offers.length}
        </button>
      )}
    </section>
  );
}

function stateText({ state, failure }: Mirrored, count: number): string {
  if (failure !== null) return failure;
  if (state === 'loading') return 'loading…';
  const number = `${count} with a price and a link`;
  return state === 'waiting' ? `${number}, connection lost, trying again` : `${number}, live`;
}

const CS2Heads = () => (
  <>
    <Head>Float</Head>
    <Head kind="number">Seed</Head>
    <Head>Stickers</Head>
  </>
);

type RowProps = {
  readonly offer: MirroredOffer;
  readonly hasPhases: boolean;
  readonly moved: 'up' | 'down' | null;
};

function OfferRow({ offer, hasPhases, moved }: RowProps) {
  const { data, marketplace, phase } = offer;
  return (
    <tr class={moved === null ? undefined : `flash-${moved}`}>
      <td class="number price">{priceText(priceIn(data, currency.value), currency.value)}</td>
      <td class="where">{marketplace}</td>
      {hasPhases && <td>{phase ?? '–'}</td>}
      {'float' in data && (
        <>
          <td data-label="float">{data.float === null ? '–' : <FloatBar float={data.float} />}</td>
          <td class="number" data-label="seed">
            {data.paintSeed ?? '–'}
          </td>
          <td class="stickers" data-label="stickers">
            {data.stickers === null ? '–' : stickerText(data.stickers)}
          </td>
        </>
      )}
      <td data-label="locked">{lockText(data.daysTradeLocked)}</td>
      <td class="number" data-label="found">
        <Age at={data.foundAt} />
      </td>
      <td class="buy">
        <a href={data.purchaseLink} target="_blank" rel="noopener noreferrer">
          Buy
        </a>
      </td>
    </tr>
  );
}

const stickerText = (stickers: readonly { readonly name: string }[]): string =>
  stickers.length === 0 ? 'none' : stickers.map(({ name }) => name.replace('Sticker | ', '')).join(', ');

const lockText = (days: number | null): string =>
  days === null ? '–' : days === 0 ? 'no' : `${days} ${days === 1 ? 'day' : 'days'}`;

/** Where a float lies between pristine on the left and worn out. */
function FloatBar({ float }: { readonly float: number }) {
  return (
    <span class="float">
      <svg width="66" height="10" aria-hidden="true">
        <rect class="track" x="1" y="3" width="64" height="4" rx="2" />
        <rect class="mark" x={float * 62} y="0" width="4" height="10" rx="1" />
      </svg>
      {float.toFixed(4)}
    </span>
  );
}
