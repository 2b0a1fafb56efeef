import type { BuyOrderRow } from '@itemtape/client';
import { currency, priceIn, priceText } from '../../currency.ts';
import { Age } from '../../parts/age.tsx';
import { Head } from '../../parts/head.tsx';
import { Scrolling } from '../../parts/scrolling.tsx';

type Props = { readonly orders: readonly BuyOrderRow[] | null; readonly failure: string | null };

const shown = 20;

/** The best buy orders over all marketplaces. */
export function BuyOrders({ orders, failure }: Props) {
  const hasVariants = orders?.some(({ itemPhase }) => itemPhase !== null) ?? false;
  return (
    <section class="panel" aria-labelledby="buy-orders">
      <h2 id="buy-orders">
        Buy orders
        {orders !== null && orders.length > shown && (
          <span class="quiet">
            the best {shown} of {orders.length}
          </span>
        )}
      </h2>
      {failure !== null && <p role="alert">{failure}</p>}
      {orders === null && failure === null && <p class="empty">Looking…</p>}
      {orders?.length === 0 && <p class="empty">No marketplace that is read shows any.</p>}
      {orders !== null && orders.length > 0 && (
        <Scrolling label="Buy orders, best first">
          <table>
            <thead>
              <tr>
                <Head kind="number">Price</Head>
                <Head>Marketplace</Head>
                <Head kind="number">Quantity</Head>
                {hasVariants && <Head>Variant</Head>}
                <Head kind="number">Changed</Head>
              </tr>
            </thead>
            <tbody>
              {orders.slice(0, shown).map((order, place) => (
                <tr key={`${order.marketplace} ${order.orderId ?? place}`}>
                  <td class="number price">{priceText(priceIn(order, currency.value), currency.value)}</td>
                  <td>{order.marketplace}</td>
                  <td class="number">{order.quantity ?? '–'}</td>
                  {hasVariants && <td>{order.itemPhase ?? 'any'}</td>}
                  <td class="number">
                    <Age at={order.updatedAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
    </section>
  );
}
