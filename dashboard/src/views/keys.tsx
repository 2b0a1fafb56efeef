import { useState } from 'preact/hooks';
import { Age } from '../parts/age.tsx';
import { Head } from '../parts/head.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { closeSession } from '../session.ts';
import type { Column } from '../table/column.ts';
import { Copy, TakeAway } from '../table/take-away.tsx';
import { wholeText } from '../text/number.ts';
import { useQuery } from '../use-query.ts';
import { createKey, type KeyRow, listKeys, revokeKey } from './keys/operator.ts';
import type { ViewProps } from './view.ts';

export function KeysView({ apiKey, isOperator }: ViewProps) {
  return (
    <>
      <h1>Keys</h1>
      {isOperator ? (
        <Managed apiKey={apiKey} />
      ) : (
        <p>
          Keys are managed by the operator: open the dashboard by an address that <code>itemtape dashboard</code>{' '}
          prints, or with a key that has the right admin.
        </p>
      )}
      <p>
        <button type="button" onClick={closeSession}>
          Forget the key of this browser
        </button>
      </p>
    </>
  );
}

function Managed({ apiKey }: { readonly apiKey: string }) {
  const [round, setRound] = useState(0);
  const [made, setMade] = useState<{ readonly name: string; readonly key: string } | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const { answer, failure } = useQuery(`keys ${round}`, (signal) => listKeys(apiKey, signal));

  const act = async (work: () => Promise<void>) => {
    setTrouble(null);
    try {
      await work();
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
    setRound(round + 1);
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const fields = new FormData(form);
    void act(async () => {
      const name = String(fields.get('name'));
      const rights = { websocketAccess: fields.has('stream'), admin: fields.has('admin') };
      setMade({ name, key: await createKey(apiKey, { name, ...rights }) });
      form.reset();
    });
  };

  const revoke = ({ id, name }: KeyRow) => {
    if (confirm(`Revoke the key “${name}”? Whoever uses it is refused at once.`)) void act(() => revokeKey(apiKey, id));
  };

  return (
    <>
      <NewKey submit={submit} />
      {made !== null && (
        <p class="made" role="status">
          The key “{made.name}”, shown this once: <code>{made.key}</code>{' '}
          <Copy text={() => made.key} words="Copy" label={`Copy the key ${made.name}`} />
        </p>
      )}
      {(trouble ?? failure) !== null && <p role="alert">{trouble ?? failure}</p>}
      <KeyTable rows={answer} revoke={revoke} />
    </>
  );
}

function NewKey({ submit }: { readonly submit: (event: SubmitEvent) => void }) {
  return (
    <form class="fields" onSubmit={submit}>
      <label class="grow" for="key-name">
        <span class="unseen">Name of the new key</span>
        <input id="key-name" name="name" required maxLength={64} placeholder="Name of the new key" autocomplete="off" />
      </label>
      <label class="tick">
        <input type="checkbox" name="stream" checked /> May listen to the stream
      </label>
      <label class="tick">
        <input type="checkbox" name="admin" /> May manage keys
      </label>
      <button type="submit" class="primary">
        Create
      </button>
    </form>
  );
}

const rightsOf = ({ websocketAccess, admin }: KeyRow): string =>
  ['REST', ...(websocketAccess ? ['stream'] : []), ...(admin ? ['admin'] : [])].join(', ');

const keyColumns: readonly Column<KeyRow>[] = [
  { id: 'name', head: 'Name', value: ({ name }) => name },
  { id: 'begins', head: 'Begins', value: ({ prefix }) => prefix },
  { id: 'rights', head: 'Rights', value: rightsOf },
  { id: 'created', head: 'Created', isTime: true, value: ({ createdAt }) => createdAt },
  { id: 'revoked', head: 'Revoked', isTime: true, value: ({ revokedAt }) => revokedAt },
];

type KeyTableProps = { readonly rows: readonly KeyRow[] | null; readonly revoke: (row: KeyRow) => void };

function KeyTable({ rows, revoke }: KeyTableProps) {
  return (
    <div class="panel">
      <div class="panel-head">
        <h2>{rows === null ? 'Looking…' : `${wholeText(rows.length)} ${rows.length === 1 ? 'key' : 'keys'}`}</h2>
        {rows !== null && <TakeAway name="Keys" columns={keyColumns} rows={rows} />}
      </div>
      <Scrolling label="Keys">
        <table>
          <thead>
            <tr>
              <Head>Name</Head>
              <Head>Begins</Head>
              <Head>Rights</Head>
              <Head>Created</Head>
              <Head>State</Head>
            </tr>
          </thead>
          <tbody>
            {rows?.map((key) => (
              <Row key={key.id} row={key} revoke={revoke} />
            ))}
          </tbody>
        </table>
      </Scrolling>
    </div>
  );
}

function Row({ row, revoke }: { readonly row: KeyRow; readonly revoke: (row: KeyRow) => void }) {
  return (
    <tr>
      <th scope="row">{row.name}</th>
      <td>
        <code>{row.prefix}…</code>
      </td>
      <td>{rightsOf(row)}</td>
      <td>
        <Age at={row.createdAt} />
      </td>
      <td>
        {row.revokedAt === null ? (
          <button type="button" class="small" onClick={() => revoke(row)} aria-label={`Revoke ${row.name}`}>
            Revoke
          </button>
        ) : (
          <>
            revoked <Age at={row.revokedAt} />
          </>
        )}
      </td>
    </tr>
  );
}
