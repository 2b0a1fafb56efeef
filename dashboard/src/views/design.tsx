import type { ComponentChildren } from 'preact';
import { Marks } from '../parts/marks.tsx';
import { translate } from '../text/translate.ts';
import { Controls } from './design/controls.tsx';
import { Rows, Silhouettes, States } from './design/samples.tsx';

const colours = [
  ['ground', translate('the page')],
  ['panel', translate('a panel on it')],
  ['raised', translate('what is pointed at')],
  ['line', translate('between rows')],
  ['edge', translate('around what can be operated')],
  ['text', translate('what is read')],
  ['quiet', translate('what is beside it')],
  ['accent', translate('what can be followed, or is chosen')],
  ['up', translate('a gain')],
  ['down', translate('a loss, an error')],
  ['warn', translate('what is doubtful')],
  ['star', translate('what is watched')],
] as const;

const sizes = [
  ['text-6', 28],
  ['text-5', 20],
  ['text-4', 16],
  ['text-3', 14],
  ['text-2', 13],
  ['text-1', 12],
] as const;

const spaces = [4, 8, 12, 16, 24, 32] as const;

/** A page of the design: the tokens, and the parts that every view is built from. */
export function DesignView() {
  return (
    <div class="stack design">
      <h1>{translate('Design')}</h1>
      <div class="columns">
        <Sample title={translate('Colours')}>
          <ul class="swatches">
            {colours.map(([name, words]) => (
              <li key={name}>
                <span class={`swatch of-${name}`} />
                <code>--{name}</code> <span class="quiet">{words}</span>
              </li>
            ))}
          </ul>
        </Sample>
        <Sample title={translate('Type and space')}>
          {sizes.map(([name, pixels]) => (
            <p key={name} class={`of-${name}`}>
              $1,234.56 <span class="quiet">{pixels} px</span>
            </p>
          ))}
          <div class="spaces">
            {spaces.map((pixels, at) => (
              <span key={pixels}>
                <i class={`of-space-${at + 1}`} />
                {pixels}
              </span>
            ))}
          </div>
        </Sample>
        <Sample title={translate('Controls')}>
          <Controls />
        </Sample>
        <Sample title={translate('Flags')}>
          <p>
            <Marks flags={['outlier', 'stale', 'thin', 'feeUnknown', 'crossed']} />
          </p>
        </Sample>
        <Sample title={translate('States')}>
          <States />
        </Sample>
        <Sample title={translate('Silhouettes')}>
          <Silhouettes />
        </Sample>
      </div>
      <Rows />
    </div>
  );
}

const Sample = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section class="panel">
    <h2>{title}</h2>
    {children}
  </section>
);
