import type { BestPrices, FullComparison } from '@itemtape/client';
import type { ComponentChildren } from 'preact';
import type { Game } from '../../games.ts';
import { Age } from '../../parts/age.tsx';
import { Marks } from '../../parts/marks.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { Watch } from '../../parts/watch.tsx';
import { Copy } from '../../table/take-away.tsx';
import { nowSeconds } from '../../text/age.ts';
import { currency, gainText, priceText } from '../../text/currency.ts';
import { feeText } from '../../text/fee.ts';
import { language } from '../../text/language.ts';
import { wholeText } from '../../text/number.ts';
import { percent } from '../../text/percent.ts';
import { translate, translateCount } from '../../text/translate.ts';
import type { ItemHistory } from './load-history.ts';
import { crossing } from './variants.tsx';

type Props = {
  readonly game: Game;
  readonly name: string;
  readonly phase: string | null;
  /** Of the selected variant, otherwise of the whole item; null until known. */
  readonly best: BestPrices | null;
  readonly compared: FullComparison;
  readonly past: ItemHistory | null;
};

/** The item's name, picture and key figures. */
export function ItemHead({ game, name, phase, best, compared, past }: Props) {
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
      {best !== null && <Figures best={best} compared={compared} past={past} />}
    </header>
  );
}

type FiguresProps = { readonly best: BestPrices } & Pick<Props, 'compared' | 'past'>;

function Figures({ best, compared, past }: FiguresProps) {
  const { ask, bid, askAfterFees, bidAfterFees, spread, spreadPercent, offerCount, asking } = best;
  return (
    <dl class="figures quote">
      <Side name={translate('Lowest ask')} kind="price" side={ask} figure="price" />
      <Side name={translate('Best bid')} side={bid} figure="price" />
      <Figure name={translate('Spread')} detail={gainText(spread, currency.value)}>
        {percent(spreadPercent === null ? null : spreadPercent / 100)}
      </Figure>
      <Side name={translate('You pay, after fees')} side={askAfterFees} figure="afterFees" isPriced={ask !== null} />
      <Side name={translate('You get, after fees')} side={bidAfterFees} figure="afterFees" isPriced={bid !== null} />
      <Figure
        name={translate('On sale')}
        detail={translateCount(asking, 'on {count} marketplace', 'on {count} marketplaces')}
      >
        {wholeText(offerCount)}
      </Figure>
      <Sold past={past} />
      <Figure name={translate('Liquidity')} detail={translate('of 100')}>
        {compared.liquidity ?? '–'}
      </Figure>
    </dl>
  );
}

type SideProps = {
  readonly name: string;
  readonly kind?: string;
  readonly side: BestPrices['ask'];
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
        {side.marketplace} · {figure === 'afterFees' && `${feeText(side)} · `}
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
function Sold({ past }: { readonly past: ItemHistory | null }) {
  const sales = past?.series.flatMap((one) => one.sales) ?? [];
  if (past === null || sales.length === 0) return null;
  const since = nowSeconds.value - daySeconds;
  const values = sales.flatMap(({ time, value }) => (time >= since ? [value] : [])).sort((a, b) => a - b);
  const middle = values[values.length >> 1] ?? null;
  return (
    <Figure
      name={translate('Sold in 24 h')}
      detail={
        middle === null
          ? translate('where sales are reported')
          : translate('median {price}', { price: priceText(middle, past.currency) })
      }
    >
      {wholeText(values.length)}
    </Figure>
  );
}

type FigureProps = {
  readonly name: string;
  readonly kind?: string | undefined;
  readonly detail: ComponentChildren;
  readonly children: ComponentChildren;
};

const Figure = ({ name, kind, detail, children }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd class={kind}>
      {children}
      <span class="quiet detail">{detail}</span>
    </dd>
  </div>
);
