import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { wholeText } from '../text/number.ts';
import { translate } from '../text/translate.ts';

/** A filter that is in effect, in words, and how to do without it. */
export type ActiveFilter = { readonly text: string; readonly clear: () => void };

type Props = {
  /** Always in view. */
  readonly first: ComponentChildren;
  readonly active: readonly ActiveFilter[];
  /** The fields behind the button. */
  readonly children: ComponentChildren;
};

/** The filters of a list in one line: the rest is folded, and those in effect are chips that can be removed. */
export function FilterBar({ first, active, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <form class="filters panel" aria-label={translate('Filters')} onSubmit={(event) => event.preventDefault()}>
      <div class="fields">
        {first}
        <button type="button" class="filters-open" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {translate('Filters')} {active.length > 0 && <span class="quiet">{wholeText(active.length)}</span>}
        </button>
        {active.length > 0 && <ActiveFilters active={active} />}
      </div>
      {isOpen && <div class="fields narrow">{children}</div>}
    </form>
  );
}

const ActiveFilters = ({ active }: Pick<Props, 'active'>) => (
  <ul class="active-filters" aria-label={translate('Filters in effect')}>
    {active.map(({ text, clear }) => (
      <li key={text}>
        <button type="button" aria-label={translate('Remove the filter “{text}”', { text })} onClick={clear}>
          {text} <span aria-hidden="true">×</span>
        </button>
      </li>
    ))}
  </ul>
);
