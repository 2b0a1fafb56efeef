import { serviceTape } from './tape.ts';
import { currency } from './text/currency.ts';
import { useQuery } from './use-query.ts';

const renewSeconds = 600;

/** The value of one US dollar in the chosen currency, for figures that are only known in dollars; null while unknown. */
export function useRate(): number | null {
  const chosen = currency.value;
  const { answer } = useQuery(chosen === 'USD' ? null : 'rates', (signal) => serviceTape().rates({ signal }), {
    everySeconds: renewSeconds,
  });
  if (chosen === 'USD') return 1;
  return answer?.find((rate) => rate.currency === chosen)?.perUSD ?? null;
}
