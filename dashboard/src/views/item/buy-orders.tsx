import type { BuyOrderRow } from '@itemtape/client';
import { currency, priceIn, priceText } from '../../currency.ts';
import { Age } from '../../parts/age.tsx';

/** The best buy orders over all marketplaces. */
export function BuyOrders({ orders }: { readonly orders: readonly BuyOrderRow[] }) {
  return (
    <section aria-labelledby="buy-orders">
      <h2 id="buy-orders">Buy orders</h2>
      {orders.length === 0 ? (
        <p class="quiet">No marketplace that is read shows any.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col" class="number">
                Price
              </th>
              <th scope="col">Marketplace</th>
              <th scope="col" class="number">
                Quantity
              </th>
              <th scope="col">Variant</th>
              <th scope="col" class="number">
                Changed
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.slice(0, 20).map((order, place) => (
              <tr key={`${order.marketplace} ${order.orderId ?? place}`}>
                <td class="number price">{priceText(priceIn(order, currency.value), currency.value)}</td>
                <td>{order.marketplace}</td>
                <td class="number">{order.quantity ?? '–'}</td>
                <td>{order.itemPhase ?? '–'}</td>
                <td class="number">
                  <Age at={order.updatedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
