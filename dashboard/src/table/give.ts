/** Copies a text to the clipboard; returns whether that succeeded. */
export async function copy(text: string): Promise<boolean> {
  // Over plain HTTP browsers offer no clipboard API, only this older way
  if (navigator.clipboard === undefined) return copyOfOld(text);
  return await navigator.clipboard.writeText(text).then(
    () => true,
    () => copyOfOld(text),
  );
}

function copyOfOld(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  const focused = document.activeElement;
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/** Offers a file for download. */
export function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
