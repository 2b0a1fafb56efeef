import type { FoundItem } from '@itemtape/client';
import { gameOf } from '../../games.ts';
import { itemAddress } from '../../item-ref.ts';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { hasPhases } from '../../phase-in.ts';
import { RowActions } from '../../table/act/row-actions.tsx';
import { useHolding } from '../../table/hold/use-holding.ts';
import { type Currency, priceOfDollars, priceText } from '../../text/currency.ts';
import { translate, translateCount } from '../../text/translate.ts';
import type { VariantPrice } from './use-variants.ts';

type Props = {
  readonly found: FoundItem;
  /** The variant that the query names. */
  readonly phase: string | null;
  readonly variants: readonly VariantPrice[];
  readonly shown: Currency;
  readonly rate: number | null;
};

/** An item with its lowest ask, and that of each variant where they are known. */
export function FoundRow({ found, phase, variants, shown, rate }: Props) {
  const { name, hasThumbnail, marketplace, marketplaceCount, offerCount, priceUSD } = found;
  const game = gameOf(found.game);
  const meant = variants.find((one) => one.phase === phase);
  const lowest = priceOfDollars(priceUSD, shown, rate);
  const { isHeld: isActive, region } = useHolding();
  const ofItem = hasPhases(found) ? translate('from {price}', { price: lowest }) : lowest;
  return (
    <li {...region}>
      <a href={itemAddress({ game: found.game, name, phase })}>
        <Thumbnail game={found.game} name={name} isKnown={hasThumbnail} />
        <span class="grow">
          <span class="name">{name}</span>
          <span class="quiet">
            {found.game} · {translateCount(marketplaceCount, '{count} marketplace', '{count} marketplaces')} ·{' '}
            {translateCount(offerCount, '{count} offer', '{count} offers')}
          </span>
        </span>
        <span class="number">
          {/* Without a variant, the price is of the cheapest one */}
          <span class="name">{meant === undefined ? ofItem : `${meant.phase} ${priceText(meant.price, shown)}`}</span>
          <span class="quiet">{meant === undefined ? marketplace : meant.marketplace}</span>
        </span>
      </a>
      {game !== null && (
        <RowActions isActive={isActive} item={{ game, name, phase, priceUSD: phase === null ? priceUSD : null }} />
      )}
      {variants.length > 0 && (
        <ul class="found-variants">
          {variants.map((one) => (
            <li key={one.phase}>
              <a href={itemAddress({ game: found.game, name, phase: one.phase })}>
                {one.phase} <span class="quiet">{priceText(one.price, shown)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
