import { useMemo } from 'preact/hooks';
import type { Game } from '../../../games.ts';
import { alertFormAddress } from '../../../item-ref.ts';
import { alter, go } from '../../../router.ts';
import type { MarketplaceRow } from '../rows.ts';
import { type ChartOptions, chartOptionsIn } from './options.ts';
import { ChartPanel } from './panel.tsx';
import { barsIn, held } from './past.ts';
import { type PastState, useBeside } from './use-past.ts';

type Props = {
  readonly game: Game;
  readonly name: string;
  readonly phase: string | null;
  readonly hasVariants: boolean;
  readonly options: ChartOptions;
  readonly history: PastState;
  readonly rows: readonly MarketplaceRow[];
  readonly shown: ReadonlySet<string>;
  /** US dollars for a unit of the displayed currency. */
  readonly perUnit: number;
};

/** The chart of an item, with what was asked for beside it. */
export function ItemChart({ game, name, phase, hasVariants, options, history, rows, shown, perUnit }: Props) {
  const { past, failure, isEarlier } = history;
  const { isApart, bars, other } = useBeside({ game, name, phase }, options, past);
  const times = past?.times ?? [];
  const apart = useMemo(
    () => (isApart ? (bars.answer === null || bars.isEarlier ? [] : barsIn(bars.answer, times)) : null),
    [isApart, bars.answer, bars.isEarlier, past],
  );
  const beside = useMemo(() => {
    if (options.beside === '' || other.answer === null || other.isEarlier) return null;
    const { at, close: price } = other.answer.best;
    return { name: options.beside, values: held({ at, price }, times) };
  }, [options.beside, other.answer, other.isEarlier, past]);
  const setAlert = (price: number) => {
    go(alertFormAddress({ game, name, phase }, (price * perUnit).toFixed(2)));
  };
  return (
    <ChartPanel
      {...{ game, name, past, beside, isEarlier, options, shown }}
      bars={apart}
      failure={failure ?? bars.failure ?? other.failure}
      choose={(chosen) => alter(chartOptionsIn(chosen))}
      phase={hasVariants ? phase : undefined}
      marketplaces={rows.map(({ marketplace }) => marketplace).sort()}
      onPriceLine={setAlert}
    />
  );
}
