import { translate } from '../../text/translate.ts';

type Props = { readonly lock: string; readonly choose: (lock: string) => void };

/** Maximum days until an offer can be traded, as a string; empty for any. */
export function LockChoice({ lock, choose }: Props) {
  return (
    <label>
      <span class="unseen">{translate('Trade lock')}</span>
      <select value={lock} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{translate('Locked or not')}</option>
        <option value="0">{translate('Tradable now')}</option>
        <option value="7">{translate('Within 7 days')}</option>
      </select>
    </label>
  );
}
