import { translate, translateCount } from '../../text/translate.ts';

const days = [1, 7, 14, 30] as const;

type Props = { readonly hold: string; readonly choose: (days: string) => void };

/** Maximum days until what is received is free, as a string; empty for any. */
export function HoldChoice({ hold, choose }: Props) {
  // Another number in the URL stays selected
  const offered = [...new Set([...days, ...(Number(hold) > 0 ? [Number(hold)] : [])])].sort((a, b) => a - b);
  return (
    <label
      title={translate('From buying until what you receive is free. Where a hold is not known, nothing is shown.')}
    >
      <span class="unseen">{translate('Longest hold')}</span>
      <select value={hold} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{translate('Any hold')}</option>
        {offered.map((one) => (
          <option key={one} value={String(one)}>
            {translateCount(one, 'Free within {count} day', 'Free within {count} days')}
          </option>
        ))}
      </select>
    </label>
  );
}
