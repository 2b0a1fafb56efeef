import type { BestPrices } from '@itemtape/client';
import { currency, priceText } from '../../text/currency.ts';
import { wholeText } from '../../text/number.ts';
import { translate } from '../../text/translate.ts';
import { variantAddress } from './variants.tsx';

type Props = {
  readonly phase: string | null;
  /** The best prices of each variant; empty for an item without any. */
  readonly variants: readonly BestPrices[];
  /** Whether the item has variants and none is chosen. */
  readonly isWhole: boolean;
};

/** Leads to each phase with what it costs, what is bid for it and how many there are. */
export function VariantTabs({ phase, variants, isWhole }: Props) {
  const phases = variants.filter(({ itemPhase }) => itemPhase !== null);
  if (phases.length === 0 && !isWhole) return null;
  return (
    <div class="variant-links">
      {isWhole && (
        <p class="quiet">
          {phases.length === 0
            ? translate('This item has variants of very different prices, which are listed below.')
            : translate('Choose a variant to see its bid, its spread and what you get: their prices differ widely.')}
        </p>
      )}
      {phases.length > 0 && (
        <nav class="variant-tabs" aria-label={translate('Variants')}>
          <a href={variantAddress(null)} aria-current={phase === null ? 'true' : undefined}>
            <strong>{translate('All variants')}</strong>
          </a>
          {phases.map((one) => (
            <Tab key={one.itemPhase} best={one} isHere={one.itemPhase === phase} />
          ))}
        </nav>
      )}
    </div>
  );
}

function Tab({
  best: { itemPhase, ask, bid, offerCount },
  isHere,
}: {
  readonly best: BestPrices;
  readonly isHere: boolean;
}) {
  const shown = currency.value;
  return (
    <a href={variantAddress(itemPhase)} aria-current={isHere ? 'true' : undefined} data-phase={itemPhase}>
      <strong>{itemPhase}</strong>
      <span class="price">{priceText(ask?.price ?? null, shown)}</span>
      <span class="quiet">
        {translate('bid {price}', { price: priceText(bid?.price ?? null, shown) })} · {wholeText(offerCount)}
      </span>
    </a>
  );
}
