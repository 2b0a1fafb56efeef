import type { BestPrices, FullComparison } from '@itemtape/client';
import type { Game } from '../../games.ts';
import { Age } from '../../parts/age.tsx';
import { Marks } from '../../parts/marks.tsx';
import { MarketLink, OuterLink } from '../../parts/outer-link.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { Watch } from '../../parts/watch.tsx';
import { Copy } from '../../table/take-away.tsx';
import { nowSeconds } from '../../text/age.ts';
import { currency, gainText, priceText, rangeText } from '../../text/currency.ts';
import { feeText } from '../../text/fee.ts';
import { language } from '../../text/language.ts';
import { wholeText } from '../../text/number.ts';
import { changeText, percent } from '../../text/percent.ts';
import { translate, translateCount } from '../../text/translate.ts';
import { changeSince, type Past } from './chart/past.ts';
import { Figure } from './figure.tsx';
import { VariantTabs } from './variant-tabs.tsx';
import { crossing } from './variants.tsx';

type Props = {
  readonly game: Game;
  readonly name: string;
  readonly phase: string | null;
  /** Of the selected variant, otherwise of the whole item; null until known. */
  readonly best: BestPrices | null;
  readonly compared: FullComparison;
  readonly past: Past | null;
  /** The best prices of each variant; empty for an item without any. */
  readonly variants: readonly BestPrices[];
  /** Whether the item has variants and none is chosen, so that it has no bid as a whole. */
  readonly isWhole: boolean;
};

/** The item's name, picture and key figures. */
export function ItemHead({ game, name, phase, best, compared, past, variants, isWhole }: Props) {
  const [cheapest] = compared.marketplaces;
  const doubts = (phase === null ? (cheapest?.flags ?? []) : []).filter((flag) => flag !== 'inferred');
  const flags = [...doubts, ...(best === null ? [] : crossing(best))];
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
        <BuyCheapest best={best} />
        <Copy text={() => name} words={translate('Copy name')} />
        <Copy text={() => location.href} words={translate('Copy link')} />
      </span>
      <VariantTabs phase={phase} variants={variants} isWhole={isWhole} />
      {best !== null && <Figures best={best} compared={compared} past={past} isWhole={isWhole} />}
    </header>
  );
}

type FiguresProps = { readonly best: BestPrices } & Pick<Props, 'compared' | 'past' | 'isWhole'>;

function Figures({ best, compared, past, isWhole }: FiguresProps) {
  return (
    <dl class="figures quote">
      {isWhole ? <Ranges best={best} /> : <Sides best={best} past={past} />}
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
const Ranges = ({ best: { variantAsks } }: { readonly best: BestPrices }) => (
  <Figure name={translate('Lowest asks')} kind="price range" detail={translate('from variant to variant')}>
    {rangeText(variantAsks, currency.value)}
  </Figure>
);

function Sides({ best, past }: { readonly best: BestPrices; readonly past: Past | null }) {
  const { ask, bid, askAfterFees, bidAfterFees, spread, spreadPercent } = best;
  return (
    <>
      <Side name={translate('Lowest ask')} kind="price" side={ask} figure="price" />
      <Change past={past} />
      <Side name={translate('Best bid for money')} side={bid} figure="price" />
      <Figure name={translate('Spread')} detail={gainText(spread, currency.value)}>
        {percent(spreadPercent === null ? null : spreadPercent / 100)}
      </Figure>
      <Side name={translate('You pay, after fees')} side={askAfterFees} figure="afterFees" isPriced={ask !== null} />
      <Side name={translate('You get, after fees')} side={bidAfterFees} figure="afterFees" isPriced={bid !== null} />
    </>
  );
}

/** How the lowest ask has moved in a day; nothing if it was not known a day ago. */
function Change({ past }: { readonly past: Past | null }) {
  const change = past === null ? null : changeSince(past, nowSeconds.value - daySeconds);
  if (change === null) return null;
  const kind = change > 0 ? 'up' : change < 0 ? 'down' : undefined;
  return (
    <Figure name={translate('In 24 h')} kind={kind} detail={translate('of the lowest ask')}>
      {changeText(change)}
    </Figure>
  );
}

/** Leads to the cheapest offer, after fees where these are known. */
export function BuyCheapest({ best }: Pick<Props, 'best'>) {
  const side = best?.ask ?? null;
  if (side === null) return null;
  const price = priceText(side.price, currency.value);
  return (
    <OuterLink to={side.link} kind="buy-cheapest">
      {translate('Buy for {price}', { price })} <span>{side.marketplace}</span>
    </OuterLink>
  );
}

const daySeconds = 86_400;

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

/** Recent sales, if any marketplace reports sales. */
function Sold({ past, isWhole }: Pick<Props, 'past' | 'isWhole'>) {
  if (past === null || past.sales.length === 0) return null;
  const since = nowSeconds.value - daySeconds;
  const values = past.sales.flatMap(({ at, price }) => (at >= since ? [price] : [])).sort((a, b) => a - b);
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
