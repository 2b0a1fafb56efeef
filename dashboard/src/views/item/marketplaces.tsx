import { Age } from '../../parts/age.tsx';
import { Head } from '../../parts/head.tsx';
import { Scrolling } from '../../parts/scrolling.tsx';
import { currency, priceText } from '../../text/currency.ts';
import { percent } from '../../text/percent.ts';
import type { MarketplaceRow } from './rows.ts';

/** From the surest to the least sure of its sources. */
const evidenceText = (evidence: readonly string[]): string =>
  evidence.length < 2 ? (evidence[0] ?? '–') : `${evidence[0]} to ${evidence.at(-1)}`;

type Props = {
  readonly rows: readonly MarketplaceRow[];
  /** Prices and buy orders of several variants stand in one row. */
  readonly hasVariants: boolean;
};

/** Every marketplace that knows the item, side by side. */
export function Marketplaces({ rows, hasVariants }: Props) {
  return (
    <section class="panel" aria-labelledby="marketplaces">
      <h2 id="marketplaces">
        Marketplaces <span class="quiet">best bid: the highest buy order; spread: how far it is below the price</span>
      </h2>
      {hasVariants && (
        <p class="quiet">
          This item has variants: a price here is that of the cheapest one, a best bid may be for a dearer one. Below
          they stand apart.
        </p>
      )}
      <Scrolling label="Marketplaces side by side">
        <table>
          <thead>
            <tr>
              <Head>Marketplace</Head>
              <Head kind="number">Price</Head>
              <Head kind="number">Offers</Head>
              <Head kind="number">Best bid</Head>
              <Head kind="number">Spread</Head>
              <Head kind="number">Changed</Head>
              <Head kind="number">Read</Head>
              <Head>Evidence</Head>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.marketplace} data-marketplace={row.marketplace}>
                <th scope="row">{row.marketplace}</th>
                <td class="number price">{priceText(row.price, currency.value)}</td>
                <td class="number">{row.offerCount}</td>
                <td class="number">{priceText(row.bestBuyOrder, currency.value)}</td>
                <td class="number">{percent(row.spread)}</td>
                <td class="number">
                  <Age at={row.updatedAt} />
                </td>
                <td class="number">
                  <Age at={row.readAt} />
                </td>
                <td class="quiet evidence">{evidenceText(row.evidence)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </section>
  );
}
