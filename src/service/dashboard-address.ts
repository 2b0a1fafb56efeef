// Where everything listens nothing can be opened by that name
const wildcards: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' };

/** Opens the dashboard with a one-time token, in the part of an address that no browser sends and no proxy logs. */
export function dashboardAddress(origin: string, token: string): string {
  const address = new URL('/', origin);
  address.hostname = wildcards[address.hostname] ?? address.hostname;
  address.hash = `token=${token}`;
  return address.href;
}
