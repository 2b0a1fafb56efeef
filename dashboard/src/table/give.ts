/** Puts a text where it can be pasted from; says whether that went well. */
export async function copy(text: string): Promise<boolean> {
  // Over plain HTTP a browser has no clipboard of its own accord, but still this older way
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

/** Gives a file to the visitor. */
export function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
