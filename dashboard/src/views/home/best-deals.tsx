import type { Deal } from '@itemtape/client';
import type { Game } from '../../games.ts';
import { MarksExplained } from '../../parts/marks.tsx';
import { addressOf } from '../../router.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { tapeOf } from '../../tape.ts';
import { currency } from '../../text/currency.ts';
import { translate } from '../../text/translate.ts';
import { useQuery } from '../../use-query.ts';
import { dealKey, shortColumns } from '../deals/columns.tsx';
import { filtersOf, requestedOf } from '../deals/filters.ts';

const shown = 8;
// One item can be a deal on many pairs of marketplaces
const requested = 100;
// Without these flags, doubtful deals would fill so short a list
const without = 'stale,outlier';

/** The first deal of each item. */
function bestOfEach(deals: readonly Deal[]): Deal[] {
  const named = new Map<string, Deal>();
  for (const deal of deals) if (!named.has(deal.name)) named.set(deal.name, deal);
  return [...named.values()];
}

/** The best few deals, with a link to all of them. */
export function BestDeals({ apiKey, game }: { readonly apiKey: string; readonly game: Game }) {
  const filter = requestedOf(filtersOf(new URLSearchParams({ game, without })), currency.value, requested);
  const { answer, failure, isEarlier } = useQuery(
    JSON.stringify(filter),
    (signal) => tapeOf(apiKey).deals(filter, { signal }),
    { everySeconds: 10 },
  );
  const deals = answer === null ? null : bestOfEach(answer.deals).slice(0, shown);
  const flags = deals?.flatMap(({ buy, sell }) => [...buy.flags, ...sell.flags]) ?? [];
  return (
    <TablePanel
      id="best-deals"
      title={translate('Best deals')}
      about={
        <>
          {translate('the best per item after known fees, none stale or outlier')} ·{' '}
          <a href={addressOf('/deals', { game })}>{translate('all deals')}</a>
        </>
      }
      file={`${translate('Best deals')} ${game}`}
      kind="short"
      columns={shortColumns(game, answer?.currency ?? currency.value)}
      rows={deals}
      keyOf={dealKey}
      failure={failure}
      isEarlier={isEarlier}
      none={translate('None right now.')}
      below={<MarksExplained flags={flags} />}
    />
  );
}
