import { tapeOf } from './tape.ts';
import { currency } from './text/currency.ts';
import { useQuery } from './use-query.ts';

const renewSeconds = 600;

/** What a US dollar is worth in the chosen currency, for what is known in dollars only; null while nobody knows. */
export function useRate(apiKey: string): number | null {
  const chosen = currency.value;
  const { answer } = useQuery(chosen === 'USD' ? null : 'rates', (signal) => tapeOf(apiKey).rates({ signal }), {
    everySeconds: renewSeconds,
  });
  if (chosen === 'USD') return 1;
  return answer?.find((rate) => rate.currency === chosen)?.perUSD ?? null;
}
