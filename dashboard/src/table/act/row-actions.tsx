import { useState } from 'preact/hooks';
import { alertFormAddress, fullNameOf, itemAddress } from '../../item-ref.ts';
import { isWatched } from '../../own/watchlist.ts';
import { Watch } from '../../parts/watch.tsx';
import { translate } from '../../text/translate.ts';
import { actOf, type RowItem } from './row-item.ts';

const shapes = {
  alert: 'M4 11h8l-1.2-1.8V6.6a2.8 2.8 0 0 0-5.6 0v2.6zM6.8 13h2.4',
  open: 'M9 3h4v4M13 3 7.5 8.5M11 9.5V13H3V5h3.5',
  copy: 'M6 6h7v7H6zM3.5 10H3V3h7v.5',
} as const;

const Icon = ({ shape }: { readonly shape: keyof typeof shapes }) => (
  <svg class="act-icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <path d={shapes[shape]} />
  </svg>
);

type Props = {
  readonly item: RowItem;
  /** Whether the row is pointed at or focused; the actions of others are not in the page. */
  readonly isActive: boolean;
  /** Says what was done. */
  readonly say?: ((notice: string) => void) | undefined;
};

/** What can be done with a row: beside the pointer, or behind one button where there is none. */
export function RowActions({ item, isActive, say }: Props) {
  const [isOpen, setOpen] = useState(false);
  const name = fullNameOf(item);
  return (
    <span class={isOpen ? 'acts open' : 'acts'}>
      <button
        type="button"
        class="act acts-open"
        aria-expanded={isOpen}
        aria-label={translate('What to do with {name}', { name })}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      {(isActive || isOpen || isWatched(item)) && (
        <span class="acts-list">
          {(isActive || isOpen) && <Others item={item} say={say} />}
          <Watch item={item} />
        </span>
      )}
    </span>
  );
}

/** The actions that leave no trace in the row. */
function Others({ item, say }: Pick<Props, 'item' | 'say'>) {
  const name = fullNameOf(item);
  const copyName = async () => say?.((await actOf('c')?.(item, () => {})) ?? '');
  return (
    <>
      <a
        class="act"
        href={alertFormAddress(item, item.priceUSD)}
        aria-label={translate('Alert for {name}', { name })}
        title={translate('Tell me below a price (a)')}
      >
        <Icon shape="alert" />
      </a>
      <a
        class="act"
        href={itemAddress(item)}
        target="_blank"
        rel="noopener"
        aria-label={translate('Open {name} in a new tab', { name })}
        title={translate('Open in a new tab (o)')}
      >
        <Icon shape="open" />
      </a>
      <button
        type="button"
        class="act"
        aria-label={translate('Copy the name {name}', { name })}
        title={translate('Copy the name (c)')}
        onClick={() => void copyName()}
      >
        <Icon shape="copy" />
      </button>
    </>
  );
}
