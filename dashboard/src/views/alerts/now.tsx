import type { BestPrices } from '@itemtape/client';
import { serviceTape } from '../../tape.ts';
import { priceText } from '../../text/currency.ts';
import { percent } from '../../text/percent.ts';
import { translate } from '../../text/translate.ts';
import { useQuery } from '../../use-query.ts';
import { asksPhase, type Draft, type PartProps } from './draft.ts';
import { isKnownItem } from './known-item.ts';

const everySeconds = 15;
const typingMs = 300;

const figuresOf = ({ ask, bid, askAfterFees, bidAfterFees }: BestPrices) => ({
  ask: ask?.price ?? null,
  bid: bid?.price ?? null,
  askAfterFees: askAfterFees?.afterFees ?? null,
  bidAfterFees: bidAfterFees?.afterFees ?? null,
});

type Figure = keyof ReturnType<typeof figuresOf>;

const isPrice = (subject: string): subject is Figure =>
  ['ask', 'bid', 'askAfterFees', 'bidAfterFees'].includes(subject);

/** The figure as it is now, in dollars as rules count; null while it is unknown. */
function useNow(draft: Draft): number | null {
  const { game, subject, item, marketplace, payout } = draft;
  const name = item.trim();
  const phase = asksPhase(draft) && draft.phase !== '' ? draft.phase : null;
  const { answer, isEarlier } = useQuery(
    name === '' || !isPrice(subject) ? null : [game, name, phase, marketplace, payout].join(' '),
    async (signal) => {
      const where = marketplace === '' ? {} : { marketplaces: [marketplace] };
      const query = { game, name, payout, ...where, ...(phase !== null && { phase }) };
      // Still being typed
      if (!(await isKnownItem(game, name, { signal }))) return null;
      const { best } = await serviceTape().best(query, { signal });
      return best.find(({ itemPhase }) => itemPhase === phase) ?? null;
    },
    { everySeconds, delayMs: typingMs },
  );
  return isPrice(subject) && answer !== null && !isEarlier ? figuresOf(answer)[subject] : null;
}

const shares = [2, 5, 10, 20] as const;

/** What the figure is now, and bounds near it at one click. */
export function Now({ draft, change }: PartProps) {
  const now = useNow(draft);
  if (now === null) return null;
  const sign = draft.side === 'below' ? -1 : 1;
  return (
    <p class="now">
      <span>{translate('Now {price}', { price: priceText(now, 'USD') })}</span>
      {shares.map((share) => (
        <button
          key={share}
          type="button"
          class="small"
          onClick={() => change({ amount: (now * (1 + (sign * share) / 100)).toFixed(2) })}
        >
          {percent((sign * share) / 100)}
        </button>
      ))}
    </p>
  );
}
