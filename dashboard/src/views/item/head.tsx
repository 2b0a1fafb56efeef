import type { BestPrices, FullComparison } from '@itemtape/client';
import type { ComponentChildren } from 'preact';
import type { Game } from '../../games.ts';
import { Age } from '../../parts/age.tsx';
import { Marks } from '../../parts/marks.tsx';
import { MarketLink } from '../../parts/outer-link.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { Watch } from '../../parts/watch.tsx';
import { Copy } from '../../table/take-away.tsx';
import { nowSeconds } from '../../text/age.ts';
import { currency, gainText, priceText, rangeText } from '../../text/currency.ts';
import { feeText } from '../../text/fee.ts';
import { language } from '../../text/language.ts';
import { wholeText } from '../../text/number.ts';
import { percent } from '../../text/percent.ts';
import { translate, translateCount } from '../../text/translate.ts';
import { Figure } from './figure.tsx';
import type { ItemHistory } from './load-history.ts';
import { crossing, variantAddress } from './variants.tsx';

type Props = {
  readonly game: Game;
  readonly name: string;
  readonly phase: string | null;
  /** Of the selected variant, otherwise of the whole item; null until known. */
  readonly best: BestPrices | null;
  readonly compared: FullComparison;
  readonly past: ItemHistory | null;
  /** Phases that can be chosen; empty for an item without any. */
  readonly phases: readonly string[];
  /** Whether the item has variants and none is chosen, so that it has no bid as a whole. */
  readonly isWhole: boolean;
  /** Its own ratios of money to Steam balance. */
  readonly ratios: ComponentChildren;
};

/** The item's name, picture and key figures. */
export function ItemHead({ game, name, phase, best, compared, past, phases, isWhole, ratios }: Props) {
  const [cheapest] = compared.marketplaces;
  const flags = [...(phase === null ? (cheapest?.flags ?? []) : []), ...(best === null ? [] : crossing(best))];
  const localName = { en: null, zh: compared.nameZH, ru: compared.nameRU }[language];
  return (
    <header class="item-head">
      <Thumbnail game={game} name={name} isKnown />
      <div class="grow">
        <h1>
          {name} {phase !== null && <span class="phase">{phase}</span>}
        </h1>
        <p class="quiet">
          {localName === null ? game : `${localName} · ${game}`} <Marks flags={flags} />
        </p>
      </div>
      <span class="tools">
        <Watch item={{ game, name, phase }} hasWords />
        <Copy text={() => name} words={translate('Copy name')} />
        <Copy text={() => location.href} words={translate('Copy link')} />
      </span>
      <VariantLinks phase={phase} phases={phases} isWhole={isWhole} />
      {best !== null && <Figures best={best} compared={compared} past={past} isWhole={isWhole} />}
      {ratios}
    </header>
  );
}

/** Leads to each variant, and says why one should be chosen. */
function VariantLinks({ phase, phases, isWhole }: Pick<Props, 'phase' | 'phases' | 'isWhole'>) {
  if (phases.length === 0 && !isWhole) return null;
  return (
    <div class="variant-links">
      {isWhole && (
        <p>
          {phases.length === 0
            ? translate('This item has variants of very different prices, which are listed below.')
            : translate('Choose a variant to see its bid, its spread and what you get: their prices differ widely.')}
        </p>
      )}
      {phases.length > 0 && (
        <nav aria-label={translate('Variants')}>
          {[null, ...phases].map((one) => (
            <a key={one} href={variantAddress(one)} aria-current={one === phase ? 'true' : undefined}>
              {one ?? translate('All variants')}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}

type FiguresProps = { readonly best: BestPrices } & Pick<Props, 'compared' | 'past' | 'isWhole'>;

function Figures({ best, compared, past, isWhole }: FiguresProps) {
  return (
    <dl class="figures quote">
      {isWhole ? <Ranges best={best} /> : <Sides best={best} />}
      <Figure
        name={translate('On sale')}
        detail={translateCount(best.asking, 'on {count} marketplace', 'on {count} marketplaces')}
      >
        {wholeText(best.offerCount)}
      </Figure>
      <Sold past={past} isWhole={isWhole} />
      <Figure name={translate('Liquidity')} detail={translate('of 100')}>
        {compared.liquidity ?? '–'}
      </Figure>
    </dl>
  );
}

/** From the lowest to the highest of the variants. */
const Ranges = ({ best: { variantAsks, variantBids } }: { readonly best: BestPrices }) => (
  <>
    <Figure name={translate('Lowest asks')} kind="price range" detail={translate('from variant to variant')}>
      {rangeText(variantAsks, currency.value)}
    </Figure>
    <Figure name={translate('Best bids for money')} kind="range" detail={translate('from variant to variant')}>
      {rangeText(variantBids, currency.value)}
    </Figure>
  </>
);

function Sides({ best }: { readonly best: BestPrices }) {
  const { ask, bid, askAfterFees, bidAfterFees, spread, spreadPercent } = best;
  return (
    <>
      <Side name={translate('Lowest ask')} kind="price" side={ask} figure="price" />
      <Side name={translate('Best bid for money')} side={bid} figure="price" />
      <Figure name={translate('Spread')} detail={gainText(spread, currency.value)}>
        {percent(spreadPercent === null ? null : spreadPercent / 100)}
      </Figure>
      <Side name={translate('You pay, after fees')} side={askAfterFees} figure="afterFees" isPriced={ask !== null} />
      <Side name={translate('You get, after fees')} side={bidAfterFees} figure="afterFees" isPriced={bid !== null} />
    </>
  );
}

type SideProps = {
  readonly name: string;
  readonly kind?: string;
  readonly side: BestPrices['ask'] | BestPrices['bid'];
  readonly figure: 'price' | 'afterFees';
  /** Whether there is a price before fees. */
  readonly isPriced?: boolean;
};

function Side({ name, kind, side, figure, isPriced = false }: SideProps) {
  const detail =
    side === null ? (
      isPriced ? (
        translate('no fee is known')
      ) : (
        translate('none is known')
      )
    ) : (
      <>
        <MarketLink marketplace={side.marketplace} link={side.link} /> ·{' '}
        {figure === 'afterFees' && `${feeText(side)} · `}
        <Age at={side.seenAt} />
      </>
    );
  return (
    <Figure name={name} kind={kind} detail={detail}>
      {priceText(side?.[figure] ?? null, currency.value)}
    </Figure>
  );
}

const daySeconds = 86_400;

/** Recent sales, if any marketplace reports sales. */
function Sold({ past, isWhole }: Pick<Props, 'past' | 'isWhole'>) {
  const sales = past?.series.flatMap((one) => one.sales) ?? [];
  if (past === null || sales.length === 0) return null;
  const since = nowSeconds.value - daySeconds;
  const values = sales.flatMap(({ time, value }) => (time >= since ? [value] : [])).sort((a, b) => a - b);
  const middle = values[values.length >> 1] ?? null;
  return (
    <Figure
      name={translate('Sold in 24 h')}
      detail={
        isWhole
          ? translate('of all variants')
          : middle === null
            ? translate('where sales are reported')
            : translate('median {price}', { price: priceText(middle, past.currency) })
      }
    >
      {wholeText(values.length)}
    </Figure>
  );
}
