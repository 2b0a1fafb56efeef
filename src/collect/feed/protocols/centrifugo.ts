import { Centrifuge, connectingCodes, disconnectedCodes, SubscriptionState } from 'centrifuge';
import type { WebSocket } from 'ws';
import { isObject } from '../../../schema/index.ts';
import {
  closingOf,
  isHeartbeat,
  messageText,
  type OpenProtocol,
  type ProtocolHandlers,
  type ProtocolOpening,
} from './protocol.ts';

// The library looks for a debug setting in it; in Node 26, looking prints a warning
Object.defineProperty(globalThis, 'localStorage', { value: undefined, configurable: true, writable: true });

type Closing = { readonly code: number; readonly reason: string };

// The server refuses the token, or the token has expired. Errors and disconnects have separate numbers: error 1 is a timeout.
const errorsOfRefusal = [101, 109];
const endsOfRefusal = [101, 3500, 3507];

/** Whether the library can read a reply. It throws at a channel named like a member of every object, after this has returned. */
function faultOf(line: string): string | null {
  try {
    const reply: unknown = JSON.parse(line);
    if (!isObject(reply)) return 'is not a reply of Centrifugo';
    const { push } = reply;
    return isObject(push) && String(push['channel']) in Object.prototype ? 'names a channel that cannot exist' : null;
  } catch {
    return 'is not JSON';
  }
}

/** Wraps a WebSocket for the client library. Lines that it cannot read are withheld, since it would disconnect. */
function guarded(socket: WebSocket, onMalformed: ProtocolHandlers['onMalformed']) {
  const facade = {
    onopen: () => {},
    onmessage: (_: { readonly data: string }) => {},
    onclose: (_: Closing) => {},
    onerror: (_: unknown) => {},
    send: (data: string) => socket.send(data),
    close: () => socket.close(),
  };
  socket.on('open', () => facade.onopen());
  socket.on('message', (data) => {
    const good: string[] = [];
    for (const line of messageText(data).split('\n')) {
      if (isHeartbeat(line)) continue;
      const fault = faultOf(line);
      if (fault === null) good.push(line);
      else onMalformed(fault, line);
    }
    if (good.length > 0) facade.onmessage({ data: good.join('\n') });
  });
  socket.on('error', (error) => facade.onerror(error));
  socket.on('close', (code, reason) => facade.onclose({ code, reason: reason.toString() }));
  return facade;
}

const createClient = (open: () => object): Centrifuge =>
  new Centrifuge('ws://marketplace.invalid', {
    // The library calls this with `new`, which returns the object that a function returns
    websocket: function Socket() {
      return open();
    },
  });

/** Channels of an earlier connection that have not yet said whether they recover what was missed. */
class ResumingChannels {
  readonly #waiting = new Set<string>();
  #isWhole = true;

  /** Starts on a new connection; whether there are any such channels. */
  begin(client: Centrifuge): boolean {
    this.#waiting.clear();
    for (const [channel, { state }] of Object.entries(client.subscriptions()))
      if (state !== SubscriptionState.Unsubscribed) this.#waiting.add(channel);
    this.#isWhole = true;
    return this.#waiting.size > 0;
  }

  /** One channel has answered. After the last one it is known whether all of them recovered everything. */
  end(channel: string, isRecovered: boolean, handlers: ProtocolHandlers | undefined): void {
    if (!this.#waiting.delete(channel)) return;
    this.#isWhole &&= isRecovered;
    if (this.#waiting.size === 0) handlers?.resumed(this.#isWhole);
  }
}

/** What follows when the library disconnects for good. */
function endingOf(code: number, reason: string): Parameters<ProtocolHandlers['closed']> {
  // The library itself reports this when its token has expired; the next connection gets another one
  if (code === disconnectedCodes.unauthorized) return ['retry', 'closed, its token has expired'];
  if (code === disconnectedCodes.badProtocol) return ['retry', `sent something unexpected, ${reason}`];
  return [endsOfRefusal.includes(code) ? 'refused' : 'blocked', closingOf(code, reason)];
}

/**
 * The protocol of Centrifugo since version 4. The client is kept from one connection to the next: it knows its position in
 * each channel and requests what it missed.
 */
export function centrifugoProtocol(): OpenProtocol {
  let current: { readonly opening: ProtocolOpening; readonly handlers: ProtocolHandlers } | null = null;
  let lastError = '';

  const open = () => {
    if (current === null) throw new Error('nothing is being opened');
    return guarded(current.opening.open(), current.handlers.onMalformed);
  };
  const client = createClient(open);
  const end = (...why: Parameters<ProtocolHandlers['closed']>): void => {
    const ending = current;
    current = null;
    client.disconnect();
    ending?.handlers.closed(...why);
  };
  const resuming = new ResumingChannels();
  client.on('connected', () => current?.handlers.opened(resuming.begin(client)));
  client.on('message', ({ data }) => current?.handlers.message({ channel: null, data }));
  client.on('publication', ({ channel, data }) => current?.handlers.message({ channel, data }));
  client.on('error', ({ error }) => {
    lastError = error.message;
    if (errorsOfRefusal.includes(error.code)) end('refused', error.message);
  });
  client.on('connecting', ({ code, reason }) => {
    if (code !== connectingCodes.connectCalled) end('retry', ['closed', reason, lastError].filter(Boolean).join(', '));
  });
  client.on('disconnected', ({ code, reason }) => {
    if (current !== null) end(...endingOf(code, reason));
  });

  function subscribe(channel: string): void {
    const known = client.getSubscription(channel);
    const subscription = known ?? client.newSubscription(channel);
    if (known === null) {
      subscription.on('publication', ({ data }) => current?.handlers.message({ channel, data }));
      subscription.on('subscribed', ({ recovered }) => resuming.end(channel, recovered, current?.handlers));
      subscription.on('error', ({ error }) => {
        lastError = error.message;
      });
      subscription.on('unsubscribed', ({ code, reason }) => {
        if (code !== 0) end('blocked', `refused the channel ${channel}: ${code} ${reason}`);
      });
    }
    subscription.subscribe();
  }

  return (opening, handlers) => {
    current = { opening, handlers };
    lastError = '';
    client.setToken(opening.token ?? '');
    client.connect();
    return {
      send: (channel) => subscribe(String(channel)),
      close: () => end('retry', 'closed by us'),
    };
  };
}
