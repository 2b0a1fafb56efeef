import { itemAddress } from '../item-ref.ts';
import type { StoredItem } from '../stored/items.ts';

type Props = { readonly item: StoredItem; readonly effect?: string | null };

// Where there is no room for all of a name, its end is what tells prices apart
const endOf = /^(.+?)( \([^()]*\))$/;

/** A link to an item or one of its variants; those that differ in their effect share a page. */
export function ItemLink({ item, effect = null }: Props) {
  const { name, phase } = item;
  const [, begin = name, end] = endOf.exec(name) ?? [];
  return (
    <a class="item-link" href={itemAddress(item)} title={name}>
      <span class="name-begin">{begin}</span>
      {end !== undefined && <span class="name-end">{end}</span>}
      {(phase ?? effect) !== null && <span class="phase"> {phase ?? effect}</span>}
    </a>
  );
}
