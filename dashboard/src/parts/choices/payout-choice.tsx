import { type PayoutChoice as Choice, payoutChoiceOf, payoutChoices } from '../../text/payout.ts';
import { translate } from '../../text/translate.ts';

type Props = { readonly chosen: Choice; readonly choose: (payout: Choice) => void; readonly isLabelSeen?: boolean };

/** What one wants to get where one sells. */
export const PayoutChoice = ({ chosen, choose, isLabelSeen = false }: Props) => (
  <label class={isLabelSeen ? 'named' : undefined}>
    <span class={isLabelSeen ? undefined : 'unseen'}>{translate('What selling pays out')}</span>
    <select value={chosen} onChange={(event) => choose(payoutChoiceOf(event.currentTarget.value))}>
      {payoutChoices.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </label>
);
