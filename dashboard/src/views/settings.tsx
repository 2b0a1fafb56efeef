import { SignInCommand } from '../parts/sign-in-command.tsx';
import { Translated } from '../parts/translated.tsx';
import { TablePanel } from '../table/table-panel.tsx';
import { translate } from '../text/translate.ts';
import { useAct } from '../use-act.ts';
import { useQuery } from '../use-query.ts';
import { credentialColumns, settingColumns } from './settings/columns.tsx';
import { NewCredential, Now } from './settings/forms.tsx';
import {
  type CredentialRow,
  keepCredential,
  readAgain,
  readSettings,
  type SettingRow,
  setLogLevel,
} from './settings/operator.ts';
import { Terms } from './settings/terms.tsx';
import type { ViewProps } from './view.ts';

export function SettingsView({ isOperator }: ViewProps) {
  return (
    <>
      <h1>{translate('Settings')}</h1>
      {isOperator ? (
        <Managed />
      ) : (
        <p>
          <Translated
            phrase="Only the operator sees settings: open the dashboard with an address that {command} prints, or with a key that has the admin right."
            parts={{ command: <SignInCommand kind="dashboard" /> }}
          />
        </p>
      )}
    </>
  );
}

function Managed() {
  const { act: run, round, notice, trouble } = useAct();
  const { answer, failure } = useQuery(`settings ${round}`, (signal) => readSettings(signal));
  const act = (work: () => Promise<string>) => void run(work);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const fields = new FormData(form);
    act(async () => {
      const words = await keepCredential(String(fields.get('name')), String(fields.get('value')));
      form.reset();
      return words;
    });
  };
  const remove = ({ name }: CredentialRow) => {
    if (confirm(translate('Remove {name}? Whatever needs it stops immediately.', { name })))
      act(() => keepCredential(name, null));
  };
  const setLevel = (level: string) =>
    act(async () => {
      await setLogLevel(level);
      return translate('The log now contains {level} and above.', { level });
    });
  const writable = (answer?.credentials ?? []).filter(({ origin }) => origin !== 'environment');
  const level = String(answer?.settings.find(({ name }) => name === 'log.level')?.value ?? 'info');
  return (
    <>
      <Now level={level} setLevel={setLevel} readAgain={() => act(() => readAgain())} />
      {writable.length > 0 && <NewCredential credentials={writable} submit={submit} />}
      {notice !== null && <p role="status">{notice}</p>}
      {trouble !== null && <p role="alert">{trouble}</p>}
      <Terms />
      <TablePanel
        isOwn
        id="credentials"
        title={translate('Credentials')}
        about={translate('where each is set; their values are never shown')}
        kind="cards"
        columns={credentialColumns(remove)}
        rows={answer?.credentials ?? null}
        keyOf={({ name }) => name}
        failure={failure}
        none={translate('No marketplace here needs one.')}
      />
      <InForce rows={answer?.settings ?? null} failure={failure} />
    </>
  );
}

type InForceProps = { readonly rows: readonly SettingRow[] | null; readonly failure: string | null };

/** The settings with their values and origins. */
const InForce = ({ rows, failure }: InForceProps) => (
  <TablePanel
    isOwn
    id="settings"
    title={translate('Settings')}
    about={translate('current values, and where each comes from')}
    kind="cards"
    columns={settingColumns}
    rows={rows}
    keyOf={({ name }) => name}
    failure={failure}
    none={translate('none')}
  >
    <p>
      <a href="/docs/settings">{translate('Defaults, ranges and names of all settings →')}</a>
    </p>
  </TablePanel>
);
