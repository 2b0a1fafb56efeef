import { useState } from 'preact/hooks';
import { Bound } from '../../parts/bound.tsx';
import { Chips } from '../../parts/chips.tsx';
import { Menu } from '../../parts/look/menu.tsx';
import { Segments } from '../../parts/look/segments.tsx';
import { Tip } from '../../parts/look/tip.tsx';
import { say } from '../../parts/look/toasts.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { translate } from '../../text/translate.ts';

const days = [1, 7, 30].map((value) => ({ value, text: translate('{days} d', { days: value }) }));
const rows = [
  { value: 'comfortable', text: translate('Comfortable') },
  { value: 'compact', text: translate('Compact') },
] as const;

/** Everything that can be operated, working. */
export function Controls() {
  const [text, setText] = useState('');
  const [bound, setBound] = useState('');
  const [chosen, setChosen] = useState(7);
  const [density, setDensity] = useState<(typeof rows)[number]['value']>('comfortable');
  return (
    <div class="stack">
      <div class="fields">
        <button type="button" class="primary" onClick={() => say(translate('Saved'))}>
          {translate('Save')}
        </button>
        <button type="button">{translate('Cancel')}</button>
        <button type="button" class="tool">
          {translate('Copy')}
        </button>
        <button type="button" disabled>
          {translate('Not now')}
        </button>
        <Menu id="sample-menu" name={translate('More')} icon="menu" isNamed>
          <nav class="menu-list" aria-label={translate('Sample')}>
            <a href="/deals">{translate('Deals')}</a>
            <a href="/tape">{translate('Tape')}</a>
          </nav>
        </Menu>
      </div>
      <div class="fields">
        <TextField words={translate('Words in the name')} value={text} choose={setText} />
        <Bound words={translate('Price from')} value={bound} choose={setBound} />
        <span>
          {translate('Liquidity')}
          <Tip
            id="sample-tip"
            about={translate('What liquidity is')}
            words={translate('How easily the item can be sold, out of 100.')}
          />
        </span>
      </div>
      <Chips legend={translate('Range')} options={days} chosen={chosen} choose={setChosen} />
      <Segments legend={translate('Rows')} options={rows} chosen={density} choose={setDensity} />
    </div>
  );
}
