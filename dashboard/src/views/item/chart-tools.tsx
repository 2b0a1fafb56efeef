import type { RefObject } from 'preact';
import { Chips } from '../../parts/chips.tsx';
import { Say } from '../../parts/say.tsx';
import { say } from '../../text/say.ts';
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
          legend={say('Price scale')}
          options={[
            { value: 'linear', text: say('Linear') },
            { value: 'logarithmic', text: say('Logarithmic') },
          ]}
          chosen={scale}
          choose={choose}
        />
        {document.fullscreenEnabled && (
          <button type="button" onClick={() => turnFullScreen(figure.current)}>
            {say('Full screen')}
          </button>
        )}
      </div>
      <p class="quiet">
        <Say phrase="Chart by {maker}" parts={{ maker }} />
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
