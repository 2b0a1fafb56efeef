import { say } from '../../text/say.ts';

type Props = { readonly lock: string; readonly choose: (lock: string) => void };

/** Maximum days until an offer can be traded, as a string; empty for any. */
export function LockChoice({ lock, choose }: Props) {
  return (
    <label>
      <span class="unseen">{say('Trade lock')}</span>
      <select value={lock} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{say('Locked or not')}</option>
        <option value="0">{say('Tradable now')}</option>
        <option value="7">{say('Within 7 days')}</option>
      </select>
    </label>
  );
}
