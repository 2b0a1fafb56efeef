import { type PayoutChoice as Choice, payoutChoiceOf, payoutChoices } from '../../text/payout.ts';
import { translate } from '../../text/translate.ts';

type Props = { readonly chosen: Choice; readonly choose: (payout: Choice) => void };

/** What one wants to get where one sells. */
export function PayoutChoice({ chosen, choose }: Props) {
  return (
    <label>
      <span class="unseen">{translate('What selling pays out')}</span>
      <select value={chosen} onChange={(event) => choose(payoutChoiceOf(event.currentTarget.value))}>
        {payoutChoices.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
