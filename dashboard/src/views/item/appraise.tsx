import { useState } from 'preact/hooks';
import type { Game } from '../../games.ts';
import { serviceTape } from '../../tape.ts';
import { currency, priceText } from '../../text/currency.ts';
import { floatText } from '../../text/number.ts';
import { translate } from '../../text/translate.ts';
import { useQuery } from '../../use-query.ts';
import { askedOf, type Draft, emptyDraft, offerValue } from './appraise-draft.ts';
import { Appraised } from './appraised.tsx';
import type { ItemOffers } from './use-offers.ts';

type Props = {
  readonly game: Game;
  readonly name: string;
  readonly phase: string | null;
  readonly known: ItemOffers;
};

const everySeconds = 60;
const maxOffers = 50;

/** What one copy of an item is worth by what is on it, on request. */
export function Appraise({ game, name, phase, known }: Props) {
  const [draft, setDraft] = useState(emptyDraft);
  const [asked, setAsked] = useState<Draft | null>(null);
  const request = asked === null ? null : { ...askedOf(asked, { game, name, phase }), currency: currency.value };
  const found = useQuery(
    request === null ? null : JSON.stringify(request),
    (signal) => serviceTape().appraise(request ?? { game }, { signal }),
    { everySeconds },
  );
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <>
      <form
        class="panel rule-form"
        aria-labelledby="appraise"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(draft);
        }}
      >
        <h2 id="appraise">
          {translate('Appraise one')}{' '}
          <span class="quiet">{translate('by comparable sales and offers, before and after fees')}</span>
        </h2>
        <div class="fields">
          <OfferField known={known} phase={phase} chosen={draft.offer} choose={(offer) => change({ offer })} />
          {draft.offer === '' && <Told game={game} draft={draft} change={change} />}
          <button type="submit" class="primary beside-field">
            {translate('Appraise')}
          </button>
        </div>
        {request !== null && found.answer === null && (
          <p role={found.failure === null ? 'status' : 'alert'}>{found.failure ?? translate('Looking…')}</p>
        )}
      </form>
      {found.answer !== null && <Appraised answer={found.answer} failure={found.failure} isEarlier={found.isEarlier} />}
    </>
  );
}

type OfferFieldProps = Pick<Props, 'known' | 'phase'> & {
  readonly chosen: string;
  readonly choose: (offer: string) => void;
};

/** Nothing where offers were read without their ids. */
function OfferField({ known, phase, chosen, choose }: OfferFieldProps) {
  if (known.how === 'asked anew') return null;
  const offers = known.offers
    .filter(({ id, offer, price }) => id !== '' && price !== null && (phase === null || offer.itemPhase === phase))
    .sort((a, b) => (a.price ?? 0) - (b.price ?? 0))
    .slice(0, maxOffers);
  return (
    <label class="named">
      <span>{translate('Offer')}</span>
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{translate('none of these')}</option>
        {offers.map(({ id, offer: { marketplace, float }, price }) => (
          <option key={`${marketplace} ${id}`} value={offerValue(marketplace, id)}>
            {[marketplace, priceText(price, known.currency), ...(float === null ? [] : [floatText(float)])].join(' · ')}
          </option>
        ))}
      </select>
    </label>
  );
}

type ToldProps = {
  readonly game: Game;
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
};

const numbers = [
  { field: 'float', words: translate('Float'), max: 1, step: 'any' },
  { field: 'seed', words: translate('Seed'), max: 1_000, step: 1 },
] as const;

const lists = [
  { field: 'inspectLink', words: translate('Inspect link'), hint: 'steam://run/730//+csgo_econ_action_preview …' },
  { field: 'stickers', words: translate('Stickers, separated by ;'), hint: 'Sticker | Crown (Foil); …' },
  { field: 'charms', words: translate('Charms, separated by ;'), hint: 'Charm | Lil’ Ava; …' },
] as const;

/** What somebody knows of the item; that of other games is its variant alone. */
function Told({ game, draft, change }: ToldProps) {
  if (game !== 'CS2') return null;
  return (
    <>
      {lists.map(({ field, words, hint }) => (
        <label key={field} class="named grow">
          <span>{words}</span>
          <input
            autocomplete="off"
            spellcheck={false}
            placeholder={hint}
            value={draft[field]}
            onInput={(event) => change({ [field]: event.currentTarget.value })}
          />
        </label>
      ))}
      {numbers.map(({ field, words, max, step }) => (
        <label key={field} class="named">
          <span>{words}</span>
          <input
            type="number"
            class="bound"
            min={0}
            max={max}
            step={step}
            value={draft[field]}
            onInput={(event) => change({ [field]: event.currentTarget.value })}
          />
        </label>
      ))}
    </>
  );
}
