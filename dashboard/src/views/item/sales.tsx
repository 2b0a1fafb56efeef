import { currency, priceText } from '../../currency.ts';
import { Age } from '../../parts/age.tsx';
import type { Line } from './past.ts';

const shown = 20;

/** The latest sales over all marketplaces that tell them. */
export function RecentSales({ lines }: { readonly lines: readonly Line[] }) {
  const sales = lines
    .flatMap(({ marketplace, sales: sold }) => sold.map((sale) => ({ ...sale, marketplace })))
    .sort((a, b) => b.time - a.time)
    .slice(0, shown);
  return (
    <section aria-labelledby="sales">
      <h2 id="sales">Recent sales</h2>
      {sales.length === 0 ? (
        <p class="quiet">None in this time on marketplaces that tell their sales.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col" class="number">
                Price
              </th>
              <th scope="col">Marketplace</th>
              <th scope="col" class="number">
                Float
              </th>
              <th scope="col" class="number">
                Sold
              </th>
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
      )}
    </section>
  );
}
