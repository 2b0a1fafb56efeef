import { useState } from 'preact/hooks';
import { useOneAtATime } from '../one-at-a-time.ts';
import { SignInCommand } from '../parts/sign-in-command.tsx';
import { Translated } from '../parts/translated.tsx';
import { TablePanel } from '../table/table-panel.tsx';
import { Copy } from '../table/take-away.tsx';
import { translate } from '../text/translate.ts';
import { useAct } from '../use-act.ts';
import { useQuery } from '../use-query.ts';
import { keyColumns } from './keys/columns.tsx';
import { keyRequestOf } from './keys/key-request.ts';
import { NewKey } from './keys/new-key.tsx';
import { createKey, type KeyRow, listKeys, revokeKey } from './keys/operator.ts';
import { Sessions, SignOut } from './keys/sessions.tsx';
import type { ViewProps } from './view.ts';

export function KeysView({ isOperator }: ViewProps) {
  return (
    <>
      <h1>{translate('Keys')}</h1>
      {isOperator ? (
        <>
          <Managed />
          <Sessions />
        </>
      ) : (
        <p>
          <Translated
            phrase="Only the operator manages keys: open the dashboard with an address that {command} prints, or with a key that has the admin right."
            parts={{ command: <SignInCommand kind="dashboard" /> }}
          />
        </p>
      )}
      <SignOut />
    </>
  );
}

type MadeKey = { readonly name: string; readonly key: string };

/** The text of a key, which is told only once. */
const Made = ({ made }: { readonly made: MadeKey }) => (
  <p class="made" role="status">
    {translate('The key “{name}”, shown only once:', made)} <code>{made.key}</code>{' '}
    <Copy text={() => made.key} words={translate('Copy')} label={translate('Copy the key {name}', made)} />
  </p>
);

function Managed() {
  const { act, round, trouble } = useAct();
  const [made, setMade] = useState<MadeKey | null>(null);
  const { answer, failure, isEarlier } = useQuery(`keys ${round}`, (signal) => listKeys(signal));

  const oneAtATime = useOneAtATime();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const fields = new FormData(form);
    oneAtATime(() =>
      act(async () => {
        const newKey = keyRequestOf(fields, Date.now());
        setMade({ name: newKey.name, key: await createKey(newKey) });
        form.reset();
      }),
    );
  };

  const revoke = ({ id, name }: KeyRow) => {
    if (confirm(translate('Revoke the key “{name}”? Anyone using it is refused immediately.', { name })))
      void act(() => revokeKey(id));
  };

  return (
    <>
      <NewKey submit={submit} />
      {made !== null && <Made made={made} />}
      {trouble !== null && <p role="alert">{trouble}</p>}
      <TablePanel
        isOwn
        id="keys"
        title={translate('Keys')}
        about={translate('what each may do, and how many requests it made')}
        kind="cards keys"
        columns={keyColumns(revoke)}
        rows={answer}
        keyOf={({ id }) => id}
        failure={failure}
        isEarlier={isEarlier}
        none={translate('No keys yet. Create one with the form above.')}
      />
    </>
  );
}
