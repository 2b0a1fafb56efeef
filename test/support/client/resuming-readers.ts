import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';

type ReaderPosition = { readonly epoch: string; readonly sequence: number };

/** A reader without any library that resumes after the last message whenever its connection ends. */
export class ResumingReader {
  /** Sequences in the order received. */
  readonly received: number[] = [];
  /** The value of `recovered` on each connection but the first. */
  readonly recovered: unknown[] = [];
  #position: ReaderPosition | null = null;
  #socket: WebSocket | null = null;
  #isStopped = false;
  readonly #address: () => string;
  readonly #subscription: object;
  readonly #running: Promise<void>;

  readonly #onOffer: (offer: { readonly priceUSD: number }) => void;

  /** Subscribes to everything, or only to some items. */
  constructor(
    address: () => string,
    items: readonly string[] | null = null,
    onOffer: (offer: { readonly priceUSD: number }) => void = () => {},
  ) {
    this.#address = address;
    this.#onOffer = onOffer;
    this.#subscription = { ...subscription, ...(items !== null && { items }) };
    this.#running = this.#run();
  }

  get position(): ReaderPosition | null {
    return this.#position;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#socket?.terminate();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      await this.#listen();
      // There are fifty readers, and at first nothing listens on the port
      await wait(200);
    }
  }

  #listen(): Promise<void> {
    return new Promise((resolve) => {
      const socket = new WebSocket(this.#address());
      this.#socket = socket;
      const resume = this.#position === null ? {} : { resume: this.#position };
      socket.on('open', () => socket.send(JSON.stringify({ ...this.#subscription, ...resume })));
      socket.on('message', (data) => this.#take(JSON.parse(String(data))));
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });
  }

  #take({ type, epoch, sequence, recovered, data }: Record<string, unknown>): void {
    if (type === 'subscribed' && this.#position !== null) this.recovered.push(recovered);
    if (type === 'offer') {
      this.received.push(sequence as number);
      this.#onOffer(data as { readonly priceUSD: number });
    }
    if (typeof epoch === 'string') this.#position = { epoch, sequence: sequence as number };
  }
}

const subscription = { subscribeTo: 'all', games: 'all', events: ['Added', 'Updated', 'Removed'], sequence: true };
