import type { KeptItem } from '../kept/items.ts';
import { addressOf } from '../router.ts';

type Props = { readonly item: KeptItem };

/** Leads to an item, or to one variant of it. */
export function ItemLink({ item }: Props) {
  const { game, name, phase } = item;
  return (
    <a class="item-link" href={addressOf('/item', { game, name, phase })}>
      {name}
      {phase !== null && <span class="phase"> {phase}</span>}
    </a>
  );
}
