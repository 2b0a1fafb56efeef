const longKey = 64;
/** Shorter parts could be anything. */
const keyPartLength = 8;

// With its signs encoded in any way, and with line breaks that are written out
const base64Run = /(?:[\w+/=-]|%(?:25)*(?:2[bf]|3d|0[ad])|\\+(?:u00(?:2[bf]|3d|0[ad])|[nr/])){8,}/gi;

/** Base64 in lower case, without line breaks and with its signs decoded. */
const plainBase64 = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s|\\+[nr]|(?:%(?:25)*|\\+u00)0[ad]/g, '')
    .replace(/(?:%(?:25)*|\\+u00)(2b|2f|3d)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\/g, '')
    .replace(/-/g, '+')
    .replace(/_/g, '/');

/** Removes every part of a long base64 key from a text: a marketplace can echo a key cut off or with other line breaks. */
export function redactKeyParts(secrets: readonly string[]): (text: string) => string {
  const keyParts = new Set<string>();
  for (const part of secrets.flatMap((secret) => secret.split(/[:;,&]|-----[^-]+-----/))) {
    const key = plainBase64(part);
    if (key.length < longKey || !/^[a-z0-9+/]+={0,2}$/.test(key)) continue;
    for (let at = 0; at + keyPartLength <= key.length; at += 1) keyParts.add(key.slice(at, at + keyPartLength));
  }
  if (keyParts.size === 0) return (text) => text;
  return (text) => text.replace(base64Run, (run) => (holdsAny(plainBase64(run), keyParts) ? '[secret]' : run));
}

function holdsAny(run: string, keyParts: ReadonlySet<string>): boolean {
  for (let at = 0; at + keyPartLength <= run.length; at += 1)
    if (keyParts.has(run.slice(at, at + keyPartLength))) return true;
  return false;
}
