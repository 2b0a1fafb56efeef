import { Head } from '../../parts/head.tsx';
import { Scrolling } from '../../parts/scrolling.tsx';
import { currency, priceText } from '../../text/currency.ts';
import { percent } from '../../text/percent.ts';
import type { VariantRow } from './rows.ts';

/** Doppler variants apart: under one name they cost several times as much as one another. */
export function Variants({ rows }: { readonly rows: readonly VariantRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="variants">
      <h2 id="variants">
        Variants <span class="quiet">of the offers below whose variant is known</span>
      </h2>
      <Scrolling label="Variants side by side">
        <table>
          <thead>
            <tr>
              <Head>Variant</Head>
              <Head kind="number">Price</Head>
              <Head>Cheapest on</Head>
              <Head kind="number">Offers</Head>
              <Head kind="number">Best bid</Head>
              <Head kind="number">Spread</Head>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.phase}>
                <th scope="row">{row.phase}</th>
                <td class="number price">{priceText(row.price, currency.value)}</td>
                <td>{row.marketplace ?? '–'}</td>
                <td class="number">{row.offerCount}</td>
                <td class="number">{priceText(row.bestBuyOrder, currency.value)}</td>
                <td class="number">{percent(row.spread)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </section>
  );
}
