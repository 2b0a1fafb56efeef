import type { RefObject } from 'preact';
import { Chips } from '../../parts/chips.tsx';
import { Translated } from '../../parts/translated.tsx';
import { translate } from '../../text/translate.ts';
import type { Scale } from './chart-look.ts';

type Props = {
  readonly scale: Scale;
  readonly choose: (scale: Scale) => void;
  readonly figure: RefObject<HTMLElement | null>;
};

/** The footer of every chart: scale, size and credits. */
export function ChartTools({ scale, choose, figure }: Props) {
  return (
    <>
      <div class="tools">
        <Chips
          legend={translate('Price scale')}
          options={[
            { value: 'linear', text: translate('Linear') },
            { value: 'logarithmic', text: translate('Logarithmic') },
          ]}
          chosen={scale}
          choose={choose}
        />
        {document.fullscreenEnabled && (
          <button type="button" onClick={() => turnFullScreen(figure.current)}>
            {translate('Full screen')}
          </button>
        )}
      </div>
      <p class="quiet">
        <Translated phrase="Chart by {maker}" parts={{ maker }} />
      </p>
    </>
  );
}

const maker = (
  <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
    TradingView
  </a>
);

function turnFullScreen(element: HTMLElement | null): void {
  const turned = document.fullscreenElement === null ? element?.requestFullscreen() : document.exitFullscreen();
  // If the visitor refuses, nothing happens, which they see
  turned?.catch(() => undefined);
}
