import { chooseCurrency, currencies, currency } from '../../text/currency.ts';
import { say } from '../../text/say.ts';

export function CurrencyChoice() {
  return (
    <label class="choice">
      <span class="unseen">{say('Currency')}</span>
      <select value={currency.value} onChange={(event) => chooseCurrency(event.currentTarget.value)}>
        {currencies.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}
