import { addressOf } from '../router.ts';
import type { StoredItem } from '../stored/items.ts';

type Props = { readonly item: StoredItem; readonly effect?: string | null };

/** A link to an item or one of its variants; those that differ in their effect share a page. */
export function ItemLink({ item, effect = null }: Props) {
  const { game, name, phase } = item;
  return (
    <a class="item-link" href={addressOf('/item', { game, name, phase })}>
      {name}
      {(phase ?? effect) !== null && <span class="phase"> {phase ?? effect}</span>}
    </a>
  );
}
