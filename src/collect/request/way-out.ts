import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { StartRefused } from '../../schema/index.ts';

/** By which way a marketplace is asked, where it is not the usual one. */
export type WayOut = {
  /** What connects to a host over TLS; null for the usual way. */
  readonly agentFor: (host: string, isKept: boolean) => HttpsAgent | null;
  readonly close: () => void;
};

type Secrets = (name: string) => string | null;
type Proxy = { readonly url: URL; readonly user: string; readonly password: string };

const handshakeMs = 20_000;

/** `market-csgo` as MARKET_CSGO_PROXY. */
export const nameFor = (slug: string): string => `${slug.toUpperCase().replaceAll('-', '_')}_PROXY`;

/** What is set for a marketplace, else HTTPS_PROXY but for the hosts of NO_PROXY; null when nothing is set. */
export function wayOutOf(slug: string | null, secrets: Secrets): WayOut | null {
  const own = slug === null ? null : secrets(nameFor(slug));
  if (own === 'none') return null;
  if (slug !== null && own !== null) return wayBy(nameFor(slug), own, () => false);
  const usual = secrets('HTTPS_PROXY') ?? secrets('https_proxy');
  if (usual === null) return null;
  const exempt = (secrets('NO_PROXY') ?? secrets('no_proxy') ?? '').split(/[\s,]+/).filter((one) => one !== '');
  return wayBy('HTTPS_PROXY', usual, (host) => exempt.some((one) => isWithin(host, one)));
}

/** What is set for a marketplace, as one text by which two states of it can be told apart. */
export function wayOutText(slug: string, secrets: Secrets): string {
  const names = [nameFor(slug), 'HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy'];
  return JSON.stringify(names.map((name) => secrets(name)));
}

/** Whether a host is one of NO_PROXY: itself, a name above it, or everything. */
function isWithin(host: string, exempt: string): boolean {
  const above = exempt
    .replace(/^\*?\./, '')
    .replace(/:\d+$/, '')
    .toLowerCase();
  return above === '*' || host === above || host.endsWith(`.${above}`);
}

function wayBy(name: string, given: string, isExempt: (host: string) => boolean): WayOut {
  const make = makerOf(name, given);
  const kept = make({ keepAlive: true });
  return {
    agentFor: (host, isKept) => (isExempt(host) ? null : isKept ? kept : make({})),
    close: () => kept.destroy(),
  };
}

function makerOf(name: string, given: string): (options: AgentOptions) => HttpsAgent {
  if (isIP(given) !== 0) return (options) => new HttpsAgent({ ...options, localAddress: given });
  const url = URL.canParse(given) ? new URL(given) : null;
  // What was given may hold a password
  if (url === null || !['http:', 'https:', 'socks5:', 'socks5h:'].includes(url.protocol) || url.hostname === '')
    throw new StartRefused(
      `${name} is neither none, an address of this machine, nor the address of a proxy that begins with http://, https:// or socks5://`,
    );
  const proxy = { url, user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  return (options) => new TunnelAgent(proxy, options);
}

type Connected = (error: Error | null, socket?: Duplex) => void;

/** Connects to hosts through a proxy, to which it tells the host and the port and nothing else. */
class TunnelAgent extends HttpsAgent {
  readonly #proxy: Proxy;

  constructor(proxy: Proxy, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  // Node calls it for every connection, and takes what the callback is given
  override createConnection(options: ConnectionOptions, connected: Connected): undefined {
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

/** Whoever waits is told of an error; one that nobody listens to would end the process. */
const told = (): void => undefined;

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? ({ 'http:': 80, 'https:': 443 }[protocol] ?? 1080) : Number(port);

/** Sockets take addresses of IPv6 without the brackets of URLs. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Through a proxy of HTTP. */
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
  socket?.on('error', told);
  if (status === 200 && socket !== null) return socket.setTimeout(0);
  socket?.destroy();
  throw new Error(`its proxy answered ${status}`);
}

async function readExactly(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read(count);
    if (bytes?.length === count) return bytes;
    if (bytes !== null || socket.readableEnded || socket.destroyed) throw new Error('it broke off');
    await once(socket, 'readable');
  }
}

const text = (words: string): Buffer => {
  const bytes = Buffer.from(words);
  if (bytes.length > 255) throw new Error('a name is longer than SOCKS takes');
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
};

/** Bytes of the address in a reply, by its kind; that of a name stands before it. */
const addressBytes: Readonly<Record<number, number>> = { 1: 4, 4: 16 };

/** What RFC 1928 and RFC 1929 have both sides say; names are looked up by the proxy. */
async function greet(socket: Socket, { user, password }: Proxy, host: string, port: number): Promise<void> {
  socket.write(user === '' ? Buffer.of(5, 1, 0) : Buffer.of(5, 2, 0, 2));
  const [version, method] = await readExactly(socket, 2);
  if (version !== 5) throw new Error('its proxy does not speak SOCKS 5');
  if (method === 2) {
    socket.write(Buffer.concat([Buffer.of(1), text(user), text(password)]));
    const [, refusal] = await readExactly(socket, 2);
    if (refusal !== 0) throw new Error('its proxy refuses the user or the password');
  } else if (method !== 0) throw new Error('its proxy wants another way to log in');
  socket.write(Buffer.concat([Buffer.of(5, 1, 0, 3), text(host), Buffer.of(port >> 8, port & 255)]));
  const [, code, , kind = 0] = await readExactly(socket, 4);
  if (code !== 0) throw new Error(`its proxy could not connect (SOCKS code ${code})`);
  const length = addressBytes[kind] ?? (await readExactly(socket, 1))[0] ?? 0;
  await readExactly(socket, length + 2);
}

/** Through a proxy of SOCKS 5. */
async function bySocks(proxy: Proxy, host: string, port: number): Promise<Socket> {
  const socket = connectTcp(portOf(proxy.url), hostOf(proxy.url));
  socket.on('error', told);
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
