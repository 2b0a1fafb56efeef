import { go } from '../../router.ts';
import { actOf, type RowItem } from './row-item.ts';

const hasModifier = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey || shiftKey;

/** Does with the row that contains what is focused what its key says; `itemAt` takes its index among those in the page. */
export async function actOnRow(
  event: KeyboardEvent,
  itemAt: (index: number) => RowItem | null,
  say: (notice: string) => void,
): Promise<void> {
  const act = actOf(event.key);
  if (act === null || event.defaultPrevented || hasModifier(event) || !(event.target instanceof Element)) return;
  const row = event.target.closest('tbody > tr');
  if (row === null || event.target.closest('input, select, textarea') !== null) return;
  const rows = [...(row.parentElement?.children ?? [])].filter((one) => !one.classList.contains('room'));
  const item = itemAt(rows.indexOf(row));
  if (item === null) return;
  event.preventDefault();
  const notice = await act(item, go);
  if (notice !== null) say(notice);
}
