import { Age } from '../../parts/age.tsx';
import { Head } from '../../parts/head.tsx';
import { priceText } from '../../text/currency.ts';
import { FirstRows } from './first-rows.tsx';
import type { ItemHistory } from './load-history.ts';

type Props = {
  readonly past: ItemHistory | null;
  /** The past is that of an earlier question. */
  readonly isEarlier: boolean;
  readonly failure: string | null;
};

/** The latest sales over all marketplaces that tell them. */
export function RecentSales({ past, isEarlier, failure }: Props) {
  const sales =
    past?.series
      .flatMap(({ marketplace, sales: sold }) => sold.map((sale) => ({ ...sale, marketplace })))
      .sort((a, b) => b.time - a.time) ?? null;
  return (
    <FirstRows
      id="sales"
      title="Recent sales"
      order="latest"
      rows={sales?.length === 0 && isEarlier ? null : sales}
      isEarlier={isEarlier}
      failure={failure}
      none="None in this time on marketplaces that tell their sales."
      heads={
        <>
          <Head kind="number">Price</Head>
          <Head>Marketplace</Head>
          <Head kind="number">Float</Head>
          <Head kind="number">Sold</Head>
        </>
      }
      row={(sale) => (
        <tr key={`${sale.marketplace} ${sale.time} ${sale.value} ${sale.float}`}>
          <td class="number price">{priceText(sale.value, past?.currency ?? 'USD')}</td>
          <td>{sale.marketplace}</td>
          <td class="number">{sale.float?.toFixed(4) ?? '–'}</td>
          <td class="number">
            <Age at={sale.time} />
          </td>
        </tr>
      )}
    />
  );
}
