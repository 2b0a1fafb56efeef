/** Whose inventory is meant: a Steam id of 17 digits, or the name that the owner gave the address of the profile. */
export type Profile = { readonly id: string } | { readonly customName: string };

const idForm = /^7656\d{13}$/;
const address = /^(?:https?:\/\/)?(?:www\.)?steamcommunity\.com\/(profiles|id)\/([^/?#\s]+)/i;
const nameForm = /^[\w-]{2,32}$/;

/** Reads an id, the address of a profile or of its inventory, or the name in such an address; null for anything else. */
export function profileIn(text: string): Profile | null {
  const [, kind, last = text.trim()] = address.exec(text.trim()) ?? [];
  if (idForm.test(last) && kind !== 'id') return { id: last };
  return nameForm.test(last) && kind !== 'profiles' ? { customName: last } : null;
}

/** The id in the description of a profile, which is XML; null if there is none. */
export const idInXml = (xml: string): string | null =>
  /<steamID64>\s*(7656\d{13})\s*<\/steamID64>/.exec(xml)?.[1] ?? null;
