import { askOperator, sendToOperator } from '../../ask-operator.ts';
import { useOneAtATime } from '../../one-at-a-time.ts';
import { closeSession } from '../../session.ts';
import type { Column } from '../../table/column.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { timeColumn } from '../../table/time-column.tsx';
import { translate } from '../../text/translate.ts';
import { useAct } from '../../use-act.ts';
import { useQuery } from '../../use-query.ts';

/** A browser that has signed in; instants are Unix seconds. */
type SessionRow = {
  readonly id: string;
  /** null for the operator. */
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly browser: string | null;
  readonly system: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number;
  readonly isCurrent: boolean;
};

const nameOf = ({ browser, system }: SessionRow): string =>
  browser !== null && system !== null
    ? translate('{browser} on {system}', { browser, system })
    : (browser ?? system ?? translate('unknown browser'));

const ownerOf = ({ keyId, keyName }: SessionRow): string =>
  keyId === null ? translate('the operator') : (keyName ?? keyId);

const columns = (end: (row: SessionRow) => void): readonly Column<SessionRow>[] => [
  {
    id: 'browser',
    head: translate('Browser'),
    kind: 'lead',
    isRowHead: true,
    value: nameOf,
    cell: (row) => (
      <>
        {nameOf(row)} {row.isCurrent && <span class="quiet">{translate('this browser')}</span>}
      </>
    ),
  },
  { id: 'owner', head: translate('Whose rights'), label: translate('Whose rights'), value: ownerOf, cell: ownerOf },
  { ...timeColumn('opened', translate('Opened'), ({ createdAt }: SessionRow) => createdAt), isDownFirst: true },
  { ...timeColumn('last used', translate('Last used'), ({ lastUsedAt }: SessionRow) => lastUsedAt), isDownFirst: true },
  { id: 'ends', head: 'Ends', isTime: true, value: ({ expiresAt }) => expiresAt },
  {
    id: 'end',
    head: translate('Sign out'),
    isHeadUnseen: true,
    cell: (row) => (
      <button
        type="button"
        class="small"
        onClick={() => end(row)}
        aria-label={translate('Sign out {browser}', { browser: nameOf(row) })}
      >
        {translate('Sign out')}
      </button>
    ),
  },
];

/** The browsers that have signed in, for the operator. */
export function Sessions() {
  const { act, round, trouble } = useAct();
  const { answer, failure, isEarlier } = useQuery(
    `sessions ${round}`,
    async (signal) => (await askOperator('/operator/sessions', { signal })) as readonly SessionRow[],
    { everySeconds: 30 },
  );
  const oneAtATime = useOneAtATime();
  const end = (row: SessionRow) => {
    const browser = nameOf(row);
    if (!confirm(translate('Sign out {browser}? It sees nothing more from then on.', { browser }))) return;
    oneAtATime(() =>
      act(() => (row.isCurrent ? closeSession('here') : sendToOperator('/operator/sessions/revoke', { id: row.id }))),
    );
  };
  return (
    <>
      {trouble !== null && <p role="alert">{trouble}</p>}
      <TablePanel
        isOwn
        id="sessions"
        title={translate('Signed in')}
        about={translate('browsers that can see this dashboard now')}
        kind="cards keys"
        columns={columns(end)}
        rows={answer}
        keyOf={({ id }) => id}
        failure={failure}
        isEarlier={isEarlier}
        none={translate('Nobody.')}
      />
    </>
  );
}

/** Signs this browser out, or all that have signed in with the same key. */
export function SignOut() {
  const { act, trouble } = useAct();
  const oneAtATime = useOneAtATime();
  const signOut = (where: 'here' | 'everywhere') => oneAtATime(() => act(() => closeSession(where)));
  return (
    <>
      {trouble !== null && <p role="alert">{trouble}</p>}
      <p class="tools">
        <button type="button" onClick={() => signOut('here')}>
          {translate('Sign out')}
        </button>
        <button
          type="button"
          onClick={() => signOut('everywhere')}
          title={translate('Every browser that has signed in with the same key, this one too')}
        >
          {translate('Sign out everywhere')}
        </button>
      </p>
    </>
  );
}
