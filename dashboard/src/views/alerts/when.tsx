import type { ComponentChildren } from 'preact';
import { gameOf } from '../../games.ts';
import { PayoutChoice } from '../../parts/choices/payout-choice.tsx';
import { phases } from '../../phase-in.ts';
import { translate, translateKnown } from '../../text/translate.ts';
import { namesIn, readGames, useMarketplaces } from '../../use-marketplaces.ts';
import { asksPhase, type Draft, isFigure, isOfSale, isShare, type PartProps, type Subject, subjects } from './draft.ts';
import { ItemField } from './item-field.tsx';
import { Now } from './now.tsx';

export const ItemRef = ({ words, children }: { readonly words: string; readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is given between its tags
  <label class="named">
    <span>{words}</span>
    {children}
  </label>
);

/** What a rule waits for. */
export function When({ draft, change }: PartProps) {
  const read = readGames(useMarketplaces());
  return (
    <>
      {/* An item says its game itself */}
      {!isFigure(draft.subject) && read.length > 1 && (
        <ItemRef words={translate('Game')}>
          <select
            value={draft.game}
            onChange={(event) =>
              change({ game: gameOf(event.currentTarget.value) ?? draft.game, item: '', phase: '', marketplace: '' })
            }
          >
            {read.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </ItemRef>
      )}
      <div class="fields">
        <ItemRef words={translate('Notify me about')}>
          <select value={draft.subject} onChange={(event) => change({ subject: event.currentTarget.value as Subject })}>
            {subjects.map(({ kind, text }) => (
              <option key={kind} value={kind}>
                {text}
              </option>
            ))}
          </select>
        </ItemRef>
        {draft.subject !== 'deals' && (
          <ItemField
            games={isFigure(draft.subject) ? read : [draft.game]}
            item={{ game: draft.game, name: draft.item }}
            isRequired={isFigure(draft.subject)}
            choose={({ game, name }) =>
              change({ game, item: name, phase: '', ...(game !== draft.game && { marketplace: '' }) })
            }
          />
        )}
        {asksPhase(draft) && <PhaseField draft={draft} change={change} />}
        <Bounds draft={draft} change={change} />
        {(isOfSale(draft.subject) || draft.subject === 'deals') && (
          <PayoutChoice chosen={draft.payout} choose={(payout) => change({ payout })} isLabelSeen />
        )}
      </div>
      <Now draft={draft} change={change} />
    </>
  );
}

/** The marketplaces that a rule is about. */
export function MarketplaceField({ draft, change }: PartProps) {
  const marketplaces = namesIn(useMarketplaces(), draft.game);
  return (
    <ItemRef words={draft.subject === 'deals' ? translate('Between') : translate('On')}>
      <select value={draft.marketplace} onChange={(event) => change({ marketplace: event.currentTarget.value })}>
        <option value="">{translate('All marketplaces')}</option>
        {marketplaces?.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </ItemRef>
  );
}

/** The variant of a Doppler, which has no bid as a whole. */
function PhaseField({ draft: { phase, subject }, change }: PartProps) {
  const isRequired = isOfSale(subject);
  return (
    <ItemRef words={translate('Variant')}>
      <select value={phase} required={isRequired} onChange={(event) => change({ phase: event.currentTarget.value })}>
        <option value="">
          {isRequired ? translate('choose one: each has bids of its own') : translate('the cheapest of all')}
        </option>
        {phases.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </ItemRef>
  );
}

function Bounds({ draft, change }: PartProps) {
  const { subject, side, amount, percent } = draft;
  const field = (value: string, key: 'amount' | 'percent', isRequired: boolean) => (
    <input
      type="number"
      class="bound"
      min={0}
      step="any"
      required={isRequired}
      value={value}
      onInput={(event) => change({ [key]: event.currentTarget.value })}
    />
  );
  if (isFigure(subject))
    return (
      <>
        <ItemRef words={translate('When')}>
          <select value={side} onChange={(event) => change({ side: event.currentTarget.value as Draft['side'] })}>
            <option value="below">{translateKnown('bound', 'below')}</option>
            <option value="above">{translateKnown('bound', 'above')}</option>
          </select>
        </ItemRef>
        <ItemRef words={isShare(subject) ? translate('Percent') : translate('US dollars')}>
          {field(amount, 'amount', true)}
        </ItemRef>
      </>
    );
  const isDeal = subject === 'deals';
  return (
    <>
      <ItemRef words={isDeal ? translate('Profit from, US dollars') : translate('Up to, US dollars')}>
        {field(amount, 'amount', false)}
      </ItemRef>
      <ItemRef words={isDeal ? translate('Profit from, %') : translate('% under usual')}>
        {field(percent, 'percent', false)}
      </ItemRef>
    </>
  );
}
