import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { StartRefused } from '../../schema/index.ts';

/** How connections to a marketplace are made when not directly: through a proxy or from a given local address. */
export type WayOut = {
  /** The agent for TLS connections to a host; null to connect directly. */
  readonly agentFor: (host: string, isKeepAlive: boolean) => HttpsAgent | null;
  readonly close: () => void;
};

type Secrets = (name: string) => string | null;
type Proxy = { readonly url: URL; readonly user: string; readonly password: string };

const handshakeMs = 20_000;

/** How environment variables of a marketplace begin: MARKET_CSGO_ for `market-csgo`. */
export const prefixFor = (slug: string): string => `${slug.toUpperCase().replaceAll('-', '_')}_`;

/** The environment variable for a slug: MARKET_CSGO_PROXY for `market-csgo`. */
export const nameFor = (slug: string): string => `${prefixFor(slug)}PROXY`;

/** By the setting of the marketplace, else by HTTPS_PROXY except for the hosts in NO_PROXY; null when none is to be used. */
export function wayOutOf(slug: string | null, secrets: Secrets): WayOut | null {
  const own = slug === null ? null : secrets(nameFor(slug));
  if (own === 'none') return null;
  if (slug !== null && own !== null) return wayBy(nameFor(slug), own, () => false);
  const proxyAddress = secrets('HTTPS_PROXY') ?? secrets('https_proxy');
  if (proxyAddress === null) return null;
  const exempt = (secrets('NO_PROXY') ?? secrets('no_proxy') ?? '').split(/[\s,]+/).filter((one) => one !== '');
  return wayBy('HTTPS_PROXY', proxyAddress, (host) => exempt.some((one) => isWithin(host, one)));
}

/** The settings that apply to a marketplace as one string, which says from where it sees us. */
export function wayOutText(slug: string, secrets: Secrets): string {
  const own = secrets(nameFor(slug));
  const proxyAddress = secrets('HTTPS_PROXY') ?? secrets('https_proxy');
  if (own !== null) return own === 'none' ? '' : own;
  return proxyAddress === null ? '' : JSON.stringify([proxyAddress, secrets('NO_PROXY') ?? secrets('no_proxy')]);
}

/** Whether an entry of NO_PROXY covers a host: by its name, a parent domain, or `*`. */
function isWithin(host: string, exempt: string): boolean {
  const above = exempt
    .replace(/^\*?\./, '')
    .replace(/:\d+$/, '')
    .toLowerCase();
  return above === '*' || host === above || host.endsWith(`.${above}`);
}

function wayBy(name: string, given: string, isExempt: (host: string) => boolean): WayOut {
  const make = makerOf(name, given);
  const keepAliveAgent = make({ keepAlive: true });
  return {
    agentFor: (host, isKeepAlive) => (isExempt(host) ? null : isKeepAlive ? keepAliveAgent : make({})),
    close: () => keepAliveAgent.destroy(),
  };
}

function makerOf(name: string, given: string): (options: AgentOptions) => HttpsAgent {
  if (isIP(given) !== 0) return (options) => new HttpsAgent({ ...options, localAddress: given });
  const url = URL.canParse(given) ? new URL(given) : null;
  // The error does not quote the value, which can contain a password
  if (url === null || !['http:', 'https:', 'socks5:', 'socks5h:'].includes(url.protocol) || url.hostname === '')
    throw new StartRefused(
      `${name} must be none, an IP address of this machine, or a proxy URL that begins with http://, https:// or socks5://`,
    );
  const proxy = { url, user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  return (options) => new TunnelAgent(proxy, options);
}

type ConnectCallback = (error: Error | null, socket?: Duplex) => void;

/** Connects to hosts through a proxy, which learns only the host and the port. */
class TunnelAgent extends HttpsAgent {
  readonly #proxy: Proxy;

  constructor(proxy: Proxy, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  // Node calls this for every connection and uses the socket passed to the callback
  override createConnection(options: ConnectionOptions, connected: ConnectCallback): undefined {
    const { host = '', port = 443 } = options;
    const opening = this.#proxy.url.protocol.startsWith('socks') ? bySocks : byConnect;
    opening(this.#proxy, host, port)
      .then((socket) => connected(null, connectTls({ ...options, socket })))
      .catch((error: unknown) => connected(error instanceof Error ? error : new Error(String(error))));
  }
}

const unreachable = (error: unknown): Error => {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Error(`its proxy cannot be reached (${code ?? message})`);
};

/** The waiting promise reports the error; without any listener an error would end the process. */
const ignored = (): void => undefined;

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? ({ 'http:': 80, 'https:': 443 }[protocol] ?? 1080) : Number(port);

/** Sockets expect IPv6 addresses without the brackets that URLs have. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Opens a tunnel through an HTTP proxy. */
async function byConnect({ url, user, password }: Proxy, host: string, port: number): Promise<Socket> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const secret = Buffer.from(`${user}:${password}`).toString('base64');
  const request: ClientRequest = (url.protocol === 'https:' ? httpsRequest : httpRequest)({
    host: hostOf(url),
    port: portOf(url),
    method: 'CONNECT',
    path: authority,
    agent: false,
    timeout: handshakeMs,
    headers: { host: authority, ...(user !== '' && { 'proxy-authorization': `Basic ${secret}` }) },
  });
  request.once('timeout', () => request.destroy(new Error('no answer')));
  const refused = once(request, 'response').then(([response]: IncomingMessage[]) => {
    request.destroy();
    return response?.statusCode;
  });
  request.end();
  const answer = await Promise.race([once(request, 'connect'), refused]).catch((error: unknown) => {
    throw unreachable(error);
  });
  const [{ statusCode: status }, socket] = Array.isArray(answer)
    ? (answer as [IncomingMessage, Socket])
    : [{ statusCode: answer }, null];
  socket?.on('error', ignored);
  if (status === 200 && socket !== null) return socket.setTimeout(0);
  socket?.destroy();
  throw new Error(`its proxy answered ${status}`);
}

/** Resolves when there may be more to read, or nothing will come any more. */
async function moved(socket: Socket): Promise<void> {
  const other = new AbortController();
  const options = { signal: other.signal };
  await Promise.race([once(socket, 'readable', options), once(socket, 'close', options)]).finally(() => other.abort());
}

async function readExactly(socket: Socket, count: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let missing = count; missing > 0; ) {
    // All there is: bytes left unread would make the socket readable again at once, forever
    const bytes: Buffer | null = socket.read(Math.min(missing, socket.readableLength));
    if (bytes !== null) {
      pieces.push(bytes);
      missing -= bytes.length;
    } else if (socket.destroyed) throw new Error('it broke off');
    else await moved(socket);
  }
  return Buffer.concat(pieces);
}

const text = (words: string): Buffer => {
  const bytes = Buffer.from(words);
  if (bytes.length > 255) throw new Error('a name is longer than the 255 bytes that SOCKS allows');
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
};

/** Length of the address in a reply, by its type; a name is preceded by its length. */
const addressBytes: Readonly<Record<number, number>> = { 1: 4, 4: 16 };

/** The handshake of RFC 1928 and RFC 1929. The proxy resolves names. */
async function greet(socket: Socket, { user, password }: Proxy, host: string, port: number): Promise<void> {
  socket.write(user === '' ? Buffer.of(5, 1, 0) : Buffer.of(5, 2, 0, 2));
  const [version, method] = await readExactly(socket, 2);
  if (version !== 5) throw new Error('its proxy does not speak SOCKS 5');
  if (method === 2) {
    socket.write(Buffer.concat([Buffer.of(1), text(user), text(password)]));
    const [, refusal] = await readExactly(socket, 2);
    if (refusal !== 0) throw new Error('its proxy refuses the user or the password');
  } else if (method !== 0) throw new Error('its proxy requires another authentication method');
  socket.write(Buffer.concat([Buffer.of(5, 1, 0, 3), text(host), Buffer.of(port >> 8, port & 255)]));
  const [, code, , kind = 0] = await readExactly(socket, 4);
  if (code !== 0) throw new Error(`its proxy could not connect (SOCKS code ${code})`);
  const length = addressBytes[kind] ?? (await readExactly(socket, 1))[0] ?? 0;
  await readExactly(socket, length + 2);
}

/** Opens a tunnel through a SOCKS 5 proxy. */
async function bySocks(proxy: Proxy, host: string, port: number): Promise<Socket> {
  const socket = connectTcp(portOf(proxy.url), hostOf(proxy.url));
  socket.on('error', ignored);
  socket.setTimeout(handshakeMs, () => socket.destroy(new Error('no answer')));
  await once(socket, 'connect').catch((error: unknown) => {
    throw unreachable(error);
  });
  try {
    await greet(socket, proxy, host, port);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socket.setTimeout(0);
}
