import type { ComponentChildren } from 'preact';
import { ItemLink } from '../parts/item-link.tsx';
import { Thumbnail } from '../parts/thumbnail.tsx';
import type { StoredItem } from '../stored/items.ts';

type Props = {
  readonly item: StoredItem;
  readonly effect?: string | null;
  /** In small letters below the name. */
  readonly children?: ComponentChildren;
};

/** The picture and the name of an item. */
export const ItemCell = ({ item, effect = null, children }: Props) => (
  <span class="item-cell">
    <Thumbnail game={item.game} name={item.name} isKnown />
    <span class="item-words">
      <ItemLink item={item} effect={effect} />
      {children !== undefined && <span class="quiet detail">{children}</span>}
    </span>
  </span>
);
