import type { KeptItem } from '../kept/items.ts';
import { addressOf } from '../router.ts';

type Props = { readonly item: KeptItem };

/** A link to an item or one of its variants. */
export function ItemLink({ item }: Props) {
  const { game, name, phase } = item;
  return (
    <a class="item-link" href={addressOf('/item', { game, name, phase })}>
      {name}
      {phase !== null && <span class="phase"> {phase}</span>}
    </a>
  );
}
