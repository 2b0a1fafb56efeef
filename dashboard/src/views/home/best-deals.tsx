import type { Game } from '../../games.ts';
import { MarksExplained } from '../../parts/marks.tsx';
import { addressOf } from '../../router.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { tapeOf } from '../../tape.ts';
import { currency } from '../../text/currency.ts';
import { translate } from '../../text/translate.ts';
import { useQuery } from '../../use-query.ts';
import { dealKey, shortColumns } from '../deals/columns.tsx';
import { filtersOf, requestOf } from '../deals/filters.ts';

const shown = 8;
// Without these flags, doubtful deals would fill so short a list
const without = 'stale,outlier';

/** The best few deals, with a link to all of them. */
export function BestDeals({ apiKey, game }: { readonly apiKey: string; readonly game: Game }) {
  const request = requestOf(filtersOf(new URLSearchParams({ game, without })), currency.value, shown);
  const { answer, failure, isEarlier } = useQuery(
    JSON.stringify(request),
    (signal) => tapeOf(apiKey).deals(request, { signal }),
    { everySeconds: 10 },
  );
  const deals = answer?.deals ?? null;
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
