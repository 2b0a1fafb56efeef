// Wildcard addresses cannot be opened in a browser
const wildcards: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' };

/** The dashboard address with a one-time token, in the fragment, which browsers do not send and proxies do not log. */
export function dashboardAddress(origin: string, token: string): string {
  const address = new URL('/', origin);
  address.hostname = wildcards[address.hostname] ?? address.hostname;
  address.hash = `token=${token}`;
  return address.href;
}
