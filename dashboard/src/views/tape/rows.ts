import type { OfferMessage } from '@itemtape/client';
import { addressOf } from '../../router.ts';
import { currency, priceIn, priceText } from '../../text/currency.ts';

const mostRows = 100;

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

type Row = {
  readonly element: HTMLTableRowElement;
  readonly time: HTMLTableCellElement;
  readonly event: HTMLTableCellElement;
  readonly price: HTMLTableCellElement;
  readonly link: HTMLAnchorElement;
  readonly marketplace: HTMLTableCellElement;
};

function createRow(): Row {
  const element = document.createElement('tr');
  const [time, event, price, item, marketplace] = Array.from({ length: 5 }, () => element.insertCell());
  if (!time || !event || !price || !item || !marketplace) throw new Error('the row has no cells');
  time.className = 'time';
  event.className = 'event';
  price.className = 'amount number price';
  item.className = 'item';
  marketplace.className = 'where';
  const link = item.appendChild(document.createElement('a'));
  return { element, time, event, price, link, marketplace };
}

/** The newest messages on top; rows are used again, because hundreds come in a second. */
export function createRows(body: HTMLTableSectionElement) {
  const rows: Row[] = [];
  const lastPrice = new Map<string, number>();

  /** Whether the price of an offer went up or down since it last came by. */
  function moveOf({ id, eventType, data }: OfferMessage): 'up' | 'down' | null {
    if (id === undefined) return null;
    const before = lastPrice.get(id);
    lastPrice.delete(id);
    if (eventType !== 'Removed') lastPrice.set(id, data.priceUSD);
    const [oldest] = lastPrice.keys();
    if (lastPrice.size > 20_000 && oldest !== undefined) lastPrice.delete(oldest);
    if (before === undefined || before === data.priceUSD) return null;
    return data.priceUSD > before ? 'up' : 'down';
  }

  function fill(row: Row, message: OfferMessage): void {
    const { eventType, marketplace, game, timestamp, phase, data } = message;
    const move = moveOf(message);
    row.time.textContent = clock.format(timestamp);
    row.event.textContent = eventType;
    row.price.textContent = priceText(priceIn(data, currency.value), currency.value);
    row.link.textContent = phase == null ? data.name : `${data.name} · ${phase}`;
    row.link.href = addressOf('/item', { game, name: data.name });
    row.marketplace.textContent = marketplace;
    row.element.className = [eventType.toLowerCase(), ...(move === null ? [] : [`flash-${move}`])].join(' ');
  }

  return {
    show: (messages: readonly OfferMessage[]): void => {
      const newest = document.createDocumentFragment();
      for (const message of messages.slice(-mostRows)) {
        const row = rows.length < mostRows ? createRow() : rows.shift();
        if (row === undefined) continue;
        row.element.remove();
        fill(row, message);
        rows.push(row);
        newest.prepend(row.element);
      }
      body.prepend(newest);
    },
    clear: (): void => {
      for (const { element } of rows) element.remove();
      rows.length = 0;
    },
  };
}
