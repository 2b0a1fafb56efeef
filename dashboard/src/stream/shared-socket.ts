import type { LineMessage, PageMessage } from './messages.ts';
import { Multiplexer } from './multiplexer.ts';

/** How this page reaches the stream of its browser; null until something is to be read. */
let port: MessagePort | null = null;
/** Whether this page has a connection of its own, as browsers of some phones share no workers between pages. */
let isAlone = typeof SharedWorker === 'undefined';

const sockets = new Map<number, SharedSocket>();
let lastNumber = 0;

function openPort(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const opened = (isAlone ? null : portOfWorker()) ?? port1;
  if (opened === port1) new Multiplexer().attach(port2);
  opened.onmessage = ({ data }: MessageEvent<LineMessage>) => sockets.get(data.line)?.take(data);
  return opened;
}

function portOfWorker(): MessagePort | null {
  try {
    const worker = new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'itemtape' });
    // After an upgrade of the service, its script may be gone
    worker.onerror = () => {
      isAlone = true;
      reset();
    };
    return worker.port;
  } catch {
    // Where the browser forbids it
    return null;
  }
}

/** Ends all connections of this page, as if they had broken, so that they are opened anew. */
function reset(): void {
  port?.postMessage({ kind: 'leave' } satisfies PageMessage);
  port = null;
  for (const [line, socket] of [...sockets]) socket.take({ kind: 'close', line, code: 1006, reason: '' });
}

// A page that is kept for the back button runs no more, and finds its connections broken when it does again
addEventListener('pagehide', () => sockets.size > 0 && reset());

// Otherwise the worker has ended without a word
const notedWithinMs = 8_000;
const tellAfterMs = 1_000;
const tellAfterCharacters = 2 ** 18;

/** What a page may use as a WebSocket to the stream: one subscription over the connection that all pages share. */
export class SharedSocket extends EventTarget {
  readonly #line: number;
  readonly #port: MessagePort;
  readonly #unnoted: ReturnType<typeof setTimeout>;
  #untold = 0;
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(address: string) {
    super();
    lastNumber += 1;
    this.#line = lastNumber;
    port ??= openPort();
    this.#port = port;
    this.#unnoted = setTimeout(reset, notedWithinMs);
    sockets.set(this.#line, this);
    this.#say({ kind: 'open', line: this.#line, address });
  }

  send(text: string): void {
    this.#say({ kind: 'send', line: this.#line, text });
  }

  close(): void {
    if (!this.#forget()) return;
    this.#say({ kind: 'close', line: this.#line });
  }

  /** Takes what comes from the connection. */
  take(message: LineMessage): void {
    clearTimeout(this.#unnoted);
    if (message.kind === 'open') this.dispatchEvent(new Event('open'));
    else if (message.kind === 'message') {
      this.dispatchEvent(new MessageEvent('message', { data: message.text }));
      this.#tell(message.text.length);
    } else if (message.kind === 'close' && this.#forget()) {
      const { code, reason } = message;
      this.dispatchEvent(new CloseEvent('close', { code, reason }));
    }
  }

  #forget(): boolean {
    clearTimeout(this.#unnoted);
    clearTimeout(this.#telling);
    return sockets.delete(this.#line);
  }

  /** Tells, now and then, how much of what was sent has been read. */
  #tell(characters: number): void {
    this.#untold += characters;
    const now = () => {
      clearTimeout(this.#telling);
      this.#telling = undefined;
      this.#say({ kind: 'taken', line: this.#line, characters: this.#untold });
      this.#untold = 0;
    };
    if (this.#untold >= tellAfterCharacters) now();
    else this.#telling ??= setTimeout(now, tellAfterMs);
  }

  #say(message: PageMessage): void {
    this.#port.postMessage(message);
  }
}
