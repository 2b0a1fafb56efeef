import { chooseCurrency, currencies, currency } from '../text/currency.ts';
import { translate } from '../text/translate.ts';

export function CurrencyChoice() {
  return (
    <label class="named">
      <span>{translate('Currency')}</span>
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
