import { currency, priceText } from '../../currency.ts';
import { Age } from '../../parts/age.tsx';
import { Scrolling } from '../../parts/scrolling.tsx';
import type { MarketplaceRow } from './rows.ts';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** Every marketplace that knows the item, side by side. */
export function Marketplaces({ rows }: { readonly rows: readonly MarketplaceRow[] }) {
  return (
    <section aria-labelledby="marketplaces">
      <h2 id="marketplaces">Marketplaces</h2>
      <Scrolling label="Marketplaces side by side">
        <table>
          <thead>
            <tr>
              <th scope="col">Marketplace</th>
              <th scope="col" class="number">
                Price
              </th>
              <th scope="col" class="number">
                Offers
              </th>
              <th scope="col" class="number">
                Best buy order
              </th>
              <th scope="col" class="number">
                Spread
              </th>
              <th scope="col" class="number">
                Changed
              </th>
              <th scope="col">Evidence</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.marketplace} data-marketplace={row.marketplace}>
                <th scope="row">{row.marketplace}</th>
                <td class="number price">{priceText(row.price, currency.value)}</td>
                <td class="number">{row.offerCount}</td>
                <td class="number">{priceText(row.bestBuyOrder, currency.value)}</td>
                <td class="number">{row.spread === null ? '–' : percent.format(row.spread)}</td>
                <td class="number">
                  <Age at={row.updatedAt} />
                </td>
                <td class="quiet">{row.evidence.join(', ') || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </section>
  );
}
