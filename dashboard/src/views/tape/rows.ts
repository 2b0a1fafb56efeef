import type { OfferMessage } from '@itemtape/client';
import { addressOf } from '../../router.ts';
import type { Column } from '../../table/column.ts';
import { timeText } from '../../text/clock.ts';
import { type Currency, currency, priceIn, priceText } from '../../text/currency.ts';
import { floatText } from '../../text/number.ts';
import { translateKnown } from '../../text/translate.ts';

const maxRows = 100;

type Row = {
  readonly element: HTMLTableRowElement;
  readonly time: HTMLTableCellElement;
  readonly event: HTMLTableCellElement;
  readonly price: HTMLTableCellElement;
  readonly link: HTMLAnchorElement;
  readonly float: HTMLTableCellElement;
  readonly marketplace: HTMLTableCellElement;
};

/** A table row with the message it shows. */
type ShownRow = { readonly row: Row; readonly message: OfferMessage };

function createRow(): Row {
  const element = document.createElement('tr');
  const [time, event, price, item, float, marketplace] = Array.from({ length: 6 }, () => element.insertCell());
  if (!time || !event || !price || !item || !float || !marketplace) throw new Error('the row has no cells');
  time.className = 'time';
  event.className = 'event';
  price.className = 'amount number price';
  item.className = 'item';
  float.className = 'wear number';
  marketplace.className = 'where';
  const link = item.appendChild(document.createElement('a'));
  return { element, time, event, price, link, float, marketplace };
}

const floatOf = ({ data }: OfferMessage): number | null => ('float' in data ? data.float : null);

/** The shown rows, for copying and files. */
export const tapeColumns = (shown: Currency): readonly Column<OfferMessage>[] => [
  { id: 'time', head: 'Time', isTime: true, value: ({ timestamp }) => timestamp / 1000 },
  { id: 'event', head: 'Event', value: ({ eventType }) => eventType },
  { id: `price ${shown}`, head: 'Price', value: ({ data }) => priceIn(data, shown) },
  { id: 'name', head: 'Item', value: ({ data }) => data.name },
  { id: 'variant', head: 'Variant', value: ({ phase }) => phase },
  { id: 'float', head: 'Float', value: floatOf },
  { id: 'game', head: 'Game', value: ({ game }) => game },
  { id: 'marketplace', head: 'Marketplace', value: ({ marketplace }) => marketplace },
  { id: 'link', head: 'Buy', value: ({ data }) => data.purchaseLink },
];

/** The newest messages on top; rows are reused, because hundreds of messages arrive per second. */
export function createRows(body: HTMLTableSectionElement) {
  const rows: ShownRow[] = [];
  const lastPrice = new Map<string, number>();

  /** Whether the price of an offer rose or fell since its last message. */
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
    const float = floatOf(message);
    row.time.textContent = timeText(timestamp / 1000);
    row.event.textContent = translateKnown('event', eventType);
    row.price.textContent = priceText(priceIn(data, currency.value), currency.value);
    row.link.textContent = phase == null ? data.name : `${data.name} · ${phase}`;
    row.link.href = addressOf('/item', { game, name: data.name, phase });
    row.float.textContent = float === null ? '' : floatText(float);
    row.marketplace.textContent = marketplace;
    row.element.className = [eventType.toLowerCase(), ...(move === null ? [] : [`flash-${move}`])].join(' ');
  }

  return {
    show: (messages: readonly OfferMessage[]): void => {
      const newest = document.createDocumentFragment();
      for (const message of messages.slice(-maxRows)) {
        const row = rows.length < maxRows ? createRow() : rows.shift()?.row;
        if (row === undefined) continue;
        row.element.remove();
        fill(row, message);
        rows.push({ row, message });
        newest.prepend(row.element);
      }
      body.prepend(newest);
    },
    /** The messages shown, newest first. */
    shown: (): OfferMessage[] => rows.map(({ message }) => message).reverse(),
    clear: (): void => {
      for (const { row } of rows) row.element.remove();
      rows.length = 0;
    },
  };
}
