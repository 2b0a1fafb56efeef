import type { Clock } from '../../runtime/clock.ts';
import type { LiveChannel } from './live-query.ts';

/** A view that can be looked at. */
type QueuedLook = { readonly subscription: { readonly channel: LiveChannel }; readonly look: () => void };

/** Milliseconds into a turn of the event loop after which no further look begins. */
const turnMs = 2;

/**
 * Spreads looks at views over turns of the event loop, as readers can follow hundreds of views and a look at deals can search
 * all of them. Channels take turns, so that dear looks at deals do not keep best prices waiting.
 */
export class LookQueue {
  readonly #soon: Clock['soon'];
  readonly #waiting: Readonly<Record<LiveChannel, Set<QueuedLook>>> = {
    best: new Set(),
    deals: new Set(),
    found: new Set(),
  };
  /** The one that had its turn last comes last. */
  readonly #order: LiveChannel[] = ['best', 'found', 'deals'];
  #spentMs = 0;
  #cancel: (() => void) | null = null;

  constructor({ soon }: Pick<Clock, 'soon'>) {
    this.#soon = soon;
  }

  /** Looks at a view now if this turn has time left, otherwise in a later one. */
  add(view: QueuedLook): void {
    if (this.#spentMs < turnMs && this.#size === 0) this.#look(view);
    else this.#waiting[view.subscription.channel].add(view);
    this.#cancel ??= this.#soon(() => this.#turn());
  }

  remove(view: QueuedLook): void {
    this.#waiting[view.subscription.channel].delete(view);
  }

  stop(): void {
    this.#cancel?.();
    for (const views of Object.values(this.#waiting)) views.clear();
  }

  get #size(): number {
    return Object.values(this.#waiting).reduce((sum, { size }) => sum + size, 0);
  }

  #turn(): void {
    this.#cancel = null;
    this.#spentMs = 0;
    for (let view = this.#next(); view !== undefined; view = this.#spentMs < turnMs ? this.#next() : undefined)
      this.#look(view);
    if (this.#size > 0) this.#cancel ??= this.#soon(() => this.#turn());
  }

  #next(): QueuedLook | undefined {
    const channel = this.#order.find((one) => this.#waiting[one].size > 0);
    if (channel === undefined) return undefined;
    const [view] = this.#waiting[channel];
    if (view !== undefined) this.remove(view);
    return view;
  }

  #look(view: QueuedLook): void {
    const { channel } = view.subscription;
    this.#order.splice(this.#order.indexOf(channel), 1);
    this.#order.push(channel);
    const began = performance.now();
    view.look();
    this.#spentMs += performance.now() - began;
  }
}
