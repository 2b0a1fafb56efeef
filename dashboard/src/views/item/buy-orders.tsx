import type { BuyOrderRow } from '@itemtape/client';
import { Age } from '../../parts/age.tsx';
import { Head } from '../../parts/head.tsx';
import { currency, priceIn, priceText } from '../../text/currency.ts';
import { FirstRows } from './first-rows.tsx';

type Props = { readonly orders: readonly BuyOrderRow[] | null; readonly failure: string | null };

/** The best buy orders over all marketplaces. */
export function BuyOrders({ orders, failure }: Props) {
  const hasVariants = orders?.some(({ itemPhase }) => itemPhase !== null) ?? false;
  return (
    <FirstRows
      id="buy-orders"
      title="Buy orders"
      order="best"
      rows={orders}
      failure={failure}
      none="No marketplace that is read shows any."
      heads={
        <>
          <Head kind="number">Price</Head>
          <Head>Marketplace</Head>
          <Head kind="number">Quantity</Head>
          {hasVariants && <Head>Variant</Head>}
          <Head kind="number">Changed</Head>
        </>
      }
      row={(order, place) => (
        <tr key={`${order.marketplace} ${order.orderId ?? place}`}>
          <td class="number price">{priceText(priceIn(order, currency.value), currency.value)}</td>
          <td>{order.marketplace}</td>
          <td class="number">{order.quantity ?? '–'}</td>
          {hasVariants && <td>{order.itemPhase ?? 'any'}</td>}
          <td class="number">
            <Age at={order.updatedAt} />
          </td>
        </tr>
      )}
    />
  );
}
