import { Age } from '../../parts/age.tsx';
import type { Column } from '../../table/column.ts';
import { timeColumn } from '../../table/time-column.tsx';
import { dateText } from '../../text/clock.ts';
import { wholeText } from '../../text/number.ts';
import { translate, translateCount, translateKnown } from '../../text/translate.ts';
import type { KeyRow } from './operator.ts';

const rightsOf = ({ websocketAccess, alerts, admin }: KeyRow): string =>
  ['REST', ...(websocketAccess ? ['stream'] : []), ...(alerts ? ['alerts'] : []), ...(admin ? ['admin'] : [])]
    .map((right) => translateKnown('right', right))
    .join(', ');

/** The limits of a key, in words. */
export function limitsOf(row: KeyRow): string {
  const { requestsPerMinute, requestsPerDay, connections, endpoints, games, marketplaces } = row;
  return [
    ...(requestsPerMinute === null ? [] : [translate('{count} a minute', { count: wholeText(requestsPerMinute) })]),
    ...(requestsPerDay === null ? [] : [translate('{count} a day', { count: wholeText(requestsPerDay) })]),
    ...(connections === null ? [] : [translateCount(connections, '{count} connection', '{count} connections')]),
    ...[endpoints, games, marketplaces].flatMap((only) =>
      only === null ? [] : [translate('only {names}', { names: only.join(', ') })],
    ),
  ].join(' · ');
}

const stateOf = ({ revokedAt, expiresAt }: KeyRow, now: number): string =>
  revokedAt !== null ? 'revoked' : expiresAt !== null && expiresAt * 1000 <= now ? 'expired' : 'in use';

const usedColumns: readonly Column<KeyRow>[] = [
  { ...timeColumn('last used', translate('Last used'), ({ lastUsedAt }: KeyRow) => lastUsedAt), isDownFirst: true },
  {
    id: 'requests today',
    head: translate('Today'),
    label: translate('Today'),
    hint: translate('Requests since midnight, UTC'),
    kind: 'number',
    isDownFirst: true,
    value: ({ requestsToday }) => requestsToday,
    cell: ({ requestsToday }) => wholeText(requestsToday),
  },
  {
    id: 'requests',
    head: translate('Requests'),
    label: translate('Requests'),
    hint: translate('Since it was created'),
    kind: 'number',
    isDownFirst: true,
    value: ({ requests }) => requests,
    cell: ({ requests }) => wholeText(requests),
  },
];

export const keyColumns = (revoke: (row: KeyRow) => void): readonly Column<KeyRow>[] => [
  {
    id: 'name',
    head: translate('Name'),
    kind: 'lead',
    isRowHead: true,
    value: ({ name }) => name,
    cell: (row) => (
      <>
        {row.name} <code class="quiet">{row.prefix}…</code>
        <span class="detail quiet">{limitsOf(row) || translate('no limits')}</span>
      </>
    ),
  },
  { id: 'begins', head: 'Begins', value: ({ prefix }) => prefix },
  { id: 'rights', head: translate('Rights'), label: translate('Rights'), value: rightsOf, cell: rightsOf },
  { id: 'limits', head: 'Limits', value: limitsOf },
  ...usedColumns,
  timeColumn('created', translate('Created'), ({ createdAt }) => createdAt),
  { id: 'ends', head: 'Ends', isTime: true, value: ({ expiresAt }) => expiresAt },
  { id: 'revoked', head: 'Revoked', isTime: true, value: ({ revokedAt }) => revokedAt },
  {
    id: 'state',
    head: translate('State'),
    value: (row) => stateOf(row, Date.now()),
    cell: (row) => <State row={row} revoke={revoke} />,
  },
];

function State({ row, revoke }: { readonly row: KeyRow; readonly revoke: (row: KeyRow) => void }) {
  const { name, revokedAt, expiresAt } = row;
  if (revokedAt !== null)
    return (
      <span class="quiet">
        {translate('revoked')} <Age at={revokedAt} />
      </span>
    );
  return (
    <>
      <button type="button" class="small" onClick={() => revoke(row)} aria-label={translate('Revoke {name}', { name })}>
        {translate('Revoke')}
      </button>
      {expiresAt !== null && (
        <span class="detail quiet">
          {expiresAt * 1000 <= Date.now()
            ? translate('expired')
            : translate('ends {date}', { date: dateText(expiresAt) })}
        </span>
      )}
    </>
  );
}
