import { currency, priceText } from '../../currency.ts';
import { Age } from '../../parts/age.tsx';
import { Head } from '../../parts/head.tsx';
import { Scrolling } from '../../parts/scrolling.tsx';
import type { Line } from './past.ts';

const shown = 20;

type Props = { readonly lines: readonly Line[] | null; readonly failure: string | null };

/** The latest sales over all marketplaces that tell them. */
export function RecentSales({ lines, failure }: Props) {
  const all = (lines ?? [])
    .flatMap(({ marketplace, sales: sold }) => sold.map((sale) => ({ ...sale, marketplace })))
    .sort((a, b) => b.time - a.time);
  const sales = all.slice(0, shown);
  return (
    <section class="panel" aria-labelledby="sales">
      <h2 id="sales">
        Recent sales
        {all.length > shown && (
          <span class="quiet">
            the latest {shown} of {all.length}
          </span>
        )}
      </h2>
      {failure !== null && <p role="alert">{failure}</p>}
      {lines === null && failure === null && <p class="empty">Looking…</p>}
      {lines !== null && sales.length === 0 && (
        <p class="empty">None in this time on marketplaces that tell their sales.</p>
      )}
      {sales.length > 0 && (
        <Scrolling label="Recent sales, latest first">
          <table>
            <thead>
              <tr>
                <Head kind="number">Price</Head>
                <Head>Marketplace</Head>
                <Head kind="number">Float</Head>
                <Head kind="number">Sold</Head>
              </tr>
            </thead>
            <tbody>
              {sales.map((sale) => (
                <tr key={`${sale.marketplace} ${sale.time} ${sale.value} ${sale.float}`}>
                  <td class="number price">{priceText(sale.value, currency.value)}</td>
                  <td>{sale.marketplace}</td>
                  <td class="number">{sale.float?.toFixed(4) ?? '–'}</td>
                  <td class="number">
                    <Age at={sale.time} />
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
