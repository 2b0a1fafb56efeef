import type { LineMessage, PageMessage } from './messages.ts';

/** The required part of a port to a page. */
type Port = {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: LineMessage): void;
};

/** A subscription of a page, with what it was sent and has not read yet. */
type PageLine = {
  readonly port: Port;
  readonly number: number;
  /** Id of the subscription at the service. */
  readonly tag: string;
  isSubscribed: boolean;
  unread: number;
  /** When it began to have something unread. */
  unreadSince: number;
};

/** Close code of a connection that broke. */
const lost = 1006;
/** Codes from 4000 are free for applications. */
const behind = 4000;

const maxUnreadCharacters = 8 * 2 ** 20;
// A page that was closed or frozen reads nothing; one that is only hidden says so once a minute
const maxUnreadMs = 90_000;
// Twice the interval of the heartbeats that every line asks for
const maxSilentMs = 30_000;
const idleMs = 30_000;

// The service writes these first, so that nothing in an item's name can look like them
const tagPattern = /^\{"type":"\w+"(?:,"eventType":"\w+")?(?:,"reason":"\w+")?,"subscription":"(\d+)"/;

/**
 * One connection to the stream for all pages of a browser. Each subscription of a page is a line, which looks to the page
 * like a connection of its own: it opens, closes and breaks with the connection, after which the page resumes.
 */
export class Multiplexer {
  readonly #Opening;
  readonly #maxUnread;
  readonly #lines = new Map<string, PageLine>();
  #socket: WebSocket | null = null;
  #receivedAt = 0;
  #lastTag = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** `maxUnread`: characters that a page may leave unread. */
  constructor(Opening: typeof WebSocket = WebSocket, maxUnread = maxUnreadCharacters) {
    this.#Opening = Opening;
    this.#maxUnread = maxUnread;
  }

  /** Serves the page at the other end of a port. */
  attach(port: Port): void {
    port.onmessage = ({ data }) => this.#take(port, data as PageMessage);
  }

  #take(port: Port, message: PageMessage): void {
    if (message.kind === 'leave') {
      for (const line of [...this.#lines.values()]) if (line.port === port) this.#drop(line);
      return;
    }
    if (message.kind === 'open') {
      this.#open(port, message);
      return;
    }
    const line = [...this.#lines.values()].find((one) => one.port === port && one.number === message.line);
    if (line === undefined) return;
    if (message.kind === 'send') this.#send(line, message.text);
    else if (message.kind === 'close') this.#drop(line);
    else {
      line.unread -= message.characters;
      line.unreadSince = Date.now();
    }
  }

  #open(port: Port, { line: number, address }: PageMessage & { readonly kind: 'open' }): void {
    this.#lastTag += 1;
    const line = { port, number, tag: String(this.#lastTag), isSubscribed: false, unread: 0, unreadSince: Date.now() };
    if (Date.now() - this.#receivedAt > maxSilentMs) this.#lose(lost, 'nothing arrived any more');
    this.#lines.set(line.tag, line);
    clearTimeout(this.#idle);
    port.postMessage({ kind: 'noted', line: number });
    this.#socket ??= this.#connect(address);
    if (this.#socket.readyState === this.#Opening.OPEN) port.postMessage({ kind: 'open', line: number });
  }

  #connect(address: string): WebSocket {
    const socket = new this.#Opening(address);
    this.#receivedAt = Date.now();
    const isCurrent = () => socket === this.#socket;
    socket.onopen = () => {
      for (const { port, number } of this.#lines.values()) port.postMessage({ kind: 'open', line: number });
    };
    socket.onmessage = ({ data }) => isCurrent() && this.#receive(String(data));
    // What has failed closes next
    socket.onerror = () => {};
    socket.onclose = ({ code, reason }) => isCurrent() && this.#lose(code, reason);
    return socket;
  }

  #receive(text: string): void {
    this.#receivedAt = Date.now();
    const tag = tagPattern.exec(text)?.[1];
    const line = tag === undefined ? undefined : this.#lines.get(tag);
    if (line !== undefined) this.#pass(line, text);
    // What is of no subscription is about the connection
    else if (tag === undefined) for (const one of [...this.#lines.values()]) this.#pass(one, text);
  }

  #pass(line: PageLine, text: string): void {
    const { port, number } = line;
    const now = Date.now();
    if (line.unread <= 0) line.unreadSince = now;
    line.unread += text.length;
    if (line.unread <= this.#maxUnread && now - line.unreadSince <= maxUnreadMs)
      port.postMessage({ kind: 'message', line: number, text });
    else {
      this.#drop(line);
      port.postMessage({
        kind: 'close',
        line: number,
        code: behind,
        reason: 'this page did not read what it was sent',
      });
    }
  }

  #send(line: PageLine, text: string): void {
    line.isSubscribed = true;
    this.#write({ ...(JSON.parse(text) as object), id: line.tag });
  }

  #write(message: object): void {
    if (this.#socket?.readyState === this.#Opening.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Ends a line from this side. */
  #drop(line: PageLine): void {
    this.#lines.delete(line.tag);
    if (line.isSubscribed) this.#write({ unsubscribe: line.tag });
    if (this.#lines.size > 0) return;
    // One page follows another
    this.#idle = setTimeout(() => this.#lose(lost, 'nobody listens'), idleMs);
  }

  /** Gives up the connection, and ends all lines. */
  #lose(code: number, reason: string): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    const lines = [...this.#lines.values()];
    this.#lines.clear();
    for (const { port, number } of lines) port.postMessage({ kind: 'close', line: number, code, reason });
  }
}
