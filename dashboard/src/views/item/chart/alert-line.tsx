import { useState } from 'preact/hooks';
import { Icon } from '../../../parts/look/icon.tsx';
import { type Currency, priceText } from '../../../text/currency.ts';
import { translate } from '../../../text/translate.ts';
import type { Chart } from './draw.ts';

type Props = {
  readonly chart: Chart;
  /** Where it stands until it is dragged. */
  readonly price: number;
  readonly currency: Currency;
  readonly onPriceLine: (price: number) => void;
};

const stepShare = 0.005;

/** A line that is dragged to the price below which one wants to be told. */
export function AlertLine({ chart, price, currency, onPriceLine }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isDragged, setDragged] = useState(false);
  const height = chart.heightOf(chosen ?? price);
  if (height === null) return null;
  const drag = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const frame = event.currentTarget.parentElement?.getBoundingClientRect();
    const at = frame === undefined ? null : chart.priceAt(event.clientY - frame.top);
    if (isDragged && at !== null && at > 0) setChosen(at);
  };
  const words = translate('Tell me below {price}', { price: priceText(chosen ?? price, currency) });
  return (
    <>
      {chosen !== null && <div class="alert-line" style={{ top: `${height}px` }} />}
      <button
        type="button"
        class="alert-handle"
        style={{ top: `${height}px` }}
        title={translate('Drag to set an alert; arrow keys and Enter do too')}
        aria-label={words}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(true);
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          setDragged(false);
          if (isDragged && chosen !== null) onPriceLine(chosen);
        }}
        onKeyDown={(event) => {
          const by = { ArrowUp: 1 + stepShare, ArrowDown: 1 - stepShare }[event.key];
          if (event.key === 'Enter') onPriceLine(chosen ?? price);
          else if (by !== undefined) setChosen((chosen ?? price) * by);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <Icon name="alerts" />
        {chosen !== null && <span>{words}</span>}
      </button>
    </>
  );
}
