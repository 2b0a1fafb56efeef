import type { KeptItem } from '../kept/items.ts';
import { addressOf } from '../router.ts';

type Props = { readonly item: KeptItem; readonly effect?: string | null };

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
